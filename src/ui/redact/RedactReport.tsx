import { Check, Copy, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RedactedDocument } from '../../core/document/redact-document';
import { useActions } from '../../store/hooks';
import { Button } from '../common/Button';
import { FilterInput } from '../common/FilterInput';
import { VirtualList } from '../common/VirtualList';
import { useCopy } from '../share/use-copy';
import { matchingReplacements, replacedCounts } from './report.model';
import styles from './redact.module.css';

/** What was replaced, what stayed, and what nobody recognised; the texts to copy. */
export function RedactReport({ result }: { readonly result: RedactedDocument }) {
  const t = useTranslations('redact');
  const { replaced, kept, unread, unreadCount, document } = result;
  const { texts } = document.pasted;
  return (
    <>
      <p role="status">
        <strong>✓ {t('counts', replacedCounts(replaced))}</strong>
      </p>
      <p className={styles.note}>
        {t('stays')} {kept.length > 0 && t('kept', { names: kept.join(', ') })}
      </p>
      {texts.length > 0 && (
        <p className={unreadCount > 0 ? styles.problem : styles.note}>{t('unread', { count: unreadCount })}</p>
      )}
      {unread.length > 0 && (
        <details className={styles.details}>
          <summary>{t('unreadList')}</summary>
          <div className={styles.list}>
            <VirtualList label={t('unreadList')} count={unread.length} rowHeight={22} wide>
              {(index) => (
                <span className={styles.row}>
                  <span className={styles.note}>{unread[index]?.line}</span>
                  <code>{unread[index]?.text}</code>
                </span>
              )}
            </VirtualList>
          </div>
        </details>
      )}
      <Replacements result={result} />
      {texts.length > 0 && <Actions result={result} />}
    </>
  );
}

function Replacements({ result: { replaced } }: { readonly result: RedactedDocument }) {
  const t = useTranslations('redact');
  const [words, setWords] = useState('');
  const shown = matchingReplacements(replaced, words);
  return (
    <details className={styles.details}>
      <summary>{t('list')}</summary>
      <p className={styles.note}>{t('listAbout')}</p>
      <FilterInput className={styles.filter} label={t('filter')} value={words} onValue={setWords} />
      <div className={styles.list}>
        <VirtualList label={t('list')} count={shown.length} rowHeight={22} wide>
          {(index) => {
            const each = shown[index];
            if (!each) return null;
            return (
              <span className={styles.row}>
                <span className={styles.note}>{t(`kind.${each.kind}`)}</span>
                <code>{each.before}</code>
                <span aria-hidden>→</span>
                <span className="visually-hidden">{t('becomes')}</span>
                <code>{each.after}</code>
              </span>
            );
          }}
        </VirtualList>
      </div>
    </details>
  );
}

/** Of pasted texts: copy them as they may be shared, or go on with the pseudonyms here. */
function Actions({ result: { document } }: { readonly result: RedactedDocument }) {
  const t = useTranslations('redact');
  const { outcome, copy } = useCopy();
  const { edit } = useActions();
  const text = document.pasted.texts.map((each) => each.text.replace(/\n*$/, '\n')).join('\n');
  return (
    <div className={styles.buttons}>
      <Button
        size="s"
        icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => copy(text)}
      >
        {outcome === 'copied' ? t('copied') : t('copy')}
      </Button>
      <Button size="s" icon={<EyeOff aria-hidden />} onClick={() => edit(() => document)}>
        {t('apply')}
      </Button>
      <span role="status" className={outcome === 'failed' ? styles.problem : 'visually-hidden'}>
        {outcome === 'failed' ? t('copyFailed') : outcome === 'copied' && t('copied')}
      </span>
    </div>
  );
}
