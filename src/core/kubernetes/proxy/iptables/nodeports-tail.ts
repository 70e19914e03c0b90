import type { GeneratedRule } from '../mode';
import { isLoopbackText } from '../shared/node';
import { nodePortIPs } from '../shared/node-port-addresses';
import type { ProxierContext } from './context';
import { KUBE_NODEPORTS } from './names';
import { proxyRule } from './rule';

const COMMENT = '-m comment --comment "kubernetes service nodeports; NOTE: this must be the last rule in this chain"';

/** The last rules of KUBE-SERVICES: packets for the node's own addresses go on to the nodePorts. */
export function nodePortsTail(
  context: ProxierContext,
  interfaceAddresses: readonly string[],
): readonly GeneratedRule[] {
  const field = 'nodePortAddresses';
  if (context.nodePortAddresses.matchAll) {
    const text = `${COMMENT} -m addrtype --dst-type LOCAL${exceptLoopback(context)} -j ${KUBE_NODEPORTS}`;
    return [proxyRule(field, text, 'nodeports')];
  }
  const skipsLoopback = context.features.localhostOption && (context.family === 'ipv6' || !context.localhostNodePorts);
  return nodePortIPs(context.nodePortAddresses, interfaceAddresses)
    .filter((address) => !(skipsLoopback && isLoopbackText(address)))
    .map((address) => proxyRule(field, `${COMMENT} -d ${address} -j ${KUBE_NODEPORTS}`, 'nodeports-at', { address }));
}

function exceptLoopback(context: ProxierContext): string {
  if (!context.features.localhostOption) return '';
  if (context.family === 'ipv6') return ' ! -d ::1/128';
  return context.localhostNodePorts ? '' : ' ! -d 127.0.0.0/8';
}
