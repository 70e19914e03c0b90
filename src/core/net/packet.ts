import { type IpAddress, type IpFamily, formatIp, parseIp } from './ip';

/**
 * One direction of a connection as conntrack keys it (struct nf_conntrack_tuple).
 * For ICMP, `sport` is the echo id and `dport` is type * 256 + code, as the kernel packs them.
 */
export interface Tuple {
  readonly protocol: number;
  readonly src: IpAddress;
  readonly sport: number;
  readonly dst: IpAddress;
  readonly dport: number;
}

/** A key for maps: equal tuples give equal keys. */
export function tupleKey(tuple: Tuple): string {
  return `${tuple.protocol} ${tuple.src.words.join('.')}:${tuple.sport}>${tuple.dst.words.join('.')}:${tuple.dport}`;
}

/** `10.0.0.1:80`, `[fd00::1]:80`. */
export function formatEndpoint(address: IpAddress, port: number): string {
  const text = formatIp(address);
  return address.family === 'ipv6' ? `[${text}]:${port}` : `${text}:${port}`;
}

/** An end of a header: with its port, where there are ports. */
export function formatEnd(packet: Packet, side: 'src' | 'dst'): string {
  const { l4 } = packet;
  if (!hasPorts(l4)) return formatIp(packet[side]);
  return formatEndpoint(packet[side], side === 'src' ? l4.sport : l4.dport);
}

/** Reads what {@link formatEndpoint} prints; undefined: it is no address with a port. */
export function parseEndpoint(text: string): { readonly address: IpAddress; readonly port: number } | undefined {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const parsed = parseIp(six ?? four ?? '');
  return parsed.ok && Number(port) <= 0xffff ? { address: parsed.value, port: Number(port) } : undefined;
}

/** Letters as tcpdump prints them, in the order SYN FIN RST PSH ACK URG ECE CWR. */
export interface TcpFlags {
  readonly syn?: boolean;
  readonly ack?: boolean;
  readonly fin?: boolean;
  readonly rst?: boolean;
  readonly psh?: boolean;
  readonly urg?: boolean;
  readonly ece?: boolean;
  readonly cwr?: boolean;
}

export interface TcpHeader {
  readonly proto: 'tcp';
  readonly sport: number;
  readonly dport: number;
  readonly flags: TcpFlags;
  readonly seq: number;
  readonly ack: number;
}
interface UdpHeader {
  readonly proto: 'udp';
  readonly sport: number;
  readonly dport: number;
}
interface SctpHeader {
  readonly proto: 'sctp';
  readonly sport: number;
  readonly dport: number;
  /** The first chunk's type as in RFC 9260, e.g. `INIT`. */
  readonly chunk: string;
}
/** ICMP or ICMPv6; an error quotes the packet it is about. */
export interface IcmpHeader {
  readonly proto: 'icmp' | 'icmpv6';
  readonly type: number;
  readonly code: number;
  readonly id?: number;
  readonly quoted?: Packet;
}
/** Any other IP protocol, by number. */
interface OtherHeader {
  readonly proto: 'other';
  readonly protocol: number;
}
export type L4Header = TcpHeader | UdpHeader | SctpHeader | IcmpHeader | OtherHeader;

/** How a tunnel wraps a packet in another one: in IP alone, or as an Ethernet frame in UDP. */
export type TunnelKind = 'ipip' | 'vxlan';

/** The IANA port of VXLAN (RFC 7348); flannel keeps the kernel's older 8472. */
export const VXLAN_PORT = 4789;

/** What a packet of a tunnel carries. */
export interface Wrapped {
  readonly by: TunnelKind;
  /** The network a VXLAN header names (VNI). */
  readonly vni?: number;
  readonly packet: Packet;
}

/** An IP packet. Immutable: a rewrite makes a new one, so a trace can keep both. */
export interface Packet {
  readonly family: IpFamily;
  readonly src: IpAddress;
  readonly dst: IpAddress;
  readonly ttl: number;
  /** The type-of-service byte (IPv6: traffic class), DSCP and ECN; absent: 0. */
  readonly tos?: number;
  /** Bytes behind the headers; absent: not known. */
  readonly payload?: number;
  readonly l4: L4Header;
  /** The packet that this one carries through a tunnel. */
  readonly inner?: Wrapped;
}

const PROTOCOL_NUMBERS = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58, sctp: 132 } as const;

/** The IP protocol number of a header. */
export function protocolNumber(l4: L4Header): number {
  return l4.proto === 'other' ? l4.protocol : PROTOCOL_NUMBERS[l4.proto];
}

/** A header that has ports. */
export type PortHeader = TcpHeader | UdpHeader | SctpHeader;

/** Narrows to the protocols that have ports. */
export function hasPorts(l4: L4Header): l4 is PortHeader {
  return l4.proto === 'tcp' || l4.proto === 'udp' || l4.proto === 'sctp';
}

/** The packet with other addresses or ports; what is not named stays. */
export function withEndpoints(
  packet: Packet,
  change: { src?: IpAddress; sport?: number; dst?: IpAddress; dport?: number },
): Packet {
  const { l4 } = packet;
  const ported = hasPorts(l4) ? { ...l4, sport: change.sport ?? l4.sport, dport: change.dport ?? l4.dport } : l4;
  return { ...packet, src: change.src ?? packet.src, dst: change.dst ?? packet.dst, l4: ported };
}

/** A letter a flag, in the order of the header's bits. */
const LETTERS = { fin: 'F', syn: 'S', rst: 'R', psh: 'P', ack: 'A', urg: 'U', ece: 'E', cwr: 'C' } as const;
const NAMES = Object.keys(LETTERS) as (keyof typeof LETTERS)[];

/** `SA`; `none` where no flag is set. */
export function flagLetters(flags: TcpFlags): string {
  return NAMES.map((name) => (flags[name] ? LETTERS[name] : '')).join('') || 'none';
}

/** The flags of some letters, in any order; `none` and nothing have none. */
export function flagsOfLetters(letters: string): TcpFlags {
  if (letters === 'none') return {};
  return Object.fromEntries(NAMES.filter((name) => letters.includes(LETTERS[name])).map((name) => [name, true]));
}

/**
 * The segments a flow may send, with their flags; `out-of-window`: an ACK far behind what its connection expects,
 * `late-answer`: such a one that comes from whoever was asked.
 */
const SEGMENTS = {
  SYN: 'S',
  'SYN-ACK': 'SA',
  ACK: 'A',
  FIN: 'FA',
  RST: 'R',
  'out-of-window': 'A',
  'late-answer': 'A',
} as const;

export type TcpSegment = keyof typeof SEGMENTS;
export const TCP_SEGMENTS = Object.keys(SEGMENTS) as readonly TcpSegment[];

/** The flags a segment carries. */
export function flagsOfSegment(segment: TcpSegment): TcpFlags {
  return flagsOfLetters(SEGMENTS[segment]);
}
