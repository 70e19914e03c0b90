import type { Device, InterfaceAddress, Netns } from '../../linux/netns';
import type { Route } from '../../linux/routing/fib';
import { addToIp, bitsOf, cidrOf, contains, type Cidr, type IpAddress, type IpFamily } from '../../net/ip';
import type { NetworkOptions } from './options';
import type { NodePlan, PodPlan } from './plan';

/** How Pods are joined to their node: one file each, listed once in layouts.ts. */
export interface PodLayout<Id extends string> {
  readonly id: Id;
  /** What the CNI plugin calls the host ends of Pod links, before their eight letters. */
  readonly interfacePrefix: string;
  /** The `name` of its CNI configuration. */
  readonly network: string;
  /** The bridge whose ports Pods are: frames between them pass it. Absent: each Pod has a link of its own. */
  readonly bridge?: string;
  /** What a CNI of this kind puts on the node. */
  readonly onNode: (node: NodePlan, options: NetworkOptions) => { devices: Device[]; routes: Route[] };
  /** The Pod's own namespace: without lo and sockets. */
  readonly inPod: (pod: PodPlan, node: Pick<NodePlan, 'name' | 'podCIDRs'>) => Pick<Netns, 'devices' | 'routes'>;
}

/** The address of a podCIDR's gateway: its first. */
export function firstOf(cidr: Cidr): IpAddress {
  return addToIp(cidr.address, 1);
}

/** An address with the length of the network it is in; alone if it is in none. */
export function withPrefix(address: IpAddress, networks: readonly Cidr[]): InterfaceAddress {
  const network = networks.find((cidr) => contains(cidr, address));
  return { address, prefix: network?.prefix ?? bitsOf(address.family) };
}

/** The default route's destination. */
export function everywhere(family: IpFamily): Cidr {
  return cidrOf({ family, words: family === 'ipv4' ? [0] : [0, 0, 0, 0] }, 0);
}
