import { phrase } from '../../../lib/phrase';
import { TableEffects, touches, untilItWrites, endsHere, isStateless, listTests } from '../rule-kinds';
import { familyCheck, placedRules, type Finding, type LintedFamily, type PlacedRule } from '../finding';
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
 * remembers or draws lots, no address arithmetic, and nothing between the two that may turn the answer
 * of one of the tests (a mark set, a set filled).
 */
export const NEVER_MATCHES = familyCheck('never-matches', (linted) =>
  [...linted.tables.keys()].flatMap((table) => listNeverMatching(linted, table)),
);

/** The findings of one table, whoever leads to its chains. */
export function listNeverMatching(linted: LintedFamily, table: TableName): Finding[] {
  const content = linted.tables.get(table);
  if (!content) return [];
  const effects = new TableEffects(content);
  return [...content.chains.keys()].flatMap((chain) => ofChain(linted, { table, chain, effects }));
}

interface ChainScope {
  readonly table: TableName;
  readonly chain: string;
  readonly effects: TableEffects;
}

function ofChain(linted: LintedFamily, { table, chain, effects }: ChainScope): Finding[] {
  let ending: Seen[] = [];
  const findings: Finding[] = [];
  for (const { rule, place } of placedRules(linted, table, chain)) {
    const ends = endsHere(rule) && isStateless(rule);
    if (!ends && ending.length === 0) continue;
    const tests = new Set(listTests(untilItWrites(rule), linted.family));
    const cover = ending.find((earlier) => [...earlier.tests].every((test) => tests.has(test)));
    if (cover) findings.push(makeFinding(linted.family, { rule, place }, cover));
    else if (ends) remember(ending, { rule, tests, place });
    else ending = lasting(ending, effects, rule);
  }
  return findings;
}

/** Of the rules seen so far, those whose tests answer the same behind the rule. */
function lasting(ending: Seen[], effects: TableEffects, rule: XtRule): Seen[] {
  if (!rule.target) return ending;
  const left = effects.of(rule);
  return ending.filter((seen) => !touches(left, seen.rule));
}

function remember(ending: Seen[], seen: Seen): void {
  ending.push(seen);
  if (ending.length <= LOOK_BACK) return;
  ending.splice(
    ending.findIndex(({ tests }) => tests.size > 1),
    1,
  );
}

function makeFinding(family: IpFamily, { rule, place }: PlacedRule, cover: Seen): Finding {
  const values = { chain: place.chain, rule: place.index + 1, earlier: cover.place.index + 1 };
  const message = phrase('lint.never-matches', values);
  // Where both say the same nothing is lost: kube-proxy itself repeats health check ports.
  const severity = target(cover.rule, family) === target(rule, family) ? 'info' : 'warning';
  return { id: 'never-matches', severity, message, places: [place, cover.place] };
}

function target(rule: XtRule, family: IpFamily): string {
  return rule.target ? printRule({ matches: [], target: rule.target }, family) : '';
}
