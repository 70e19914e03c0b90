import { assertNever } from '../../lib/result';
import { protocolNumber, type L4Header, type Packet, type Tuple } from '../../net/packet';

export const ICMP = 1;
export const TCP = 6;
export const UDP = 17;
export const ICMPV6 = 58;
export const SCTP = 132;

/** Request and answer types that belong together (nf_conntrack_proto_icmp.c, nf_conntrack_proto_icmpv6.c). */
const ICMP_PAIRS: readonly (readonly [request: number, reply: number])[] = [
  [8, 0],
  [13, 14],
  [15, 16],
  [17, 18],
];
const ICMPV6_PAIRS: readonly (readonly [request: number, reply: number])[] = [
  [128, 129],
  [139, 140],
];

const pairsOf = (protocol: number): readonly (readonly [number, number])[] =>
  protocol === ICMP ? ICMP_PAIRS : ICMPV6_PAIRS;

/** May this ICMP type begin a connection? */
export function icmpMayStart(protocol: number, type: number): boolean {
  return pairsOf(protocol).some(([request]) => request === type);
}

/** Is it an error about another packet? */
export function isIcmpError(l4: L4Header): boolean {
  if (l4.proto === 'icmp') return [3, 4, 5, 11, 12].includes(l4.type);
  return l4.proto === 'icmpv6' && l4.type < 128;
}

/** The key of a packet in its own direction (`nf_ct_get_tuple`). */
export function makeTuple(packet: Packet): Tuple {
  const { src, dst, l4 } = packet;
  const protocol = protocolNumber(l4);
  switch (l4.proto) {
    case 'tcp':
    case 'udp':
    case 'sctp':
      return { protocol, src, sport: l4.sport, dst, dport: l4.dport };
    case 'icmp':
    case 'icmpv6':
      return { protocol, src, sport: l4.id ?? 0, dst, dport: l4.type * 256 + l4.code };
    case 'other':
      return { protocol, src, sport: 0, dst, dport: 0 };
    default:
      return assertNever(l4);
  }
}

function invertIcmpType(protocol: number, type: number): number | undefined {
  for (const [request, reply] of pairsOf(protocol)) {
    if (type === request) return reply;
    if (type === reply) return request;
  }
  return undefined;
}

/** The tuple of the opposite direction (`nf_ct_invert_tuple`); undefined for ICMP types without an answer. */
export function invertTuple(tuple: Tuple): Tuple | undefined {
  const { protocol, src, sport, dst, dport } = tuple;
  if (protocol !== ICMP && protocol !== ICMPV6) return { protocol, src: dst, sport: dport, dst: src, dport: sport };
  const type = invertIcmpType(protocol, dport >>> 8);
  return type === undefined ? undefined : { protocol, src: dst, sport, dst: src, dport: type * 256 + (dport & 255) };
}
