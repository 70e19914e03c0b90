import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import type { SlidePlace } from './use-sheet-keys';
import styles from './sheet.module.css';

/** Below a slide, beside what can be done with its figure: which it is, the one before, the next one, and the way out. */
export function SlideFoot({ at = 0, count, go }: SlidePlace) {
  const t = useTranslations('sheet');
  return (
    <nav className={classes(styles.foot, styles.steps)} aria-label={t('slides')}>
      <span className={styles.mute} role="status" aria-label={t('slide', { number: at + 1, count })}>
        {at + 1} / {count}
      </span>
      <button type="button" aria-label={t('previousSlide')} disabled={at === 0} onClick={() => go(at - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </button>
      <button type="button" aria-label={t('nextSlide')} disabled={at === count - 1} onClick={() => go(at + 1)}>
        <ChevronRight size={18} aria-hidden />
      </button>
      <button type="button" aria-label={t('endSlides')} onClick={() => go(undefined)}>
        <X size={18} aria-hidden />
      </button>
    </nav>
  );
}
