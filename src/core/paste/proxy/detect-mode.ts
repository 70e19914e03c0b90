import type { ProxyModeId } from '../../kubernetes/types';
import type { XtChain, XtRuleset } from '../../linux/xtables/types';
import type { IpFamily } from '../../net/ip';
import { kubeChainsOfNft } from '../nft-as-iptables';
import type { Observed } from './types';

const FAMILIES: readonly IpFamily[] = ['ipv4', 'ipv6'];

/** Of a chain that only ever holds a few rules in the IPVS mode so many are looked at. */
const MOST_RULES = 64;

/** The sets that only kube-proxy's IPVS mode makes (pkg/proxy/ipvs/ipset.go). */
const IPVS_SET = /^KUBE-(?:6-)?(?:CLUSTER-IP|LOOP-BACK|LOAD-BALANCER|EXTERNAL-IP|NODE-PORT|HEALTH-CHECK|IPVS-IPS)/;

/** The proxy mode that wrote what was pasted; undefined if nothing is of kube-proxy. */
export function detectMode({ xtables, nftables, ipvs, ipsets }: Observed): ProxyModeId | undefined {
  const names = Object.values(xtables).flatMap(({ tables }) =>
    [...tables.values()].flatMap(({ chains }) =>
      [...chains.values()].flatMap(({ name, length }) => (length > 0 ? [name] : [])),
    ),
  );
  // iptables-nft keeps its chains where nft lists them, too.
  const listed = nftables ? FAMILIES.flatMap((family) => kubeChainsOfNft(nftables, family)) : [];
  names.push(...listed);
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const isIptables = has(/^KUBE-(?:SVC|SEP|SVL|XLB|EXT)-|^KUBE-EXTERNAL-SERVICES$|^KUBE-NODEPORTS$/);
  if (
    [...(nftables?.tables.values() ?? [])].some(({ name, chains }) => name === 'kube-proxy' && chains.size > 0) &&
    !isIptables
  )
    return 'nftables';
  if (has(/^KUBE-PORTALS-/) && !isIptables) return 'userspace';
  const isIpvs =
    asksSets(Object.values(xtables)) ||
    has(/^KUBE-(?:LOAD-BALANCER|NODE-PORT|IPVS-FILTER)$/) ||
    (ipvs?.services.length ?? 0) > 0;
  if (isIpvs && !has(/^KUBE-SVC-/)) return 'ipvs';
  if (isIptables || has(/^KUBE-(?:SERVICES|PROXY-CANARY)$/)) return 'iptables';
  return [...(ipsets?.keys() ?? [])].some((name) => IPVS_SET.test(name)) ? 'ipvs' : undefined;
}

/** Do kube-proxy's chains of all modes ask the sets of this one? */
function asksSets(rulesets: readonly XtRuleset[]): boolean {
  return rulesets.some(({ tables }) => {
    const nat = tables.get('nat')?.chains;
    return [nat?.get('KUBE-SERVICES'), nat?.get('KUBE-POSTROUTING')].some((chain) => chain && asksSet(chain));
  });
}

function asksSet(chain: XtChain): boolean {
  for (let index = 0; index < Math.min(chain.length, MOST_RULES); index++) {
    for (const match of chain.rule(index).matches) {
      if (match.match === 'set' && IPVS_SET.test(match.spec.set?.value.name ?? '')) return true;
    }
  }
  return false;
}
