import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { PROJECT_FILE } from '../../core/formats/project-file';
import { readProject } from '../../store/file';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import type { ManifestAnswer, ManifestQuestion } from '../../engine/questions/manifest';
import { Button } from '../common/Button';
import { useAsked } from '../common/use-asked';
import { WorkProgress } from '../common/WorkProgress';
import { DiagnosticList } from './DiagnosticList';
import { discardText, type PendingText } from './inbox';
import styles from './import.module.css';

interface Props {
  readonly texts: readonly PendingText[];
  readonly onDone: () => void;
}

/** Texts that hold API objects become the cluster; several are one manifest. They are read and settled away from the page's own thread. */
export function OpenCluster({ texts, onDone }: Props) {
  const t = useTranslations('import');
  const { edit, notify, setStarting } = useActions();
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
  const work = useAsked(question ? asking : undefined);
  const made = work.answer?.document;
  const put = useEffectEvent((opened: Document): void => {
    edit(({ pasted, seed }) => ({ ...opened, pasted, seed }));
    for (const { id } of texts) discardText(id);
    setStarting(false);
    if (work.answer?.added) notify(work.answer.added);
    onDone();
  });
  useEffect(() => {
    if (made) put(made);
  }, [made]);
  if (texts.length === 0) return null;
  const open = (into: boolean): void =>
    setQuestion({ document: store.getState().document.present, texts: texts.map(({ text }) => text), into });
  const problems = made ? [] : (work.answer?.diagnostics ?? []);
  return (
    <>
      <div className={styles.banner}>
        <span>{t('kubernetes')}</span>
        <span className={styles.buttons}>
          {hasCluster && (
            <Button disabled={work.status === 'working'} onClick={() => open(true)}>
              {t('addToCluster')}
            </Button>
          )}
          <Button variant="primary" disabled={work.status === 'working'} onClick={() => open(false)}>
            {t('openCluster')}
          </Button>
        </span>
      </div>
      <WorkProgress work={work} room="import" />
      {problems.length > 0 && (
        <div role="alert">
          <DiagnosticList diagnostics={problems} />
        </div>
      )}
    </>
  );
}

/** A dropped project replaces what is on the bench; undo brings it back. */
export function OpenProject({ texts, onDone }: Props) {
  const t = useTranslations('import');
  const { openDocument, notify } = useActions();
  const project = texts.find(({ text }) => PROJECT_FILE.detect(text) > 0);
  if (!project) return null;
  const open = (): void => {
    const read = readProject(project.text);
    if (read.ok) openDocument(read.value);
    else notify(read.error);
    discardText(project.id);
    onDone();
  };
  return (
    <div className={styles.banner}>
      <span>{t('project')}</span>
      <Button variant="primary" onClick={open}>
        {t('openProject')}
      </Button>
    </div>
  );
}
