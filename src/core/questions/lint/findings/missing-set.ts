import { phrase } from '../../../lib/phrase';
import { familyCheck, placedRules, type Finding, type FindingPlace } from '../finding';

/** Rules ask an ipset that is not among those pasted: the kernel keeps a set that is in use, so the listing is not whole or of another time. */
export const MISSING_SET = familyCheck('missing-set', (linted, { ipsets }) => {
  if (!ipsets) return [];
  const found = new Map<string, FindingPlace[]>();
  for (const [table, { chains }] of linted.tables) {
    for (const chain of chains.keys()) {
      for (const { rule, place } of placedRules(linted, table, chain)) {
        for (const match of rule.matches) {
          const name = match.match === 'set' ? match.spec.set?.value.name : undefined;
          if (name !== undefined && !ipsets.has(name)) found.set(name, [...(found.get(name) ?? []), place]);
        }
      }
    }
  }
  return [...found].map(([set, places]): Finding => {
    const message = phrase('lint.missing-set', { set, count: places.length });
    return { id: 'missing-set', severity: 'warning', message, places };
  });
});
