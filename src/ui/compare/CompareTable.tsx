import { useEffect, useRef, type CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import type { Comparison, PaneSpec } from '../../worker/protocol';
import { FEWEST_PANES, rowAt, type CompareRow } from './compare.model';
import { Facts } from './Facts';
import { MomentRow } from './MomentRow';
import { PaneHead } from './PaneHead';
import type { CompareState } from './use-comparison';
import styles from './compare.module.css';

interface Props {
  readonly state: CompareState;
  readonly comparison: Comparison;
  readonly rows: readonly CompareRow[];
  readonly tick: number;
  /** Stays the same function, so that rows need not be drawn again. */
  readonly onGo: (tick: number) => void;
}

/** The panes as columns under their heads: what came of the flow, then moment by moment how. */
export function CompareTable({ state, comparison, rows, tick, onGo }: Props) {
  const t = useTranslations('compare');
  const scroller = useRef<HTMLDivElement>(null);
  const now = rowAt(rows, tick);
  useFollow(scroller, tick);
  const columns = { '--panes': comparison.panes.length } as CSSProperties;
  return (
    <div ref={scroller} className={styles.scroller}>
      <div role="table" aria-label={t('table')} className={styles.table} style={columns}>
        <div role="rowgroup" className={styles.heads}>
          <div role="row" className={styles.row}>
            <div role="columnheader" className={styles.label}>
              <span className={styles.corner}>{t('moment')}</span>
            </div>
            <Heads state={state} count={comparison.panes.length} />
          </div>
        </div>
        <Facts panes={comparison.panes} onOutcome={state.choose} />
        <div role="rowgroup">
          {rows.map((row) => (
            <MomentRow key={row.id} row={row} inside={row.id === now ? tick - row.tick : -1} onGo={onGo} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Heads stand over the columns that are shown, also while another answer is on its way. */
function Heads({ state, count }: { readonly state: CompareState; readonly count: number }) {
  const { panes, offers, setPanes } = state;
  const change = (at: number, spec: PaneSpec): void => setPanes(panes.with(at, spec));
  return panes.slice(0, count).map((spec, at) => (
    <PaneHead
      // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
      key={at}
      number={String(at + 1)}
      spec={spec}
      offers={offers}
      onChange={(next) => change(at, next)}
      onRemove={panes.length > FEWEST_PANES ? () => setPanes(panes.toSpliced(at, 1)) : undefined}
    />
  ));
}

/** Room kept above (the heads) and below the line that is lit. */
const ABOVE = 76;
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

/** Scrolls the table, and nothing else, so that what is lit can be seen. Not before the first move: the facts come first. */
function useFollow(scroller: React.RefObject<HTMLDivElement | null>, tick: number): void {
  const moved = useRef(false);
  useEffect(() => {
    if (tick > 0) moved.current = true;
    if (scroller.current && moved.current) keepInSight(scroller.current);
  }, [scroller, tick]);
}
