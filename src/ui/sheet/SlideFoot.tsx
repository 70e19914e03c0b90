import { useTranslations } from 'use-intl';
import type { SlidePlace } from './use-sheet-keys';
import styles from './sheet.module.css';

/** Below a slide: which it is, the one before, the next one, and the way out. */
export function SlideFoot({ at = 0, count, go }: SlidePlace) {
  const t = useTranslations('sheet');
  return (
    <nav className={styles.foot} aria-label={t('slides')}>
      <span className={styles.cause} role="status">
        {t('slide', { number: at + 1, count })}
      </span>
      <span className={styles.spring} />
      <button type="button" className={styles.button} disabled={at === 0} onClick={() => go(at - 1)}>
        {t('previousSlide')} <kbd>←</kbd>
      </button>
      <button type="button" className={styles.button} disabled={at === count - 1} onClick={() => go(at + 1)}>
        {t('nextSlide')} <kbd>→</kbd>
      </button>
      <button type="button" className={styles.button} onClick={() => go(undefined)}>
        {t('endSlides')} <kbd>Esc</kbd>
      </button>
    </nav>
  );
}
