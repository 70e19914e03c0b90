import { phrase } from '../../../lib/phrase';
import { familyCheck, placedRules, type FindingPlace } from '../finding';

const ALL = 'net.ipv4.conf.all.route_localnet';
/** A device has it on if `all` or its own has (IN_DEV_ROUTE_LOCALNET, include/linux/inetdevice.h). */
const ANY = /^net\.ipv4\.conf\.(?!default\.)[^.]+\.route_localnet$/;

/** nodePorts on 127.0.0.1 need route_localnet; the rule that guards it tells that kube-proxy counts on it. */
export const ROUTE_LOCALNET = familyCheck('route-localnet', (linted, { sysctls }) => {
  if (linted.family !== 'ipv4') return [];
  const on = Object.keys(sysctls).find((name) => ANY.test(name) && sysctls[name] === 1);
  const guards: FindingPlace[] = [];
  for (const { rule, place } of placedRules(linted, 'filter', 'KUBE-FIREWALL')) {
    const isLoopback = rule.dst && !rule.dst.negated && (rule.dst.address.words[0] ?? 0) >>> 24 === 127;
    if (isLoopback && rule.src?.negated) guards.push(place);
  }
  if (guards.length > 0 && sysctls[ALL] === 0 && on === undefined) {
    return [{ id: 'route-localnet', severity: 'warning', message: phrase('lint.route-localnet-off'), places: guards }];
  }
  if (guards.length > 0 || on === undefined || linted.tables.get('filter')?.whole === false) return [];
  return [
    {
      id: 'route-localnet',
      severity: 'error',
      message: phrase('lint.route-localnet-open', { sysctl: on }),
      places: [],
    },
  ];
});
