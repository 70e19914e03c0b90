import { parseFraction, toNumber } from '../../../core/lib/fraction';
import type { Landing } from '../../../core/sim/many';
import type { DrawsState } from '../../../store/draws';

/** A place where drawn connections ended. */
export interface DrawnRow {
  readonly landing: Landing;
  readonly count: number;
  /** The engine's own odds of the first connection: `1/3`; absent where it says none. */
  readonly odds?: string;
  /** The share that is to be expected of all, 0 to 1; absent where the engine expects none. */
  readonly expected?: number;
  /** As long as the bar is and where its expected end stands, 0 to 1 of the room there is. */
  readonly length: number;
  readonly mark?: number;
  /** The connection that was drawn last ended there. */
  readonly isLast: boolean;
}

/** More than these have no room beside the lens. */
export const MOST_ROWS = 6;

/** What was drawn so far. */
export interface Drawn {
  readonly rows: readonly DrawnRow[];
  /** Places that have no room. */
  readonly more: number;
  readonly total: number;
}

/** A part of all, in the room there is; a bar that ends where it is expected to leaves some of it. */
function makeScale(shares: readonly number[]): (share: number) => number {
  const most = Math.max(0, ...shares);
  const full = most > 0 ? Math.min(1, most * 1.2) : 1;
  return (share) => Math.min(1, share / full);
}

type ListedRow = Pick<DrawnRow, 'landing' | 'count' | 'isLast'> & {
  readonly odds?: string | undefined;
  readonly expected?: number | undefined;
};

/** @param order namespaces in the order the lens has them; others come behind, where most landed first. */
export function drawnRows({ view, count: total }: DrawsState, order: readonly string[]): Drawn {
  const counts = view.landings.map(() => 0);
  for (const { landing } of view.sent.slice(0, total)) counts[landing] = (counts[landing] ?? 0) + 1;
  const placeOf = ({ disposition: { netns } }: Landing): number => {
    const at = order.indexOf(netns);
    return at < 0 ? order.length : at;
  };
  const listed = view.landings.map(({ landing, odds, mean }, at): ListedRow => {
    const all = mean === undefined ? undefined : toNumber(parseFraction(mean)) / view.sent.length;
    const own = odds === undefined ? undefined : toNumber(parseFraction(odds));
    const isLast = view.sent[total - 1]?.landing === at;
    const row = { landing, count: counts[at] ?? 0, isLast };
    // The first one decides for all: of so many connections no share is to be expected anywhere but all or nothing.
    if (view.bearing === 'settled' && total > 1) return row;
    return { ...row, odds, expected: all ?? (view.bearing === 'unknown' ? undefined : own) };
  });
  const sorted = listed.toSorted((a, b) => placeOf(a.landing) - placeOf(b.landing) || b.count - a.count);
  const scale = makeScale(listed.flatMap(({ count, expected = 0 }) => [count / Math.max(1, total), expected]));
  const rows = sorted.slice(0, MOST_ROWS).map(({ landing, count, odds, expected, isLast }) => ({
    landing,
    count,
    isLast,
    ...(odds === undefined ? {} : { odds }),
    ...(expected === undefined ? {} : { expected, mark: scale(expected) }),
    length: scale(count / Math.max(1, total)),
  }));
  return { rows, more: Math.max(0, listed.length - rows.length), total };
}
