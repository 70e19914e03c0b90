import { memo, useEffect, useRef, type CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { useBenchStore } from '../../store/hooks';
import type { Comparison } from '../../engine/protocol';
import { lastTick, type CompareRow } from './compare.model';
import { Facts } from './Facts';
import { MomentRow } from './MomentRow';
import { PaneHeads } from './PaneHeads';
import type { Compared } from './use-comparison';
import styles from './compare.module.css';

interface Props {
  readonly compared: Compared;
  readonly comparison: Comparison;
  readonly rows: readonly CompareRow[];
  /** Stays the same function, so that rows need not be drawn again. */
  readonly onGo: (tick: number) => void;
}

/** The panes as columns under their heads: what came of the flow, then moment by moment how. */
export function CompareTable({ compared, comparison, rows, onGo }: Props) {
  const t = useTranslations('compare');
  const scroller = useRef<HTMLDivElement>(null);
  useFollow(scroller);
  const columns = { '--panes': comparison.panes.length } as CSSProperties;
  return (
    <div ref={scroller} className={styles.scroller}>
      <div role="table" aria-label={t('table')} className={styles.table} style={columns}>
        <div role="rowgroup" className={styles.heads}>
          <div role="row" className={styles.row}>
            <div role="columnheader" className={styles.label}>
              <span className={styles.corner}>{t('moment')}</span>
            </div>
            <PaneHeads compared={compared} count={comparison.panes.length} />
          </div>
        </div>
        <Facts panes={comparison.panes} onOutcome={compared.choose} />
        <Moments rows={rows} onGo={onGo} />
      </div>
    </div>
  );
}

const Moments = memo(function Moments({ rows, onGo }: Pick<Props, 'rows' | 'onGo'>) {
  const last = lastTick(rows);
  return (
    <div role="rowgroup">
      {rows.map((row) => (
        <MomentRow key={row.id} row={row} last={last} onGo={onGo} />
      ))}
    </div>
  );
});

/** Room kept above (the heads) and below the line that is lit. */
const ABOVE = 84;
const BELOW = 40;

interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** The row; of one too tall for the window its lit lines. */
function spanToShow(row: Element, room: number): Span {
  const whole = row.getBoundingClientRect();
  const lines = [...row.querySelectorAll('[data-lit]')].map((line) => line.getBoundingClientRect());
  if (whole.height <= room || lines.length === 0) return whole;
  return { top: Math.min(...lines.map(({ top }) => top)), bottom: Math.max(...lines.map(({ bottom }) => bottom)) };
}

function keepInSight(view: HTMLElement): void {
  const row = view.querySelector('[aria-current="step"]');
  if (!row) return;
  const outer = view.getBoundingClientRect();
  const { top, bottom } = spanToShow(row, outer.height - ABOVE - BELOW);
  const over = top - outer.top - ABOVE;
  const under = bottom - outer.bottom + BELOW;
  if (over < 0) view.scrollBy(0, over);
  else if (under > 0) view.scrollBy(0, Math.min(under, over));
}

/** Scrolls the table, and nothing else, so that what is lit can be seen: once a frame, after it moved. */
function useFollow(scroller: React.RefObject<HTMLDivElement | null>): void {
  const store = useBenchStore();
  useEffect(() => {
    let frame: number | undefined;
    const follow = (): void => {
      frame = undefined;
      if (scroller.current) keepInSight(scroller.current);
    };
    if (store.getState().view.compareTick > 0) follow();
    const stop = store.subscribe(({ view }, before) => {
      if (view.compareTick !== before.view.compareTick) frame ??= requestAnimationFrame(follow);
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [store, scroller]);
}
