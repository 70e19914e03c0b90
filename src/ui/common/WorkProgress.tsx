import { useTranslations } from 'use-intl';
import { Button } from './Button';
import styles from './work-progress.module.css';

/** Work in a worker, as the page sees it. */
interface Work {
  readonly status: 'idle' | 'working' | 'done' | 'stopped' | 'failed';
  /** 0..1 */
  readonly progress: number;
  readonly message: string;
  readonly stop: () => void;
  readonly again: () => void;
}

interface Props {
  readonly work: Work;
  /** Whose words say what is being done: `working`, `stop`, `stopped`, `failed`, `again`. */
  readonly room: 'import' | 'rebuild' | 'twoDumps';
}

/** How far the work is, and a way to end it; what went wrong, and a way to try again. */
export function WorkProgress({ work: { status, progress, message, stop, again }, room }: Props) {
  const t = useTranslations(room);
  if (status === 'idle' || status === 'done') return null;
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
  return (
    <div className={styles.progress} role="alert">
      <span>{status === 'stopped' ? t('stopped') : t('failed', { message })}</span>
      <Button size="s" onClick={again}>
        {t('again')}
      </Button>
    </div>
  );
}
