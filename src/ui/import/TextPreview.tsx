import { useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { PastedText, TextSummary } from '../../core/analysis/pasted-types';
import { lineStarts } from '../../core/lib/scan';
import { classes } from '../common/classes';
import { ROW_HEIGHT, useWindow } from '../inspector/use-window';
import { previewOf } from './preview.model';
import styles from './text-preview.module.css';

interface Props {
  readonly text: PastedText;
  readonly summary: TextSummary | undefined;
  /** Brings this 0-based line into sight whenever it changes. */
  readonly scrollTo: number | undefined;
}

/** The text itself, with what was left aside in grey: half a million lines are there at once, those in sight are drawn. */
export function TextPreview({ text, summary, scrollTo }: Props) {
  const t = useTranslations('import');
  const scroller = useRef<HTMLDivElement>(null);
  const starts = useMemo(() => lineStarts(text.text), [text.text]);
  const preview = useMemo(
    () => previewOf(text.text, starts, summary?.others ?? []),
    [text.text, starts, summary?.others],
  );
  const { first, last } = useWindow(scroller, preview.count);
  useEffect(() => {
    const view = scroller.current;
    if (view && scrollTo !== undefined) view.scrollTop = scrollTo * ROW_HEIGHT - view.clientHeight / 2;
  }, [scrollTo]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div ref={scroller} tabIndex={0} className={styles.scroller}>
      <div className={styles.sheet} style={{ height: preview.count * ROW_HEIGHT }}>
        <ul
          className={styles.lines}
          aria-label={t('previewLabel', { title: text.title })}
          style={{ transform: `translateY(${first * ROW_HEIGHT}px)` }}
        >
          {Array.from({ length: last - first }, (_, at) => first + at).map((line) => {
            const noise = preview.isNoise(line);
            return (
              <li
                key={line}
                aria-setsize={preview.count}
                aria-posinset={line + 1}
                className={classes(styles.line, noise && styles.noise)}
              >
                <span className={styles.number}>{line + 1}</span>
                <code>{preview.line(line)}</code>
                {noise && <span className="visually-hidden"> {t('leftAside')}</span>}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
