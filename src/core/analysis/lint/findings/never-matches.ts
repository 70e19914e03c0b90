import { phrase } from '../../../lib/phrase';
import { familyCheck, placedRules, type Finding, type LintedFamily, type PlacedRule } from '../finding';
import { endsHere, isStateless, testsOf } from '../rule-kinds';
import type { XtRule } from '../../../linux/xtables/types';
import { printRule } from '../../../linux/xtables/rule-text';
import type { IpFamily } from '../../../net/ip';
import type { TableName } from '../../../linux/hooks';

/** So many rules before one are compared with it: longer chains are dispatchers whose rules differ in address. */
const LOOK_BACK = 200;

interface Seen {
  readonly rule: XtRule;
  readonly tests: ReadonlySet<string>;
  readonly place: PlacedRule['place'];
}

/**
 * Rules that no packet reaches: an earlier rule of the chain takes all they would, since each of its
 * tests is a test of theirs too, and it ends the chain. Only what is certain: nothing that counts,
 * remembers or draws lots, and no address arithmetic.
 */
export const NEVER_MATCHES = familyCheck('never-matches', (linted) =>
  [...linted.tables].flatMap(([table, { chains }]) =>
    [...chains.keys()].flatMap((chain) => ofChain(linted, table, chain)),
  ),
);

function ofChain(linted: LintedFamily, table: TableName, chain: string): Finding[] {
  const ending: Seen[] = [];
  const findings: Finding[] = [];
  for (const { rule, place } of placedRules(linted, table, chain)) {
    const ends = endsHere(rule) && isStateless(rule);
    if (!ends && ending.length === 0) continue;
    const tests = new Set(testsOf(rule, linted.family));
    const cover = ending.find((earlier) => [...earlier.tests].every((test) => tests.has(test)));
    if (cover) {
      const values = { chain, rule: place.index + 1, earlier: cover.place.index + 1 };
      const message = phrase('lint.never-matches', values);
      // Where both say the same nothing is lost: kube-proxy itself repeats health check ports.
      const severity = target(cover.rule, linted.family) === target(rule, linted.family) ? 'info' : 'warning';
      findings.push({ id: 'never-matches', severity, message, places: [place, cover.place] });
    } else if (ends) {
      ending.push({ rule, tests, place });
      if (ending.length > LOOK_BACK)
        ending.splice(
          ending.findIndex(({ tests: own }) => own.size > 1),
          1,
        );
    }
  }
  return findings;
}

function target(rule: XtRule, family: IpFamily): string {
  return rule.target ? printRule({ matches: [], target: rule.target }, family) : '';
}
