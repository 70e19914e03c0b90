import type { Effect } from '../../core/document/why/ending';
import type { Flips, Tried } from '../../core/document/why/what-flips';

/** What stands on the list: changes that turn the outcome round, those that only change its odds, way or sender. */
export interface FlipList {
  readonly flips: readonly Tried[];
  readonly others: readonly Tried[];
  /** Changes that were simulated and change nothing of it. */
  readonly without: number;
}

const RANK: Readonly<Record<Effect, number>> = { flips: 0, odds: 1, source: 2, ends: 3, same: 4 };

/** The found changes by what they do; among equals the smallest stay first. */
export function flipList({ found, tried }: Flips): FlipList {
  const flips = found.filter(({ effect }) => effect === 'flips');
  const others = found.filter(({ effect }) => effect !== 'flips').toSorted((a, b) => RANK[a.effect] - RANK[b.effect]);
  return { flips, others, without: tried - found.length };
}
