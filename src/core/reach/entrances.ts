import { hostCidr } from '../net/ip';
import type { Netns } from '../linux/netns';
import { listRoutes } from '../linux/routing/derived-routes';
import { isLocalAddress } from '../linux/routing/fib';
import { listEntrances } from './device-classes';
import type { Diagram } from './diagram';
import type { Space } from './space';

/** Where packets begin: they come in by a device, or a process of the host sends them. */
export type FlowOrigin = 'received' | 'made';
export const FLOW_ORIGINS: readonly FlowOrigin[] = ['received', 'made'];

/** Packets that come in by a device which hands them to IP. */
export function packetsComingIn(space: Space, netns: Netns): Diagram {
  const names = new Set(listEntrances(netns));
  space.become = {};
  return space.device('in', (name) => names.has(name));
}

/** Packets that a process of the host sends: from an address of the host. */
export function packetsFromHere(space: Space, netns: Netns): Diagram {
  space.become = {};
  const locals = listRoutes(netns).map(({ dst }) => dst);
  const own = netns.devices.flatMap(({ addresses }) => addresses.map(({ address }) => address));
  const hosts = own.filter(({ family }) => family === space.family).map(hostCidr);
  return space.addressesWhere('src', [...locals, ...hosts], (address) => isLocalAddress(netns, address));
}
