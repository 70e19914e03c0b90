import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { setSubject } from '../../core/document/edits/pasted';
import type { Diagnostic } from '../../core/formats/format';
import { PROJECT_FILE } from '../../core/formats/project-file';
import { readProject } from '../../store/file';
import { useActions } from '../../store/hooks';
import { Button } from '../common/Button';
import { applyYaml, readYaml } from '../editors/yaml.model';
import { DiagnosticList } from './DiagnosticList';
import { discardText, type PendingText } from './inbox';
import styles from './import.module.css';

interface Props {
  readonly texts: readonly PendingText[];
  readonly onDone: () => void;
}

/** Texts that hold API objects become the cluster; several are one manifest. */
export function OpenCluster({ texts, onDone }: Props) {
  const t = useTranslations('import');
  const { edit, setStarting } = useActions();
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  if (texts.length === 0) return null;
  const open = (): void => {
    const { manifest, diagnostics } = readYaml(texts.map(({ text }) => text).join('\n---\n'));
    if (!manifest) {
      setProblems(diagnostics);
      return;
    }
    edit((document) => setSubject(applyYaml(document, manifest), 'cluster'));
    for (const { id } of texts) discardText(id);
    setStarting(false);
    onDone();
  };
  return (
    <>
      <div className={styles.banner}>
        <span>{t('kubernetes')}</span>
        <Button variant="primary" onClick={open}>
          {t('openCluster')}
        </Button>
      </div>
      {problems.length > 0 && <DiagnosticList diagnostics={problems} />}
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
