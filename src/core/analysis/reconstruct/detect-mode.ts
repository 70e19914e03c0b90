import type { ProxyModeId } from '../../kubernetes/types';
import type { Observed } from './types';

/** The proxy mode that wrote what was pasted; undefined if nothing is of kube-proxy. */
export function detectMode({ xtables, nftables, ipvs, ipsets }: Observed): ProxyModeId | undefined {
  const names = Object.values(xtables).flatMap(({ tables }) =>
    [...tables.values()].flatMap(({ chains }) =>
      [...chains.values()].flatMap(({ name, length }) => (length > 0 ? [name] : [])),
    ),
  );
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const isIptables = has(/^KUBE-(?:SVC|SEP|SVL|XLB|EXT)-|^KUBE-EXTERNAL-SERVICES$|^KUBE-NODEPORTS$/);
  if (
    [...(nftables?.tables.values() ?? [])].some(({ name, chains }) => name === 'kube-proxy' && chains.size > 0) &&
    !isIptables
  )
    return 'nftables';
  if (has(/^KUBE-PORTALS-/) && !isIptables) return 'userspace';
  const isIpvs = has(/^KUBE-(?:LOAD-BALANCER|NODE-PORT|IPVS-FILTER)$/) || (ipvs?.services.length ?? 0) > 0;
  if (isIpvs && !has(/^KUBE-SVC-/)) return 'ipvs';
  if (isIptables || has(/^KUBE-(?:SERVICES|PROXY-CANARY)$/)) return 'iptables';
  return [...(ipsets?.keys() ?? [])].some((name) => /^KUBE-(?:6-)?CLUSTER-IP$/.test(name)) ? 'ipvs' : undefined;
}
