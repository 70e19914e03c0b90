import { phrase } from '../../../lib/phrase';
import { printRule } from '../../../linux/xtables/rule-text';
import { familyCheck, placedRules, type Finding } from '../finding';
import { endsHere } from '../rule-kinds';

/** The same rule twice in a chain, where the second is not already known to match nothing. */
export const DUPLICATE_RULE = familyCheck('duplicate-rule', (linted) => {
  const findings: Finding[] = [];
  for (const [table, { chains }] of linted.tables) {
    for (const { name: chain, length } of chains.values()) {
      if (length < 2) continue;
      const seen = new Map<string, number>();
      for (const { rule, place } of placedRules(linted, table, chain)) {
        const text = printRule(rule, linted.family);
        const first = seen.get(text);
        if (first === undefined) seen.set(text, place.index);
        else if (rule.target && !endsHere(rule)) {
          const message = phrase('lint.duplicate-rule', { chain, rule: place.index + 1, first: first + 1 });
          findings.push({
            id: 'duplicate-rule',
            severity: 'info',
            message,
            places: [{ ...place, index: first }, place],
          });
        }
      }
    }
  }
  return findings;
});
