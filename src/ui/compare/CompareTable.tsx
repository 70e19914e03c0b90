import { memo, useEffect, useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useBenchStore, useBench } from '../../store/hooks';
import type { Comparison } from '../../engine/protocol';
import { lastTick, type CompareRow, ticksInside, type CompareCell, makeLine } from './compare.model';
import { Facts } from './Facts';
import { PaneTable } from './PaneHeads';
import { type Compared, useRowWords } from './use-comparison';
import styles from './compare.module.css';
import { classes } from '../common/classes';
import cellStyles from './cell.module.css';
import type { TraceStep } from '../../core/sim/trace';
import { headerBefore } from '../../store/selectors';
import { AddressChip } from '../common/addresses';
import { usePhrase } from '../common/i18n/use-phrase';
import { endChanged, packetLine, type FieldValue } from '../common/packet.model';
import { StepBadge } from '../inspector/StepSentence';

interface StepLineProps {
  readonly step: TraceStep;
  readonly cell: CompareCell;
  readonly lit: boolean;
}

/** One step in a few words: its verdict, by which rule or lookup, and the addresses it is about. */
const StepLine = memo(function StepLine({ step, cell, lit }: StepLineProps) {
  const t = useTranslations('compare.line');
  const say = usePhrase();
  const { words, detail, odds, turns, reason, quiet } = makeLine(step, cell);
  const lookup = step.kind === 'rule' ? step.lookup : undefined;
  return (
    <li
      className={classes(cellStyles.line, lit && cellStyles.lit, quiet && cellStyles.quiet)}
      data-lit={lit ? '' : undefined}
    >
      <StepBadge step={step} />
      {detail !== undefined && <code className={cellStyles.detail}>{detail}</code>}
      {words && <span className={step.kind === 'rule' ? cellStyles.by : undefined}>{say(words)}</span>}
      {lookup && <span className={cellStyles.lookup}>{t('lookup', { set: lookup.set, size: lookup.size })}</span>}
      {odds !== undefined && <span className={cellStyles.odds}>{t(turns ? 'turns' : 'odds', { odds })}</span>}
      <Ends step={step} />
      {reason && <span className={cellStyles.reason}>{say(reason)}</span>}
    </li>
  );
});

const SHOWS_ENDS: ReadonlySet<TraceStep['kind']> = new Set([
  'originate',
  'receive',
  'hook',
  'tunnel',
  'deliver',
  'stop',
]);

/** From and to of the packet where it stands somewhere new; old and new where an end is rewritten. */
function Ends({ step }: { readonly step: TraceStep }) {
  const before = headerBefore(step);
  const now = packetLine(step.packet);
  if (before) {
    const was = packetLine(before);
    const sides = (['src', 'dst'] as const).filter((side) => endChanged(before, step.packet, side));
    return sides.map((side) => (
      <span key={side} className={cellStyles.ends}>
        <End value={was[side]} variant="was" />
        <span className={cellStyles.to}>
          <span aria-hidden>→</span>
          <End value={now[side]} variant="now" />
        </span>
      </span>
    ));
  }
  if (!SHOWS_ENDS.has(step.kind)) return null;
  // Only on its way: more quietly than where it sets out and where it ends.
  const bare = step.kind === 'hook' || step.kind === 'receive';
  return (
    <span className={cellStyles.ends}>
      <End value={now.src} bare={bare} />
      <span className={cellStyles.to}>
        <span aria-hidden>→</span>
        <End value={now.dst} bare={bare} />
      </span>
    </span>
  );
}

interface EndProps {
  readonly value: FieldValue;
  readonly variant?: 'plain' | 'was' | 'now';
  readonly bare?: boolean;
}

function End({ value, variant = 'plain', bare = false }: EndProps) {
  return <AddressChip address={value.address ?? ''} port={value.port} variant={variant} bare={bare} />;
}

interface MomentRowProps {
  readonly row: CompareRow;
  /** The last tick of all. */
  readonly last: number;
  readonly onGo: (tick: number) => void;
}

