import { add, formatFraction, parseFraction, type Fraction } from '../../core/lib/fraction';
import type { RunResult } from '../../engine/protocol';

/** The chance, as meant, that the request ends at a namespace; `?` when an unknown rule decides. */
export type Odds = ReadonlyMap<string, string>;

const NONE: Odds = new Map();

/** Sums outcomes by where the request was delivered. Nothing to say when there is only one outcome. */
export function oddsByNetns(result: RunResult | undefined): Odds {
  if (!result || result.outcomes.length < 2) return NONE;
  const sums = new Map<string, Fraction | undefined>();
  for (const { disposition, probability } of result.outcomes) {
    if (disposition.kind !== 'DELIVERED') continue;
    const { netns } = disposition;
    const known = sums.get(netns);
    const unknown = probability === undefined || (sums.has(netns) && known === undefined);
    sums.set(netns, unknown ? undefined : known ? add(known, parseFraction(probability)) : parseFraction(probability));
  }
  return new Map([...sums].map(([netns, sum]) => [netns, sum ? formatFraction(sum) : '?']));
}
