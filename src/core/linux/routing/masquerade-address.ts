import type { IpAddress } from '../../net/ip';
import type { Netns } from '../netns';
import type { Skb } from '../skb';
import { selectAddress4, selectAddress6 } from './source-address';

/**
 * The address MASQUERADE puts in: that of the out device which fits the next hop's subnet, never the
 * route's preferred source (net/netfilter/nf_nat_masquerade.c). Undefined: the device offers none and
 * the packet is dropped.
 */
export function masqueradeAddress(netns: Netns, skb: Skb): IpAddress | undefined {
  const { family, dst } = skb.packet;
  return family === 'ipv4'
    ? selectAddress4(netns, skb.outdev, skb.nexthop ?? dst)
    : selectAddress6(netns, skb.outdev, dst);
}

/**
 * The address REDIRECT sends to: in PREROUTING the first address of the in device, in OUTPUT loopback
 * (net/netfilter/nf_nat_redirect.c). Undefined: the device has none and the packet is dropped.
 */
export function firstAddressOf(
  netns: Netns,
  device: string | undefined,
  family: 'ipv4' | 'ipv6',
): IpAddress | undefined {
  const found = netns.devices.find((candidate) => candidate.name === device);
  return found?.addresses.find(({ address }) => address.family === family)?.address;
}
