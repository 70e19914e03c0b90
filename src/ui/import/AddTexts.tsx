import { FilePlus2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/Button';
import { receiveFiles, receiveTexts } from './inbox';
import styles from './import.module.css';

/** What is typed here and not added yet is kept, also over a reload. */
const DRAFT = 'paste';

/** A box to paste or type into, and a button for files. A paste goes straight to the list: the box never holds megabytes. */
export function AddTexts({ unreadable }: { readonly unreadable: readonly string[] }) {
  const t = useTranslations('import');
  const { setDraft } = useActions();
  const typed = useBench(({ view }) => view.drafts[DRAFT] ?? '');
  const picker = useRef<HTMLInputElement>(null);
  const add = (text: string): void => {
    receiveTexts([{ title: '', text }]);
    setDraft(DRAFT, undefined);
  };
  return (
    <section>
      <textarea
        data-autofocus
        className={styles.box}
        aria-label={t('box')}
        placeholder={t('boxHint')}
        spellCheck={false}
        value={typed}
        onChange={(event) => setDraft(DRAFT, event.target.value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          const text = event.clipboardData.getData('text/plain');
          if (files.length === 0 && !text.includes('\n')) return;
          event.preventDefault();
          if (files.length > 0) void receiveFiles(files);
          else receiveTexts([{ title: '', text }]);
        }}
      />
      <div className={styles.buttons}>
        <Button size="s" icon={<FilePlus2 aria-hidden />} onClick={() => picker.current?.click()}>
          {t('files')}
        </Button>
        {typed.trim() !== '' && (
          <Button size="s" onClick={() => add(typed)}>
            {t('add')}
          </Button>
        )}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void receiveFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </div>
      {unreadable.map((name) => (
        <p key={name} role="alert" className={styles.problem}>
          {t('unreadable', { name })}
        </p>
      ))}
    </section>
  );
}
