import { Replace } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';
import { PasteBox } from '../common/PasteBox';
import { lineCountOf } from './pair.model';
import { setSecondDump, type SecondDump } from './second-dump';
import styles from './two-dumps.module.css';

interface Props {
  readonly second: SecondDump | undefined;
  readonly unreadable: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A box for the other dump; once it is there, its name and a way to take another. */
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
      <div className={styles.choices}>
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
      <PasteBox
        words={{ box: t('box'), hint: t('boxHint'), files: t('file'), take: t('use') }}
        takeVariant="primary"
        typed={typed}
        onTyped={setTyped}
        onText={take}
        onFiles={onFiles}
      />
      {unreadable && (
        <p role="alert" className={styles.problem}>
          {t('unreadable')}
        </p>
      )}
    </section>
  );
}
