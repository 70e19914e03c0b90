import { phrase } from '../../../lib/phrase';
import { modeOfChain } from '../../reconstruct/compare';
import { familyCheck, type Finding, type FindingPlace } from '../finding';

/** Chains and sets only another proxy mode makes: kube-proxy stopped cleaning them up at its start in 1.15. */
export const OTHER_MODE = familyCheck('other-mode', ({ family, tables }, { mode, ipsets }) => {
  if (mode === undefined) return [];
  const places = new Map<string, FindingPlace[]>();
  for (const [table, { chains }] of tables) {
    for (const { name: chain } of chains.values()) {
      const other = modeOfChain(chain);
      if (other === undefined || other === mode) continue;
      places.set(other, [...(places.get(other) ?? []), { family, table, chain }]);
    }
  }
  const findings = [...places].map(([other, list]): Finding => {
    const message = phrase('lint.other-mode', { mode, other, count: list.length });
    return { id: 'other-mode', severity: 'warning', message, places: list };
  });
  const sets = [...(ipsets ?? [])].filter((name) => /^KUBE-(?:6-)?(?:CLUSTER-IP|LOOP-BACK|NODE-PORT-TCP)$/.test(name));
  if (mode === 'ipvs' || sets.length === 0 || family === 'ipv6') return findings;
  const message = phrase('lint.other-mode-sets', { mode, sets: sets.join(', ') });
  return [...findings, { id: 'other-mode', severity: 'warning', message, places: [] }];
});
