import type { Netns } from '../linux/netns';
import { isLoopback, type IpFamily } from '../net/ip';

/** Has the namespace an address of the family that others can answer? */
export function hasFamilyAddress(netns: Netns, family: IpFamily): boolean {
  return netns.devices.some(({ addresses }) =>
    addresses.some(({ address }) => address.family === family && !isLoopback(address)),
  );
}
