import { FilePlus2, Replace } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';
import { lineCountOf } from './pair.model';
import { setSecondDump, type SecondDump } from './second-dump';
import styles from './two-dumps.module.css';

interface Props {
  readonly second: SecondDump | undefined;
  readonly unreadable: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A box for the other dump; once it is there, its name and a way to take another. A paste never stands in the box. */
export function SecondText({ second, unreadable, onFiles }: Props) {
  const t = useTranslations('twoDumps');
  const [typed, setTyped] = useState('');
  const take = (text: string): void => {
    if (text.trim() === '') return;
    setSecondDump({ title: t('pasted'), text });
    setTyped('');
  };
  if (second) {
    return (
      <div className={styles.second}>
        <span>
          {t('other')}: <strong>{t('lines', { title: second.title, lines: lineCountOf(second.text) })}</strong>
        </span>
        <Button size="s" icon={<Replace aria-hidden />} onClick={() => setSecondDump(undefined)}>
          {t('replace')}
        </Button>
      </div>
    );
  }
  return (
    <section>
      <textarea
        data-autofocus
        className={styles.box}
        aria-label={t('box')}
        placeholder={t('boxHint')}
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          const text = event.clipboardData.getData('text/plain');
          if (files.length === 0 && !text.includes('\n')) return;
          event.preventDefault();
          if (files.length > 0) onFiles(files);
          else take(text);
        }}
      />
      <div className={styles.choices}>
        <ChooseFile onFiles={onFiles} />
        {typed.trim() !== '' && (
          <Button size="s" variant="primary" onClick={() => take(typed)}>
            {t('use')}
          </Button>
        )}
      </div>
      {unreadable && (
        <p role="alert" className={styles.problem}>
          {t('unreadable')}
        </p>
      )}
    </section>
  );
}

function ChooseFile({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const t = useTranslations('twoDumps');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="s" icon={<FilePlus2 aria-hidden />} onClick={() => picker.current?.click()}>
        {t('file')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
