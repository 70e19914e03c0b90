import type { Effect } from '../../core/questions/why/ending';
import type { Flips, Tried } from '../../core/questions/why/what-flips';

/** What stands on the list: changes that turn the outcome round, those that only change its odds, way or sender. */
export interface FlipList {
  readonly flips: readonly Tried[];
  /** Changes after which the receiver sees the sender itself, where it now sees another address. */
  readonly keeps: readonly Tried[];
  /** Changes after which what a client sends by several ports comes to the same Pod more often, or less. */
  readonly shares: readonly Tried[];
  readonly others: readonly Tried[];
  /** Changes that were simulated and change nothing of it. */
  readonly without: number;
}

const RANK: Readonly<Record<Effect, number>> = { flips: 0, odds: 1, together: 2, source: 3, ends: 4, same: 5 };

/** The found changes by what they do; among equals the smallest stay first. `sender`: the address the packet was sent from. */
export function flipList({ found, tried, before }: Flips, sender?: string): FlipList {
  const isKept = ({ effect, after }: Tried): boolean =>
    effect === 'source' && sender !== undefined && after.sources.join() === sender && before.sources.join() !== sender;
  const flips = found.filter(({ effect }) => effect === 'flips');
  const keeps = found.filter(isKept);
  const shares = found.filter(({ effect }) => effect === 'together');
  const others = found
    .filter((each) => each.effect !== 'flips' && !keeps.includes(each) && !shares.includes(each))
    .toSorted((a, b) => RANK[a.effect] - RANK[b.effect]);
  return { flips, keeps, shares, others, without: tried - found.length };
}
