import { phrase } from '../../lib/phrase';
import type { RuleRef } from '../../linux/hooks';
import type { DeadRule } from '../../reach/dead-rules';
import type { Finding, FindingPlace } from './finding';
import type { DeedWords } from './rule-deeds';

/** Rules of a table that are looked at for all packets, and nodes of diagrams for it: a fraction of a second. */
export const COVER_LIMITS = { rules: 2000, nodes: 400_000 } as const;
/** Of the rules that take another's packets so many are named. */
const MOST_NAMED = 3;

/** How many rules all chains of a table have together. */
export function rulesInAll({ chains }: { readonly chains: ReadonlyMap<string, { readonly length: number }> }): number {
  return [...chains.values()].reduce((sum, { length }) => sum + length, 0);
}

/** Where a rule of a table stands, and how what it does to packets is written. */
export interface CoveredWords {
  readonly place: (rule: RuleRef) => FindingPlace;
  readonly does: DeedWords;
}

/** A finding about a rule whose packets others take: a warning where one of them does something else to them. */
export function coveredFinding({ rule, by }: DeadRule, { place, does }: CoveredWords): Finding {
  const named = by.slice(0, MOST_NAMED).map(({ chain, index }) => `${chain} ${index + 1}`);
  const values = {
    chain: rule.chain,
    rule: rule.index + 1,
    by: [...named, ...(by.length > MOST_NAMED ? ['…'] : [])].join(', '),
  };
  return {
    id: 'covered',
    severity: by.every((each) => does(each) === does(rule)) ? 'info' : 'warning',
    message: phrase('lint.covered', values),
    places: [place(rule), ...by.slice(0, MOST_NAMED).map(place)],
  };
}
