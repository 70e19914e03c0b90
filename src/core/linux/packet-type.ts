import { isMulticast } from '../net/ip';
import type { Namespace } from './namespace';
import { addressType } from './routing/fib';
import type { Skb } from './skb';

/** The link layer's kind of a frame (`eth_type_trans`), by whom its packet is for; what this host sends itself is `unicast` to it. */
export function packetType({ local, packet }: Skb, netns: Namespace): 'unicast' | 'broadcast' | 'multicast' {
  if (local) return 'unicast';
  if (isMulticast(packet.dst)) return 'multicast';
  return addressType(netns, packet.dst) === 'broadcast' ? 'broadcast' : 'unicast';
}
