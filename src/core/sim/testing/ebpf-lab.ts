import { createDerive } from '../../document/derive';
import { emptyDocument, type Document } from '../../document/document';
import { replaceCluster } from '../../document/edits/cluster';
import type { CiliumConfig } from '../../kubernetes/proxy/ebpf/cilium-config';
import { CLIENT_ID } from '../../kubernetes/network';
import type { ClusterObjects } from '../../kubernetes/types';
import type { Network } from '../../linux/netns';
import { ip, type IpAddress } from '../../net/ip';
import type { SimFlow } from '../simulate';

/** The sender: a Pod, a process of a node, or a client outside whose packet a node receives. */
export type EbpfSender =
  | { readonly kind: 'pod'; readonly name: string }
  | { readonly kind: 'host'; readonly node: string }
  | { readonly kind: 'outside'; readonly node: string; readonly address: IpAddress };

interface Lab {
  readonly config: CiliumConfig;
  /** Cilium's own. */
  readonly release?: string;
  /** Addresses outside that are to be answered. */
  readonly outside: readonly string[];
}

/** A cluster with Cilium in the place of kube-proxy. */
export function ebpfNetwork(cluster: ClusterObjects, { config, release = '1.18', outside }: Lab): Network {
  const base = replaceCluster(emptyDocument(), cluster);
  const flows = outside.map((address) => ({
    id: address,
    from: { kind: 'external', address } as const,
    to: { kind: 'address', address: '192.0.2.1' } as const,
    protocol: 'tcp' as const,
    port: 80,
  }));
  const document: Document = { ...base, mode: 'ebpf', release, cilium: config, flows };
  return createDerive()(document).network;
}

/** Does a router outside bring it to that node: the first for addresses of balancers, its own for a node's? */
const isRouted = (node: string, address: string): boolean =>
  address.startsWith('192.168.')
    ? address.endsWith(`.${node.slice(-1)}`)
    : node === 'node1' && !address.startsWith('10.');

/** Of somebody outside, what no router would bring to that node is put onto its wire. */
export function ebpfFlow(
  from: EbpfSender,
  to: { readonly address: string; readonly port: number },
  { proto = 'tcp', sport = 41_000 }: Partial<Pick<SimFlow, 'proto' | 'sport'>> = {},
): SimFlow {
  const sent = { dst: ip(to.address), dport: to.port, proto, sport };
  if (from.kind === 'pod') return { ...sent, netns: from.name };
  if (from.kind === 'host') return { ...sent, netns: from.node };
  if (isRouted(from.node, to.address)) return { ...sent, netns: CLIENT_ID, src: from.address };
  return { ...sent, netns: from.node, src: from.address, inject: { device: 'eth0' } };
}
