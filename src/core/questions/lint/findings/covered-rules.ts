import type { TableName } from '../../../linux/hooks';
import { findDeadRules } from '../../../reach/dead-rules';
import { rulesInAll, COVER_LIMITS, coveredFinding, type CoveredWords } from '../covered-finding';
import { familyCheck, type Finding, type FindingPlace, type LintedFamily } from '../finding';
import { xtDeeds } from '../rule-deeds';
import { listNeverMatching } from './never-matches';

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
  if (!table || table.whole === false || rulesInAll(table) > COVER_LIMITS.rules) return [];
  const found = findDeadRules({ table, family, limit: COVER_LIMITS.nodes });
  if (!found.ok) return [];
  const words: CoveredWords = {
    place: ({ chain, index }) => ({ family, table: table.name, chain, index }),
    does: xtDeeds(table, family),
  };
  return found.value.filter(({ why }) => why === 'covered').map((dead) => coveredFinding(dead, words));
}
