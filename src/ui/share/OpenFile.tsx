import { FolderOpen } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Phrase } from '../../core/lib/phrase';
import { readProject } from '../../store/file';
import { useActions } from '../../store/hooks';
import { Button } from '../common/Button';
import { usePhrase } from '../i18n/use-phrase';
import styles from './share.module.css';

/** Opens a project file; one that cannot be opened says why, and the bench stays. */
export function OpenFile({ onOpened }: { readonly onOpened: () => void }) {
  const t = useTranslations('share');
  const say = usePhrase();
  const { openDocument } = useActions();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Phrase>();
  const read = async (file: File): Promise<void> => {
    const project = readProject(await file.text());
    if (!project.ok) return setProblem(project.error);
    openDocument(project.value);
    onOpened();
  };
  return (
    <>
      <Button icon={<FolderOpen aria-hidden />} onClick={() => input.current?.click()}>
        {t('open')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void read(file);
        }}
      />
      {problem && (
        <p role="alert" className={styles.warning}>
          {say(problem)}
        </p>
      )}
    </>
  );
}
