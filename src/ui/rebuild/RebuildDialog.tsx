import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Rebuilding } from '../../core/analysis/reconstruct/rebuild';
import { openRebuilt } from '../../core/document/edits/rebuilt';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { classes } from '../common/classes';
import { Dialog } from '../common/Dialog';
import { WorkProgress } from '../common/WorkProgress';
import { SectionHeading } from '../common/SectionHeading';
import { Inferences } from './Inferences';
import { MachineField } from './MachineField';
import { NodeFields } from './NodeFields';
import { NotCarried } from './NotCarried';
import { Recompiled } from './Recompiled';
import { ProxyFields } from './ProxyFields';
import { countsOf, EMPTY_DRAFT, type Draft } from './rebuild.model';
import { useRebuild, type RebuildState } from './use-rebuild';
import styles from './rebuild.module.css';

/** What the pasted rules were read as, with where each field is told, to be corrected and opened. */
export function RebuildDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('rebuild');
  const { edit, showLeft, select, send } = useActions();
  const pasted = useBench((state) => state.document.present.pasted);
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const state = useRebuild(pasted, draft);
  const { result, status } = state;
  const made = result?.made;
  const open = (): void => {
    if (!made) return;
    const { node, config, mode, furnished, comparedWith } = made;
    let first: string | undefined;
    edit((document) => {
      const next = openRebuilt(document, {
        ...furnished,
        node,
        ...(result.machine === undefined ? {} : { machine: result.machine }),
        config,
        mode,
        release: comparedWith ?? made.release.release,
      });
      first = next.flows.find(({ from }) => from.kind !== 'interface')?.id;
      return next;
    });
    select({ kind: 'node', name: node });
    showLeft('cluster');
    if (first !== undefined) send(first);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="full"
      title={t('title')}
      description={t('about')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={!made || status !== 'done'} onClick={open}>
            {t('openCluster')}
          </Button>
        </>
      }
    >
      <WorkProgress work={state} room="rebuild" />
      {result &&
        (made ? <View {...{ result, draft, setDraft, status }} /> : <Nothing {...{ result, draft, setDraft }} />)}
    </Dialog>
  );
}

interface ViewProps {
  readonly result: Rebuilding;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}

function View({ result, draft, setDraft, status }: ViewProps & Pick<RebuildState, 'status'>) {
  const t = useTranslations('rebuild');
  const { made } = result;
  if (!made) return null;
  return (
    <div className={classes(styles.columns, status === 'working' && styles.stale)}>
      <div className={styles.column}>
        <section>
          <SectionHeading>{t('found')}</SectionHeading>
          <p>{t('counts', { ...countsOf(made) })}</p>
        </section>
        <MachineField result={result} draft={draft} onDraft={setDraft} />
        <ProxyFields result={result} made={made} draft={draft} onDraft={setDraft} />
        <NodeFields made={made} draft={draft} onDraft={setDraft} />
        <Recompiled made={made} />
        <NotCarried made={made} />
      </div>
      <Inferences made={made} draft={draft} onDraft={setDraft} />
    </div>
  );
}

/** Nothing to make a cluster of: what was looked for, and the next step. */
function Nothing({ result: { detected, modes }, draft, setDraft }: ViewProps) {
  const t = useTranslations('rebuild');
  const titleOf = (id: string | undefined): string => modes.find((mode) => mode.id === id)?.title ?? '';
  if (detected === undefined || draft.mode === undefined) {
    return (
      <div role="alert">
        <p>
          <strong>{detected === undefined ? t('nothing') : t('noServices', { mode: titleOf(detected) })}</strong>
        </p>
        <p>{t('nothingNext')}</p>
      </div>
    );
  }
  const { mode, ...rest } = draft;
  return (
    <div role="alert">
      <p>
        <strong>{t('nothingOfMode', { mode: titleOf(mode) })}</strong>{' '}
        {t('nothingOfModeNext', { mode: titleOf(detected) })}
      </p>
      <Button onClick={() => setDraft(rest)}>{t('backTo', { mode: titleOf(detected) })}</Button>
    </div>
  );
}
