import { oncePerObject } from '../../../lib/once-per-object';
import { isLoopback, parseIp, type IpFamily } from '../../../net/ip';
import { LABEL_ZONE } from '../../meta';
import { addressesOfFamily } from '../../service-port';
import type { ClusterObjects, NodeObject } from '../../types';
import type { SyncInput } from '../mode';

const byName = oncePerObject(
  (nodes: readonly NodeObject[]): ReadonlyMap<string, NodeObject> =>
    new Map(nodes.map((node) => [node.metadata.name, node])),
);

/** The Node a proxy runs on; undefined if the cluster has no such Node. */
export function ownNode(cluster: ClusterObjects, name: string): NodeObject | undefined {
  return byName(cluster.nodes).get(name);
}

/** The node's `topology.kubernetes.io/zone`; empty if it has none. */
export function zoneOf(node: NodeObject | undefined): string {
  return node?.metadata.labels?.[LABEL_ZONE] ?? '';
}

/**
 * The node IP of a family: the first InternalIP, else the first ExternalIP, else loopback
 * (cmd/kube-proxy/app detectNodeIPs).
 */
export function nodeIPOf(node: NodeObject | undefined, family: IpFamily): string {
  const addresses = node?.status.addresses ?? [];
  const ofType = (type: string): string[] =>
    addresses.filter((entry) => entry.type === type).map((entry) => entry.address);
  const found = addressesOfFamily([...ofType('InternalIP'), ...ofType('ExternalIP')], family)[0];
  return found ?? (family === 'ipv4' ? '127.0.0.1' : '::1');
}

/**
 * The addresses on the node's interfaces, of one family. Unless the input names them: loopback and
 * the InternalIPs.
 */
export function interfaceAddressesOf(input: SyncInput): string[] {
  const { family } = input;
  if (input.interfaceAddresses) return addressesOfFamily(input.interfaceAddresses, family);
  const addresses = ownNode(input.cluster, input.node)?.status.addresses ?? [];
  const internal = addresses.filter((entry) => entry.type === 'InternalIP').map((entry) => entry.address);
  return addressesOfFamily(['127.0.0.1', '::1', ...internal], family);
}

/** Is the text an address of 127.0.0.0/8, or ::1? */
export function isLoopbackText(text: string): boolean {
  const parsed = parseIp(text);
  return parsed.ok && isLoopback(parsed.value);
}
