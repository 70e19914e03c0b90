import { useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import { coverSelections } from '../../../store/hand-out';
import type { BenchStore } from '../../../store/store';
import { Button } from '../../common/controls';
import { copyText, useCopy, useSharedDocument } from './redaction';
import styles from './redact.module.css';
import { Check, Copy, EyeOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { RedactedDocument } from '../../../core/questions/redact/redact-document';
import { FilterInput } from '../../common/inputs';
import { VirtualList } from '../../common/virtual-list';
import { listCarried } from './carried.model';
import { matchingReplacements, replacedCounts } from './report.model';

/** What was replaced, what stayed, and what nobody recognised; the texts to copy. */
function RedactReport({ result }: { readonly result: RedactedDocument }) {
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
      <Button size="s" icon={<EyeOff aria-hidden />} onClick={() => edit(() => document, 'replace')}>
        {t('apply')}
      </Button>
      <span role="status" className={outcome === 'failed' ? styles.problem : 'visually-hidden'}>
        {outcome === 'failed' ? t('copyFailed') : outcome === 'copied' && t('copied')}
      </span>
    </div>
  );
}

/**
 * Until the switch is off again, text that is selected anywhere on the page and copied holds pseudonyms of the names and
 * addresses of the document on the bench, and nothing is dragged out.
 */
function coverCopies(bench: BenchStore, notPrinted: string): void {
  const covering = new AbortController();
  const copy = (text: string): void => {
    const { actions, document: held } = bench.getState();
    void copyText(actions, held.present, text).catch(() => undefined);
  };
  coverSelections(copy, isShared, covering.signal);
  const { dataset } = document.documentElement;
  dataset['notPrinted'] = '';
  document.body.dataset['why'] = notPrinted;
  const stop = bench.subscribe(({ redaction }) => {
    if (redaction.on) return;
    covering.abort();
    delete dataset['notPrinted'];
    stop();
  });
}

/** Does it hold what may be shared already, as the link does? */
function isShared(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-shared]') !== null;
}

/** Which names go along while none are hidden. */
function CarriedNames() {
  const t = useTranslations('redact');
  const present = useBench(({ document }) => document.present);
  const { names, ...carried } = useMemo(() => listCarried(present), [present]);
  return (
    <p className={styles.note} data-carried="">
      {t('carried', { ...carried, names: names.join(', ') })}
    </p>
  );
}

/** The one switch: what leaves the page holds pseudonyms. With what was replaced and what to look at. */
export function RedactSwitch() {
  const t = useTranslations('redact');
  const { on, of, status, progress, result, message } = useBench(({ redaction }) => redaction);
  const { redact, setRedacting } = useActions();
  const present = useBench(({ document }) => document.present);
  useSharedDocument();
  const bench = useBenchStore();
  const isOfPresent = of === present;
  const toggle = (): void => {
    setRedacting(!on);
    if (!on) coverCopies(bench, t('notPrinted'));
  };
  return (
    <section className={styles.part}>
      <button type="button" role="switch" aria-checked={on} className={styles.switch} onClick={toggle}>
        <span aria-hidden className={styles.track}>
          <span className={styles.thumb} />
        </span>
        <span>{t('switch')}</span>
        <span aria-hidden className={styles.note}>
          {on ? t('on') : t('off')}
        </span>
      </button>
      <p className={styles.note}>{t('about')}</p>
      {!on && <CarriedNames />}
      {on && status === 'working' && (
        <p role="status" className={styles.note}>
          {t('working', { percent: progress })}
        </p>
      )}
      {on && status === 'failed' && (
        <p role="alert" className={styles.problem}>
          {t('failed', { message })}{' '}
          <Button size="s" onClick={() => redact(present, true)}>
            {t('again')}
          </Button>
        </p>
      )}
      {on && result && isOfPresent && <RedactReport result={result} />}
    </section>
  );
}
