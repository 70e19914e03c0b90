import { phrase } from '../../../lib/phrase';
import type { RuleRef, TableName } from '../../../linux/hooks';
import { printRule } from '../../../linux/xtables/rule-text';
import type { XtTable } from '../../../linux/xtables/types';
import type { IpFamily } from '../../../net/ip';
import { findDeadRules, type DeadRule } from '../../../reach/dead-rules';
import { familyCheck, type Finding, type FindingPlace, type LintedFamily } from '../finding';
import { listNeverMatching } from './never-matches';

/** Rules of a table that are looked at for all packets, and nodes of diagrams for it: a fraction of a second. */
const MOST_RULES = 2000;
const MOST_NODES = 400_000;
/** Of the rules that take another's packets so many are named. */
const MOST_NAMED = 3;

/**
 * Rules that others before them leave no packet to, of all that can come by the table's hooks: exact, where a rule alone
 * does not tell it already. Nothing of a table that is here in part, or is too large.
 */
export const COVERED_RULES = familyCheck('covered', (linted) =>
  [...linted.tables.keys()].flatMap((name) => {
    const told = new Set(listNeverMatching(linted, name).map(({ places }) => placeKey(places[0])));
    return findCovered(linted, name).filter(({ places }) => !told.has(placeKey(places[0])));
  }),
);

const placeKey = (place: FindingPlace | undefined): string => `${place?.chain} ${place?.index}`;

function findCovered({ family, tables }: LintedFamily, name: TableName): Finding[] {
  const table = tables.get(name);
  if (!table || table.whole === false || countRules(table) > MOST_RULES) return [];
  const found = findDeadRules({ table, family, limit: MOST_NODES });
  if (!found.ok) return [];
  return found.value.filter(({ why }) => why === 'covered').map((dead) => makeFinding(table, family, dead));
}

function countRules({ chains }: XtTable): number {
  return [...chains.values()].reduce((sum, { length }) => sum + length, 0);
}

function makeFinding(table: XtTable, family: IpFamily, { rule, by }: DeadRule): Finding {
  const asPlace = ({ chain, index }: RuleRef): FindingPlace => ({ family, table: table.name, chain, index });
  const named = by.slice(0, MOST_NAMED).map(({ chain, index }) => `${chain} ${index + 1}`);
  const values = {
    chain: rule.chain,
    rule: rule.index + 1,
    by: [...named, ...(by.length > MOST_NAMED ? ['…'] : [])].join(', '),
  };
  const own = targetText(table, family, rule);
  const isSame = by.every((each) => targetText(table, family, each) === own);
  return {
    id: 'covered',
    severity: isSame ? 'info' : 'warning',
    message: phrase('lint.covered', values),
    places: [asPlace(rule), ...by.slice(0, MOST_NAMED).map(asPlace)],
  };
}

function targetText({ chains }: XtTable, family: IpFamily, { chain, index }: RuleRef): string {
  const target = chains.get(chain)?.rule(index).target;
  return target ? printRule({ matches: [], target }, family) : '';
}
