import type { ListedChain } from '../formats/listing/read-listing';
import { tableOfListing } from '../formats/iptables-list';
import type { TableName } from '../linux/hooks';

/** Chains that kube-proxy and kubelet have in nat only. */
const NAT =
  /^KUBE-(?:SVC|SVL|SEP|XLB|EXT|FW|HP)-|^KUBE-(?:MARK-(?:MASQ|DROP)|POSTROUTING|NODE-PORT|LOAD-BALANCER|PORTALS-\w+|NODEPORT-\w+|HOSTPORTS)$/;
const FILTER =
  /^KUBE-(?:FORWARD|FIREWALL|EXTERNAL-SERVICES|PROXY-FIREWALL|NODE-PORT-FILTER)$|^ufw6?-|^DOCKER-(?:USER|ISOLATION)/;

/** The table some listed chains belong to: by built-in chains and targets, by what they are called, by where they jump. */
export function whichTable(chains: readonly ListedChain[]): TableName {
  const told = tableOfListing(chains);
  if (told) return told;
  const names = chains.flatMap(({ name, rules }) => [
    name,
    ...rules.flatMap(({ target }) =>
      target?.target === 'JUMP' || target?.target === 'GOTO' ? [target.spec.chain] : [],
    ),
  ]);
  if (names.some((name) => NAT.test(name))) return 'nat';
  return names.some((name) => FILTER.test(name)) ? 'filter' : names.includes('KUBE-SERVICES') ? 'nat' : 'filter';
}
