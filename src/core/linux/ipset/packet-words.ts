import { formatIp } from '../../net/ip';
import { hasPorts } from '../../net/packet';
import type { Skb } from '../skb';
import { findKind } from './kinds';
import type { SetSide } from './lookup';
import type { IpSet } from './types';

/**
 * What a packet would be listed as in a set, as `ipset save` writes elements: `10.96.0.10,udp:53`. Networks as the
 * address that is looked for in them, other parts by their name. Undefined for lists of sets and unknown types.
 */
export function packetWords(set: IpSet, { packet }: Skb, directions: readonly SetSide[]): string | undefined {
  const kind = findKind(set.type);
  const { l4 } = packet;
  const words = kind?.parts.map((part, i) => {
    const side = directions[i] ?? 'src';
    if (part === 'ip' || part === 'net') return formatIp(packet[side]);
    if (part !== 'port' || !hasPorts(l4)) return part;
    return (kind.barePorts ? '' : `${l4.proto}:`) + (side === 'src' ? l4.sport : l4.dport);
  });
  return words?.join(',') || undefined;
}
