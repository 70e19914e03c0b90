import type { Device } from '../../linux/namespace';
import type { Route } from '../../linux/routing/fib';
import { contains, hostCidr, type Cidr, type IpAddress, type IpFamily } from '../../net/ip';
import type { NodeWithPods, TunnelNames } from './layout';

/** A node among the others of its cluster. */
export interface OverlaySite {
  readonly node: NodeWithPods;
  readonly others: readonly NodeWithPods[];
  readonly names: TunnelNames;
}

/** How packets for Pods go from one node to the other: one file each, listed once in overlays.ts. */
export interface PodOverlay<Id extends string> {
  readonly id: Id;
  /** Devices and routes to the Pods of other nodes that the overlay adds to a node. */
  readonly onNode: (site: OverlaySite) => { readonly devices: readonly Device[]; readonly routes: readonly Route[] };
  /** Bytes that are left for a Pod's packet of 1500 that the wire takes; absent: all of them. */
  readonly mtu?: number;
}

/** The networks behind a node: its podCIDRs, and Pods that are in none of them. */
export function listPodNetworks({ pods, podCIDRs }: NodeWithPods): readonly Cidr[] {
  const strays = pods.flatMap((pod) => pod.ips.filter((ip) => !podCIDRs.some((cidr) => contains(cidr, ip))));
  return [...podCIDRs, ...strays.map(hostCidr)];
}

/** A node's own address of a family. */
export function findNodeAddress({ internalIPs }: NodeWithPods, family: IpFamily): IpAddress | undefined {
  return internalIPs.find((address) => address.family === family);
}

/** The address of a node's tunnel: the first of its podCIDR, which no Pod gets. */
export function tunnelAddress({ podCIDRs }: NodeWithPods, family: IpFamily): IpAddress | undefined {
  return podCIDRs.find(({ address }) => address.family === family)?.address;
}

/** The Pods of another node are behind its own address, on the wire: host-gw of flannel, BGP of Calico. */
export function routeDirectly(other: NodeWithPods, dst: Cidr): Route[] {
  const via = findNodeAddress(other, dst.address.family);
  return via ? [{ table: 'main', type: 'unicast', dst, via, dev: 'eth0' }] : [];
}
