import { formatIp } from '../../src/core/net/ip';
import {
  hasPorts,
  protocolNumber,
  type Packet,
  formatEndpoint,
  type Tuple,
  flagLetters,
} from '../../src/core/net/packet';

/** `tcp 10.0.0.1:5>10.0.0.2:80 S`, `icmp 10.0.0.1>10.0.0.2 type=3 code=1 (udp ...)`: the words of the recordings. */
export function packetText(packet: Packet, quoted = false): string {
  const { src, dst, l4 } = packet;
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6') {
    const id = l4.id === undefined || l4.quoted ? '' : ` id=${l4.id}`;
    const inner = l4.quoted ? ` (${packetText(l4.quoted, true)})` : '';
    return `${l4.proto} ${formatIp(src)}>${formatIp(dst)} type=${l4.type} code=${l4.code}${id}${inner}`;
  }
  if (!hasPorts(l4)) return `${protocolNumber(l4)} ${formatIp(src)}>${formatIp(dst)}`;
  const ends = `${l4.proto} ${formatEndpoint(src, l4.sport)}>${formatEndpoint(dst, l4.dport)}`;
  return l4.proto === 'tcp' && !quoted ? `${ends} ${flagLetters(l4.flags)}` : ends;
}

const PROTOCOLS: Readonly<Record<number, string>> = { 1: 'icmp', 6: 'tcp', 17: 'udp', 58: 'icmpv6', 132: 'sctp' };

/** One direction of a connection, in the same words. */
export function tupleText({ protocol, src, sport, dst, dport }: Tuple): string {
  const proto = PROTOCOLS[protocol] ?? String(protocol);
  if (protocol === 1 || protocol === 58) {
    return `${proto} ${formatIp(src)}>${formatIp(dst)} type=${dport >>> 8} code=${dport & 255} id=${sport}`;
  }
  if (PROTOCOLS[protocol] === undefined) return `${proto} ${formatIp(src)}>${formatIp(dst)}`;
  return `${proto} ${formatEndpoint(src, sport)}>${formatEndpoint(dst, dport)}`;
}
