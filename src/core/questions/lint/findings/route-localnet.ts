import { phrase } from '../../../lib/phrase';
import { familyCheck, placedRules, type FindingPlace } from '../finding';

const SYSCTL = 'net.ipv4.conf.all.route_localnet';

/** nodePorts on 127.0.0.1 need route_localnet; the rule that guards it tells that kube-proxy counts on it. */
export const ROUTE_LOCALNET = familyCheck('route-localnet', (linted, { sysctls }) => {
  if (linted.family !== 'ipv4') return [];
  const value = sysctls[SYSCTL];
  const guards: FindingPlace[] = [];
  for (const { rule, place } of placedRules(linted, 'filter', 'KUBE-FIREWALL')) {
    const isLoopback = rule.dst && !rule.dst.negated && (rule.dst.address.words[0] ?? 0) >>> 24 === 127;
    if (isLoopback && rule.src?.negated) guards.push(place);
  }
  if (guards.length > 0 && value === 0) {
    return [{ id: 'route-localnet', severity: 'warning', message: phrase('lint.route-localnet-off'), places: guards }];
  }
  if (guards.length > 0 || value !== 1 || linted.tables.get('filter')?.whole === false) return [];
  return [{ id: 'route-localnet', severity: 'error', message: phrase('lint.route-localnet-open'), places: [] }];
});