/** One moment in every pane. A tick draws the row it leaves, the one it comes to, and of those only what is lit otherwise. */
const MomentRow = memo(function MomentRow({ row, last, onGo }: MomentRowProps) {
  const inside = useBench(({ view }) => ticksInside(row, view.compareTick, last));
  const { place, event } = useRowWords()(row);
  const name = `${place} ${event}`;
  const now = inside >= 0;
  return (
    <div
      role="row"
      data-moment={row.id}
      aria-current={now ? 'step' : undefined}
      className={classes(styles.row, styles.moment, now && styles.now, row.arrives && styles.arrives)}
    >
      <div role="rowheader" aria-label={name} className={styles.label}>
        <button type="button" aria-label={name} className={styles.go} onClick={() => onGo(row.tick)}>
          <span className={styles.names}>
            {row.arrives && <span className={styles.place}>{place}</span>} <span className={styles.event}>{event}</span>
          </span>
        </button>
      </div>
      {row.cells.map((cell, pane) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
        <Cell key={pane} cell={cell} lit={litLine(cell, inside)} />
      ))}
    </div>
  );
});

/** The line of a cell that is lit; -1: none; undefined: the cell has none, and the others move on. */
function litLine(cell: CompareCell | undefined, inside: number): number | undefined {
  if (inside < 0) return -1;
  return cell && Math.min(inside, cell.steps.length - 1);
}

/** `data-waits`: the others move on, this pane stands still. */
const Cell = memo(function Cell({
  cell,
  lit,
}: {
  readonly cell: CompareCell | undefined;
  readonly lit: number | undefined;
}) {
  const t = useTranslations('compare');
  if (!cell) {
    const waits = lit === undefined;
    return (
      <div role="cell" className={classes(cellStyles.cell, cellStyles.empty)} data-waits={waits ? '' : undefined}>
        <span className={cellStyles.nothing}>{t(waits ? 'waits' : 'nothing')}</span>
      </div>
    );
  }
  return (
    <div role="cell" className={cellStyles.cell}>
      <ol className={cellStyles.lines}>
        {cell.steps.map((step, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps of a trace never move
          <StepLine key={at} step={step} cell={cell} lit={at === lit} />
        ))}
      </ol>
    </div>
  );
});

interface Props {
  readonly compared: Compared;
  readonly comparison: Comparison;
  readonly rows: readonly CompareRow[];
  /** Stays the same function, so that rows need not be drawn again. */
  readonly onGo: (tick: number) => void;
  /** Above the table. */
  readonly children?: ReactNode;
}

/** The panes as columns under their heads: what came of the flow, then moment by moment how. */
export function CompareTable({ compared, comparison, rows, onGo, children }: Props) {
  const t = useTranslations('compare');
  const scroller = useRef<HTMLDivElement>(null);
  useFollow(scroller, children !== undefined);
  return (
    <div ref={scroller} className={styles.scroller}>
      {children}
      <PaneTable compared={compared} count={comparison.panes.length} label={t('table')} corner={t('moment')}>
        <Facts panes={comparison.panes} onOutcome={compared.choose} />
        <Moments rows={rows} onGo={onGo} />
      </PaneTable>
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

/** Is the table in view? A reader of the pictures above it is not taken away from them. */
function looksAtTable(view: HTMLElement): boolean {
  const table = view.querySelector('[role="table"]')?.getBoundingClientRect();
  const { top, height } = view.getBoundingClientRect();
  return table !== undefined && table.top < top + height / 3;
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
function useFollow(scroller: React.RefObject<HTMLDivElement | null>, pictured: boolean): void {
  const store = useBenchStore();
  useEffect(() => {
    let frame: number | undefined;
    const follow = (): void => {
      frame = undefined;
      if (scroller.current && (!pictured || looksAtTable(scroller.current))) keepInSight(scroller.current);
    };
    if (store.getState().view.compareTick > 0) follow();
    const stop = store.subscribe(({ view }, before) => {
      if (view.compareTick !== before.view.compareTick) frame ??= requestAnimationFrame(follow);
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [store, scroller, pictured]);
}
