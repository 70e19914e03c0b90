import type { Device, InterfaceAddress, Socket } from '../../linux/namespace';
import type { Netns } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import { addToIp, getBits, contains, type Cidr, type IpAddress } from '../../net/ip';

/** A Pod (or an endpoint that has none) with a network of its own. */
export interface PodPlan {
  /** `namespace/name`; `ep/ADDRESS` for an address only slices know. */
  readonly id: string;
  readonly ips: readonly IpAddress[];
  /** The host end of its link. */
  readonly veth: string;
  readonly sockets: readonly Socket[];
}

/** A node to which Pods are joined. */
export interface NodeWithPods {
  readonly name: string;
  readonly internalIPs: readonly IpAddress[];
  readonly podCIDRs: readonly Cidr[];
  readonly pods: readonly PodPlan[];
}

/** Names of an overlay's devices, by who joins Pods to the node. */
export interface TunnelNames {
  readonly ipip: string;
  readonly vxlan: string;
  /** VXLAN over IPv6 is a device of its own. */
  readonly vxlan6: string;
  /** The VXLAN network and its UDP port. */
  readonly vni: number;
  readonly port: number;
}

/** Options of a layout. */
export interface LayoutOptions {
  /** A port of the bridge may send a frame back where it came from. */
  readonly hairpin: boolean;
  /** The bridge's name; absent: as the layout has it. */
  readonly bridge?: string;
  /** Has the bridge the first address of each podCIDR? Absent: yes. */
  readonly isGateway?: boolean;
}

/** How Pods are joined to their node: one file each, listed once in layouts.ts. */
export interface PodLayout<Id extends string> {
  readonly id: Id;
  /** Prefix of the names of Pod links' host ends, before eight letters. */
  readonly interfacePrefix: string;
  /** CNI plugins (`type`) that join Pods so. */
  readonly plugins: readonly string[];
  /** The `name` of its CNI configuration. */
  readonly network: string;
  /** Names of an overlay's devices beside it. */
  readonly tunnels: TunnelNames;
  /** The bridge whose ports Pods are: frames between them pass it. Absent: each Pod has a link of its own. */
  readonly bridge?: string;
  /** Devices and routes that a CNI of this kind puts on the node. */
  readonly onNode: (node: NodeWithPods, options: LayoutOptions) => { devices: Device[]; routes: Route[] };
  /** The Pod's own namespace: without lo and sockets. */
  readonly inPod: (pod: PodPlan, node: Pick<NodeWithPods, 'name' | 'podCIDRs'>) => Pick<Netns, 'devices' | 'routes'>;
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
