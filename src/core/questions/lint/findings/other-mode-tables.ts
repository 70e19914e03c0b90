import { phrase } from '../../../lib/phrase';
import { virtualName } from '../../diff/diff-rulesets';
import type { Check, Finding } from '../finding';

/** kube-proxy's nftables table or its virtual servers beside the rules of another mode. */
export const OTHER_MODE_TABLES: Check = {
  id: 'other-mode',
  find: ({ mode, nftables, ipvs }) => {
    if (mode === undefined) return [];
    const tables = [...(nftables?.tables ?? [])].filter(
      ([, { name, chains }]) => name === 'kube-proxy' && chains.size > 0,
    );
    const own = mode === 'nftables' ? [] : tables;
    const services = mode === 'ipvs' ? [] : (ipvs?.services ?? []);
    const findings: Finding[] = own.map(([table, { chains }]) => ({
      id: 'other-mode',
      severity: 'warning',
      message: phrase('lint.other-mode-table', { mode, table, count: chains.size }),
      places: [{ table, chain: [...chains.keys()][0] ?? '' }],
    }));
    if (services.length === 0) return findings;
    const message = phrase('lint.other-mode-servers', { mode, count: services.length });
    const places = services.slice(0, 50).map((service) => ({ table: 'ipvs' as const, chain: virtualName(service) }));
    return [...findings, { id: 'other-mode', severity: 'warning', message, places }];
  },
};
