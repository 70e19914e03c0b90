import { phrase } from '../../../lib/phrase';
import { familyCheck, jumpsByTarget } from '../finding';

const OF_SERVICE = /^KUBE-(?:SVC|SVL|SEP|XLB|EXT|FW)-/;

/** kube-proxy's chains that nothing leads to: a sync was cut short, or the partial ones missed them. */
export const STALE_CHAIN = familyCheck('stale-chain', (linted) => {
  const table = linted.tables.get('nat');
  if (!table || table.whole === false) return [];
  const jumps = jumpsByTarget(linted, 'nat');
  return [...table.chains.keys()]
    .filter((chain) => OF_SERVICE.test(chain) && !jumps.has(chain))
    .map((chain) => ({
      id: 'stale-chain',
      severity: 'warning' as const,
      message: phrase('lint.stale-chain', { chain }),
      places: [{ family: linted.family, table: 'nat' as const, chain }],
    }));
});
