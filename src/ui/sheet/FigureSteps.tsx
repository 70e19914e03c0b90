import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { RenderedFigure } from '../../core/sheet/render';
import type { Moment } from '../../core/story/moment';
import { useSheetPhrase } from './use-sheet-phrase';
import styles from './sheet.module.css';

interface Props {
  /** Of the figure. */
  readonly number: number;
  readonly moments: readonly Moment[];
  /** Numbers of the moments among those of the whole walk, where some are left out. */
  readonly numbers?: readonly number[];
  readonly at: number;
  readonly onGo: (at: number) => void;
  /** Between which it goes, where a question hides the others. */
  readonly range?: RenderedFigure['range'] | undefined;
}

/** A figure that plays stays so long at a moment, milliseconds. */
const STAY = 2200;

/** The moments of a figure's walk, one by one; it plays only when somebody says so, and stops at the end. */
export function FigureSteps({ number, moments, numbers, at, onGo, range }: Props) {
  const t = useTranslations('sheet');
  const say = useSheetPhrase();
  const [playing, setPlaying] = useState(false);
  const first = range?.from ?? 0;
  const last = range?.to ?? moments.length - 1;
  const numberAt = (index: number): number => numbers?.[index] ?? index + 1;
  const isPlaying = playing && at < last;
  const next = useEffectEvent(() => onGo(at + 1));
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => next(), STAY);
    return () => clearInterval(timer);
  }, [isPlaying]);
  return (
    <div className={styles.steps} role="group" aria-label={t('steps', { number })}>
      <button type="button" aria-label={t('previous')} disabled={at === first} onClick={() => onGo(at - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.play}
        aria-label={t(isPlaying ? 'pause' : 'play')}
        onClick={() => {
          if (!isPlaying && at === last) onGo(first);
          setPlaying(!isPlaying);
        }}
      >
        {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </button>
      <button type="button" aria-label={t('next')} disabled={at === last} onClick={() => onGo(at + 1)}>
        <ChevronRight size={18} aria-hidden />
      </button>
      <ol className={styles.dots}>
        {moments.map(
          ({ sentence, first: key }, index) =>
            index >= first &&
            index <= last && (
              <li key={key}>
                <button
                  type="button"
                  aria-label={t('step', { number: numberAt(index), sentence: say(sentence) })}
                  aria-current={index === at ? 'step' : undefined}
                  data-past={index < at || undefined}
                  onClick={() => onGo(index)}
                >
                  {index === at ? numberAt(index) : ''}
                </button>
              </li>
            ),
        )}
      </ol>
      {range && (
        <button
          type="button"
          className={styles.link}
          data-until={range.ask}
          onClick={() => document.querySelector(`[data-ask="${range.ask}"]`)?.scrollIntoView({ block: 'center' })}
        >
          {t('veiledSteps')}
        </button>
      )}
    </div>
  );
}
