import { phrase } from '../../../lib/phrase';
import { isBuiltIn, type XtRule } from '../../../linux/xtables/types';
import { formatIp } from '../../../net/ip';
import { hostOfTest } from '../../../paste/layers';
import { familyCheck, placedRules, type Finding, type LintedFamily, type PlacedRule } from '../finding';
import { isUnconditional } from '../rule-kinds';

function isNotrack({ target }: XtRule): boolean {
  return target?.target === 'NOTRACK' || (target?.target === 'CT' && target.spec.notrack !== undefined);
}

/** Addresses KUBE-SERVICES translates. */
function serviceAddresses(linted: LintedFamily): Set<string> {
  const found = new Set<string>();
  for (const { rule } of placedRules(linted, 'nat', 'KUBE-SERVICES')) {
    const host = hostOfTest(rule.dst);
    if (host) found.add(formatIp(host));
  }
  return found;
}

/** A built-in chain whose rules before this one let every packet come to it. */
function isForAll(linted: LintedFamily, { chain, index }: PlacedRule['place']): boolean {
  if (!isBuiltIn('raw', chain)) return false;
  for (const { rule, place } of placedRules(linted, 'raw', chain)) {
    if (place.index >= index) return true;
    if (rule.target && !isNotrack(rule) && rule.target.target !== 'LOG') return false;
  }
  return true;
}

/** Untracked packets are never translated: a Service they are for is not reached through kube-proxy's rules. */
export const NOTRACK_CHECK = familyCheck('notrack', (linted) => {
  const findings: Finding[] = [];
  const chains = [...(linted.tables.get('raw')?.chains.keys() ?? [])];
  const services = serviceAddresses(linted);
  for (const chain of chains) {
    for (const { rule, place } of placedRules(linted, 'raw', chain)) {
      if (!isNotrack(rule)) continue;
      const host = hostOfTest(rule.dst);
      const address = host && formatIp(host);
      if (isUnconditional(rule) && isForAll(linted, place)) {
        findings.push({
          id: 'notrack',
          severity: 'error',
          message: phrase('lint.notrack-all', { chain }),
          places: [place],
        });
      } else if (address !== undefined && services.has(address)) {
        const message = phrase('lint.notrack-service', { chain, address });
        findings.push({ id: 'notrack', severity: 'warning', message, places: [place] });
      }
    }
  }
  return findings;
});
