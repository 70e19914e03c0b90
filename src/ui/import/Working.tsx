import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';
import type { Examination } from './use-examine';
import styles from './import.module.css';

/** How far the reading is, and a way to end it; what went wrong, and a way to try again. */
export function Working({ examination }: { readonly examination: Examination }) {
  const t = useTranslations('import');
  const { status, progress, message, stop, again } = examination;
  if (status === 'working') {
    return (
      <div className={styles.progress} role="status">
        <span>{t('working', { percent: progress })}</span>
        <progress value={progress} max={1} aria-label={t('working', { percent: progress })} />
        <Button size="s" onClick={stop}>
          {t('stop')}
        </Button>
      </div>
    );
  }
  if (status === 'idle' || status === 'done') return null;
  return (
    <div className={styles.progress} role="alert">
      <span>{status === 'stopped' ? t('stopped') : t('failed', { message })}</span>
      <Button size="s" onClick={again}>
        {t('again')}
      </Button>
    </div>
  );
}
