import type { IpAddress } from './ip';
import { type IcmpHeader, type L4Header, type Packet, protocolNumber, type TcpFlags, type Wrapped } from './packet';

/** Chunk types of SCTP by the names packets here use (RFC 9260, 3.2). */
export const SCTP_CHUNKS = [
  'DATA',
  'INIT',
  'INIT-ACK',
  'SACK',
  'HEARTBEAT',
  'HEARTBEAT-ACK',
  'ABORT',
  'SHUTDOWN',
  'SHUTDOWN-ACK',
  'ERROR',
  'COOKIE-ECHO',
  'COOKIE-ACK',
  'ECN-ECNE',
  'ECN-CWR',
  'SHUTDOWN-COMPLETE',
] as const;

/** What follows the flags of these chunks, bytes. */
const CHUNK_LENGTH: Readonly<Record<string, number>> = { INIT: 16, 'INIT-ACK': 16, SACK: 12, SHUTDOWN: 4 };

/** What a socket here would announce: nobody computes windows. */
const WINDOW = 65_535;
/** Linux quotes so much of an IPv4 packet, and IPv6 up to the smallest MTU; the headers are less than either. */
const QUOTED_MOST = 548;

const BITS: Readonly<Record<keyof TcpFlags, number>> = {
  fin: 1,
  syn: 2,
  rst: 4,
  psh: 8,
  ack: 16,
  urg: 32,
  ece: 64,
  cwr: 128,
};

const short = (value: number): number[] => [(value >>> 8) & 0xff, value & 0xff];
const word = (value: number): number[] => [...short(value >>> 16), ...short(value)];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const address = ({ words }: IpAddress): number[] => words.flatMap(word);

/** The Internet checksum (RFC 1071). */
function checksum(bytes: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

/** CRC-32C (RFC 9260, appendix A), as SCTP sends it: least significant byte first. */
function crc32c(bytes: readonly number[]): number[] {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return word(~crc >>> 0).toReversed();
}

function flagsByte(flags: TcpFlags): number {
  let bits = 0;
  for (const name of Object.keys(BITS) as (keyof TcpFlags)[]) if (flags[name]) bits |= BITS[name];
  return bits;
}

function icmpBytes({ type, code, id, quoted }: IcmpHeader): number[] {
  const rest = id === undefined ? zeros(4) : [...short(id), ...short(1)];
  return [type, code, 0, 0, ...rest, ...(quoted ? [...wireBytes(quoted)].slice(0, QUOTED_MOST) : [])];
}

/** The header of the fourth layer with its checksum left at 0, and where that stands; undefined: it has none. */
function l4Bytes(l4: L4Header): { readonly bytes: number[]; readonly sum?: number } {
  switch (l4.proto) {
    case 'tcp': {
      const ends = [...short(l4.sport), ...short(l4.dport), ...word(l4.seq), ...word(l4.ack)];
      return { bytes: [...ends, 0x50, flagsByte(l4.flags), ...short(WINDOW), 0, 0, 0, 0], sum: 16 };
    }
    case 'udp':
      return { bytes: [...short(l4.sport), ...short(l4.dport), 0, 0, 0, 0], sum: 6 };
    case 'sctp': {
      const length = CHUNK_LENGTH[l4.chunk] ?? 0;
      const type = Math.max(0, (SCTP_CHUNKS as readonly string[]).indexOf(l4.chunk));
      const chunk = [type, 0, ...short(4 + length), ...zeros(length)];
      return { bytes: [...short(l4.sport), ...short(l4.dport), ...zeros(8), ...chunk], sum: 8 };
    }
    case 'icmp':
    case 'icmpv6':
      return { bytes: icmpBytes(l4), sum: 2 };
    case 'other':
      return { bytes: [] };
  }
}

/** What a tunnel carries: the packet, of VXLAN behind its header (RFC 7348) and that of a frame between no known cards. */
function wrappedBytes({ by, vni = 0, packet }: Wrapped, data?: readonly number[]): number[] {
  const bytes = [...wireBytes(packet, data)];
  if (by === 'ipip') return bytes;
  const frame = [...zeros(12), ...short(packet.family === 'ipv4' ? 0x0800 : 0x86dd)];
  return [0x08, 0, 0, 0, (vni >>> 16) & 0xff, ...short(vni), 0, ...frame, ...bytes];
}

/** The fourth layer and what it carries, with length and checksum written in. */
function transportBytes({ src, dst, l4, payload = 0, inner }: Packet, data?: readonly number[]): number[] {
  const { bytes: header, sum } = l4Bytes(l4);
  const bytes = [...header, ...(inner ? wrappedBytes(inner, data) : (data ?? zeros(payload)))];
  if (l4.proto === 'udp') bytes.splice(4, 2, ...short(bytes.length));
  // VXLAN over IPv4 is sent without a sum (`udpcsum` off).
  if (sum === undefined || (inner && src.family === 'ipv4')) return bytes;
  if (l4.proto === 'sctp') return bytes.toSpliced(sum, 4, ...crc32c(bytes));
  const pseudo = [...address(src), ...address(dst), ...word(bytes.length), 0, 0, 0, protocolNumber(l4)];
  const summed = checksum([...(l4.proto === 'icmp' ? [] : pseudo), ...bytes]);
  // A UDP sum of 0 would say that there is none (RFC 768).
  return bytes.toSpliced(sum, 2, ...short(l4.proto === 'udp' && summed === 0 ? 0xffff : summed));
}

/**
 * A packet as it is on a wire, from its IP header on, checksums right. What a packet here does not hold is
 * the plainest there is: identification 0, don't fragment, a window of 65535, no options, zeros as payload.
 * @param data what it carries, in a tunnel the innermost packet
 */
export function wireBytes(packet: Packet, data?: readonly number[]): Uint8Array {
  const { family, src, dst, ttl, tos = 0, l4 } = packet;
  const rest = transportBytes(packet, data);
  const ends = [...address(src), ...address(dst)];
  if (family === 'ipv6') {
    const first = word(((6 << 28) | (tos << 20)) >>> 0);
    return Uint8Array.from([...first, ...short(rest.length), protocolNumber(l4), ttl, ...ends, ...rest]);
  }
  const header = [0x45, tos, ...short(20 + rest.length), 0, 0, 0x40, 0, ttl, protocolNumber(l4), 0, 0, ...ends];
  return Uint8Array.from([...header.toSpliced(10, 2, ...short(checksum(header))), ...rest]);
}
