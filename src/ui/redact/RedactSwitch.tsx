import { useTranslations } from 'use-intl';
import { useBench, useBenchStore } from '../../store/hooks';
import { Button } from '../common/Button';
import { coverCopies } from './cover-copies';
import { redact, setRedacting, useRedaction } from './redaction';
import { RedactReport } from './RedactReport';
import { useSharedDocument } from './use-shared-document';
import styles from './redact.module.css';

/** The one switch: what leaves the page holds pseudonyms. With what was replaced and what to look at. */
export function RedactSwitch() {
  const t = useTranslations('redact');
  const { on, of, status, progress, result, message } = useRedaction();
  const present = useBench(({ document }) => document.present);
  useSharedDocument();
  const bench = useBenchStore();
  const isOfPresent = of === present;
  const toggle = (): void => {
    setRedacting(!on);
    coverCopies(on ? undefined : () => bench.getState().document.present);
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
