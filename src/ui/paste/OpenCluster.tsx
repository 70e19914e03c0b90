import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { keepTold } from '../../core/document/edits/pasted';
import type { Diagnostic } from '../../core/formats/format';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import type { ManifestAnswer, ManifestQuestion } from '../../core/document/open-manifest';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import type { PendingText } from '../../store/inbox-slice';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import styles from './import.module.css';
import { DiagnosticList } from './NodeSummary';

export interface OtherKindsProps {
  readonly texts: readonly PendingText[];
  readonly onDone: () => void;
}

interface OpenClusterProps extends OtherKindsProps {
  /** Objects, or only how kube-proxy is set. */
  readonly about: 'kubernetes' | 'kubeProxy';
  /** True where this is the way to take: the texts have no rules for a node. */
  readonly isFirst?: boolean;
}

/** More remarks on objects that were opened are read in their YAML. */
const MOST_SAID = 3;

/** Is it said of objects that were left out, of a fault in one, or of a field of it that counts for nothing? */
const isLoss = ({ severity, code }: Diagnostic): boolean =>
  severity === 'error' || code === 'left-out' || code === 'unrecognised';

/** Texts that hold API objects become the cluster; several are one manifest. They are read and settled away from the page's own thread. */
export function OpenCluster({ texts, about, isFirst = false, onDone }: OpenClusterProps) {
  const t = useTranslations('import');
  const { edit, notify, setStarting, discardText } = useActions();
  const hasCluster = useBench(
    ({ document, view }) =>
      !view.starting && document.present.subject === 'cluster' && document.present.cluster.nodes.length > 0,
  );
  const store = useBenchStore();
  const [question, setQuestion] = useState<ManifestQuestion>();
  const asking = useCallback(
    (options: AskOptions) =>
      question ? background.ask('manifest', question, options) : Promise.resolve<ManifestAnswer>({ diagnostics: [] }),
    [question],
  );
  const work = useQuestion(question ? asking : undefined);
  const made = work.answer?.document;
  const warnings = (work.answer?.diagnostics ?? []).filter(({ severity }) => severity !== 'info');
  const put = useEffectEvent((opened: Document): void => {
    edit(
      ({ pasted, seed, told }) => keepTold({ ...opened, pasted, seed }, texts, question?.into ? told : undefined),
      question?.into ? 'record' : 'replace',
    );
    for (const { id } of texts) discardText(id);
    setStarting(false);
    // One is shown after the other: first what the story goes without, then what was invented.
    const [lost, others] = [warnings.filter(isLoss), warnings.filter((each) => !isLoss(each))];
    for (const { message } of lost.slice(0, MOST_SAID)) notify(message);
    if (work.answer?.added) notify(work.answer.added);
    for (const { message } of others.slice(0, Math.max(0, MOST_SAID - lost.length))) notify(message);
    onDone();
  });
  useEffect(() => {
    if (made) put(made);
  }, [made]);
  if (texts.length === 0) return null;
  const isOfProxy = about === 'kubeProxy';
  const open = (into: boolean, state?: ManifestQuestion['state']): void =>
    setQuestion({
      document: store.getState().document.present,
      texts: texts.map(({ text }) => text),
      into,
      ...(state === undefined ? {} : { state }),
    });
  const states = work.answer?.states ?? [];
  const problems = made ? [] : (work.answer?.diagnostics ?? []);
  return (
    <>
      <div className={styles.banner}>
        <span role="status">{t(isFirst ? 'kubernetesAlone' : about)}</span>
        <span className={styles.buttons}>
          {hasCluster && (
            <Button
              variant={isOfProxy ? 'primary' : 'plain'}
              disabled={work.status === 'working'}
              onClick={() => open(true)}
            >
              {t(isOfProxy ? 'setKubeProxy' : 'addToCluster')}
            </Button>
          )}
          {!(isOfProxy && hasCluster) && (
            <Button
              variant={isFirst || isOfProxy ? 'primary' : 'plain'}
              disabled={work.status === 'working'}
              onClick={() => open(false)}
            >
              {t('openCluster')}
            </Button>
          )}
        </span>
      </div>
      <WorkProgress work={work} room="import" />
      {states.length > 0 && <ChooseState states={states} onChoose={(state) => open(question?.into ?? false, state)} />}
      {problems.length > 0 && (
        <div role="alert">
          <DiagnosticList diagnostics={problems} />
        </div>
      )}
    </>
  );
}

interface ChooseStateProps {
  /** `Pod shop/front-0`: objects that the texts show more than once, not the same. */
  readonly states: readonly string[];
  readonly onChoose: (state: 'first' | 'last') => void;
}

/** So many objects are named. */
const MOST_STATES = 5;

/** Two times of one cluster are not put together: one of them is chosen. */
function ChooseState({ states, onChoose }: ChooseStateProps) {
  const t = useTranslations('import');
  const names = states.slice(0, MOST_STATES).join(', ') + (states.length > MOST_STATES ? ', …' : '');
  return (
    <div className={styles.banner}>
      <span role="status">{t('states', { count: states.length, names })}</span>
      <span className={styles.buttons}>
        <Button onClick={() => onChoose('first')}>{t('stateFirst')}</Button>
        <Button onClick={() => onChoose('last')}>{t('stateLast')}</Button>
      </span>
    </div>
  );
}
