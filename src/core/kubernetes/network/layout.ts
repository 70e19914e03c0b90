import type { Device, InterfaceAddress } from '../../linux/namespace';
import type { Netns } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import { addToIp, getBits, makeCidr, contains, type Cidr, type IpAddress, type IpFamily } from '../../net/ip';
import type { NodePlan, PodPlan } from './plan';
import type { PodLayoutId } from './layouts';
import type { TunnelNames } from './overlay';
import type { PodOverlayId } from './overlays';

/** How the network around a cluster is laid out; all of it has a usual value. */
export interface NetworkOptions {
  /** `bridge`: one bridge a node (cni0). `routed`: a /32 route to each Pod, as Calico. */
  readonly layout?: PodLayoutId;
  /** `direct`: routes over the nodes' own addresses. `ipip`, `vxlan`: packets between nodes are wrapped. */
  readonly overlay?: PodOverlayId;
  /** Cilium lays the network, whatever a node says: how it reaches other nodes' Pods. */
  readonly cilium?: 'tunnel' | 'native';
  /** What host ends of Pod links are called before their eight letters. Absent: as the layout has it (`veth`, `cali`). */
  readonly interfacePrefix?: string;
  /** Bridge ports may send a frame back where it came from; absent: yes. */
  readonly hairpin?: boolean;
  /** `net.bridge.bridge-nf-call-iptables` on nodes; absent: on. */
  readonly bridgeNfCallIptables?: boolean;
  /** Further sysctls of every node. */
  readonly nodeSysctls?: Readonly<Record<string, number>>;
  /** The physical network as the nodes' interfaces have it; absent: the smallest that holds the nodes, at most a /24 or /64. */
  readonly underlay?: readonly string[];
  /** The client's addresses; absent: the sixth from the top of the physical network. */
  readonly clientAddresses?: readonly string[];
  /** Nodes own their ExternalIPs; absent: yes. */
  readonly externalIPsOnNodes?: boolean;
  /**
   * `declared`: a Pod listens where its containers say; if they say nothing, where slices lead to
   * it. `every-protocol`: on all of these ports, TCP and UDP both, SCTP where it is named (how
   * recordings were made).
   */
  readonly listeners?: 'declared' | 'every-protocol';
  /**
   * Addresses whose packets the client hands to a node: what an external load balancer or a router
   * does. Address -> node. Absent: load balancer addresses and externalIPs go to a node that may
   * serve them.
   */
  readonly via?: Readonly<Record<string, string>>;
}

/** How Pods are joined to their node: one file each, listed once in layouts.ts. */
export interface PodLayout<Id extends string> {
  readonly id: Id;
  /** What the CNI plugin calls the host ends of Pod links, before their eight letters. */
  readonly interfacePrefix: string;
  /** The `name` of its CNI configuration. */
  readonly network: string;
  /** What an overlay's devices are called beside it. */
  readonly tunnels: TunnelNames;
  /** The bridge whose ports Pods are: frames between them pass it. Absent: each Pod has a link of its own. */
  readonly bridge?: string;
  /** What a CNI of this kind puts on the node. */
  readonly onNode: (node: NodePlan, options: NetworkOptions) => { devices: Device[]; routes: Route[] };
  /** The Pod's own namespace: without lo and sockets. */
  readonly inPod: (pod: PodPlan, node: Pick<NodePlan, 'name' | 'podCIDRs'>) => Pick<Netns, 'devices' | 'routes'>;
}

/** flannel's (pkg/backend/vxlan: VNI 1 at the kernel's older port; pkg/backend/ipip). */
export const FLANNEL_TUNNELS: TunnelNames = {
  ipip: 'flannel.ipip',
  vxlan: 'flannel.1',
  vxlan6: 'flannel-v6.1',
  vni: 1,
  port: 8472,
};

/** The address of a podCIDR's gateway: its first. */
export function firstOf(cidr: Cidr): IpAddress {
  return addToIp(cidr.address, 1);
}

/** An address with the length of the network it is in; alone if it is in none. */
export function withPrefix(address: IpAddress, networks: readonly Cidr[]): InterfaceAddress {
  const network = networks.find((cidr) => contains(cidr, address));
  return { address, prefix: network?.prefix ?? getBits(address.family) };
}

/** The default route's destination. */
export function everywhere(family: IpFamily): Cidr {
  return makeCidr({ family, words: family === 'ipv4' ? [0] : [0, 0, 0, 0] }, 0);
}
