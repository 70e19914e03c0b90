import { add, formatFraction, parseFraction, ZERO, type Fraction } from '../../lib/fraction';
import { formatIp } from '../../net/ip';
import type { Disposition, Outcome } from '../../sim/trace';

/** How a flow ends over all its outcomes. */
export interface Ending {
  /** The odds that it gets through (see {@link getsThrough}), exact; undefined: something not simulated decides. */
  readonly through?: string;
  /** Each way its request ends, the most probable first, no two alike. */
  readonly ends: readonly Disposition[];
  /** Whom those that got it saw as the sender, each once. */
  readonly sources: readonly string[];
}

/**
 * What a change does to a flow. `flips`: what was shown cannot happen any more, its opposite always does. `odds`: it
 * became more or less likely. `source`: it ends as before, and the receiver sees another sender. `ends`: it fails, or
 * arrives, in another way. `same`: none of these.
 */
export type Effect = 'flips' | 'odds' | 'source' | 'ends' | 'same';

/** Does the caller get an answer? A packet that leaves what is known of a pasted node counts, too. */
export function getsThrough({ answered, disposition }: Pick<Outcome, 'answered' | 'disposition'>): boolean {
  return answered || disposition.kind === 'LEFT';
}

/** Sums the outcomes of a flow up. `truncated`: there are more than were walked, so odds are not known. */
export function endingOfAll(outcomes: readonly Outcome[], truncated: boolean): Ending {
  const through = truncated ? undefined : oddsOf(outcomes);
  const ends = new Map(outcomes.map(({ disposition }) => [endKey(disposition), disposition] as const));
  const sources = outcomes.flatMap(({ arrived }) => (arrived ? [formatIp(arrived.src)] : []));
  return {
    ...(through ? { through: formatFraction(through) } : {}),
    ends: [...ends.values()],
    sources: [...new Set(sources)].sort(),
  };
}

/** Undefined unless all outcomes that get through, or all that do not, have known odds. */
function oddsOf(outcomes: readonly Outcome[]): Fraction | undefined {
  if (outcomes.length > 0 && outcomes.every(getsThrough)) return parseFraction('1');
  const through = outcomes.filter(getsThrough);
  if (through.length > 0 && outcomes.some(({ probability }) => probability === undefined)) return undefined;
  return through.reduce((sum, { probability = '0' }) => add(sum, parseFraction(probability)), ZERO);
}

/** Ends that a person would call the same: wherever it is, the same thing was done by the same part. */
function endKey(end: Disposition): string {
  if (end.kind === 'DELIVERED') return 'DELIVERED';
  return end.kind === 'REJECTED' ? `REJECTED ${end.with}` : end.kind;
}

/** Compares a flow before and after a change. `shown`: did the outcome on the page get through? */
export function effectOf(before: Ending, after: Ending, shown: boolean): Effect {
  if (after.through === undefined || before.through === undefined) return 'same';
  if (after.through !== before.through) return after.through === (shown ? '0' : '1') ? 'flips' : 'odds';
  const kinds = ({ ends }: Ending): string => ends.map(endKey).sort().join();
  if (kinds(before) !== kinds(after)) return 'ends';
  return before.sources.join() === after.sources.join() ? 'same' : 'source';
}
