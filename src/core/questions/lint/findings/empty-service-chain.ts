import { phrase } from '../../../lib/phrase';
import { familyCheck, jumpsByTarget } from '../finding';

/** A Service's chain without rules: packets fall through it untranslated, and nobody answers or refuses. */
export const EMPTY_SERVICE_CHAIN = familyCheck('empty-service-chain', (linted) => {
  const table = linted.tables.get('nat');
  if (!table || table.whole === false) return [];
  const jumps = jumpsByTarget(linted, 'nat');
  return [...table.chains.values()]
    .filter(({ name, length }) => /^KUBE-(?:SVC|SVL|SEP)-/.test(name) && length === 0 && jumps.has(name))
    .map(({ name: chain }) => ({
      id: 'empty-service-chain',
      severity: 'error' as const,
      message: phrase('lint.empty-service-chain', { chain }),
      places: [{ family: linted.family, table: 'nat' as const, chain }, ...(jumps.get(chain) ?? [])],
    }));
});
