import { sumOdds } from '../../core/sim/sum-odds';
import type { Outcome } from '../../core/sim/trace';
import type { RunResult } from '../../engine/protocol';
import { oddsText, type OddsText } from '../common/odds-text.model';

/** The chance that the request ends at a namespace; `?` when an unknown rule decides. */
export type Odds = ReadonlyMap<string, OddsText>;

const NONE: Odds = new Map();

/** Sums outcomes by where the request was delivered. Nothing to say when there is only one outcome. */
export function oddsByNetns(result: RunResult | undefined): Odds {
  if (!result || result.outcomes.length < 2) return NONE;
  const groups = new Map<string, Outcome[]>();
  for (const outcome of result.outcomes) {
    if (outcome.disposition.kind !== 'DELIVERED') continue;
    const { netns } = outcome.disposition;
    groups.set(netns, [...(groups.get(netns) ?? []), outcome]);
  }
  return new Map([...groups].map(([netns, group]) => [netns, oddsText(sumOdds(group)) ?? UNKNOWN]));
}

const UNKNOWN: OddsText = { meant: '?', short: '?', kernel: 'none' };
