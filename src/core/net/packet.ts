import type { IpAddress, IpFamily } from './ip';

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
export interface UdpHeader {
  readonly proto: 'udp';
  readonly sport: number;
  readonly dport: number;
}
export interface SctpHeader {
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
export interface OtherHeader {
  readonly proto: 'other';
  readonly protocol: number;
}
export type L4Header = TcpHeader | UdpHeader | SctpHeader | IcmpHeader | OtherHeader;

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
