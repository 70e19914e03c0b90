import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Phrase } from '../../core/lib/phrase';
import { readProject } from '../../store/file';
import { useActions } from '../../store/hooks';
import { ProjectFileButton } from '../common/FileButton';
import { usePhrase } from '../i18n/use-phrase';
import styles from './share.module.css';

/** Opens a project file; one that cannot be opened says why, and the bench stays. */
export function OpenFile({ onOpened }: { readonly onOpened: () => void }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const { openDocument } = useActions();
  const [problem, setProblem] = useState<Phrase>();
  const read = async (file: File): Promise<void> => {
    const project = readProject(await file.text());
    if (!project.ok) return setProblem(project.error);
    openDocument(project.value);
    onOpened();
  };
  return (
    <>
      <ProjectFileButton label={t('open')} onRead={read} />
      {problem && (
        <p role="alert" className={styles.warning}>
          {say(problem)}
        </p>
      )}
    </>
  );
}
