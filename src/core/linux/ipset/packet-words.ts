import { assertNever } from '../../lib/assert';
import { formatIp } from '../../net/ip';
import { hasPorts } from '../../net/packet';
import type { Skb } from '../skb';
import { findKind } from './kinds';
import type { SetSide } from './lookup';
import type { Dimension, IpSet } from './types';

/**
 * What a packet would be listed as in a set, as `ipset save` writes elements: `10.96.0.10,udp:53`. Networks as the
 * address that is looked for in them. Undefined for lists of sets and types nobody here can read.
 */
export function packetWords(set: IpSet, skb: Skb, directions: readonly SetSide[]): string | undefined {
  const kind = findKind(set.type);
  if (!kind || kind.parts.length === 0) return undefined;
  return kind.parts.map((part, i) => partWords(part, skb, directions[i] ?? 'src', kind.barePorts === true)).join(',');
}

function partWords(part: Dimension, { packet, mark, indev, outdev }: Skb, side: SetSide, bare: boolean): string {
  const { l4 } = packet;
  switch (part) {
    case 'ip':
    case 'net':
      return formatIp(packet[side]);
    case 'port': {
      const port = hasPorts(l4) ? (side === 'src' ? l4.sport : l4.dport) : 0;
      return bare ? String(port) : `${l4.proto}:${port}`;
    }
    case 'mac':
      return '?';
    case 'mark':
      return `0x${mark.toString(16)}`;
    case 'iface':
      return (side === 'src' ? indev : outdev) ?? '-';
    default:
      return assertNever(part);
  }
}
