import { type IpAddress, isMulticast } from '../net/ip';
import { type Packet, protocolNumber, type TcpFlags } from '../net/packet';
import { SCTP_CHUNKS } from '../net/wire';
import type { CtDirection, CtState, LiveEntry } from './conntrack/table';
import type { Ternary } from './chain-walk';
import type { Namespace } from './namespace';
import { addressType } from './routing/fib';

/** A byte of a packet: only the bits of `known` are. */
export interface PartlyKnown {
  readonly value: number;
  readonly known: number;
}

const UNKNOWN: PartlyKnown = { value: 0, known: 0 };
const byte = (value: number): PartlyKnown => ({ value: value & 0xff, known: 0xff });
const short = (value: number): PartlyKnown[] => [byte(value >>> 8), byte(value)];
const unknown = (count: number): PartlyKnown[] => Array.from({ length: count }, () => UNKNOWN);

function addressBytes({ words }: IpAddress): PartlyKnown[] {
  return words.flatMap((word) => [byte(word >>> 24), byte(word >>> 16), byte(word >>> 8), byte(word)]);
}

const FLAG_BITS: readonly (keyof TcpFlags)[] = ['fin', 'syn', 'rst', 'psh', 'ack', 'urg', 'ece', 'cwr'];

function flagsByte(flags: TcpFlags): PartlyKnown {
  return byte(FLAG_BITS.reduce((bits, name, i) => bits | (flags[name] ? 1 << i : 0), 0));
}

/** A length field: of a header and what is behind it, if that is known. */
const length = (header: number, payload: number | undefined): PartlyKnown[] =>
  payload === undefined ? unknown(2) : short(header + payload);

/** Sequence numbers are left out: those of packets here are made up. */
function l4Bytes({ l4, payload }: Packet): PartlyKnown[] {
  switch (l4.proto) {
    case 'tcp':
      return [...short(l4.sport), ...short(l4.dport), ...unknown(9), flagsByte(l4.flags), ...unknown(6)];
    case 'udp':
      return [...short(l4.sport), ...short(l4.dport), ...length(8, payload), ...unknown(2)];
    case 'sctp': {
      const chunk = (SCTP_CHUNKS as readonly string[]).indexOf(l4.chunk);
      return [...short(l4.sport), ...short(l4.dport), ...unknown(8), chunk < 0 ? UNKNOWN : byte(chunk), ...unknown(3)];
    }
    case 'icmp':
    case 'icmpv6': {
      const id = l4.id === undefined ? unknown(2) : short(l4.id);
      return [byte(l4.type), byte(l4.code), ...unknown(2), ...id, ...unknown(2)];
    }
    case 'other':
      return [];
  }
}

/** How long the packet is, without so many bytes of its header. */
function totalLength(packet: Packet, header: number): PartlyKnown[] {
  const { min, max } = lengthBounds(packet);
  return min === max ? short(min - header) : unknown(2);
}

/** The IPv4 header: no options, no fragment; whether fragmenting is allowed, the identification and the sums are not known. */
function header4(packet: Packet): PartlyKnown[] {
  const { src, dst, ttl, l4, tos = 0 } = packet;
  const fragment: PartlyKnown = { value: 0, known: 0xbf };
  const before = [
    byte(0x45),
    byte(tos),
    ...totalLength(packet, 0),
    ...unknown(2),
    fragment,
    byte(0),
    byte(ttl),
    byte(protocolNumber(l4)),
  ];
  return [...before, ...unknown(2), ...addressBytes(src), ...addressBytes(dst)];
}

/** The IPv6 header without extensions; the flow label is not known. */
function header6(packet: Packet): PartlyKnown[] {
  const { src, dst, ttl, l4, tos = 0 } = packet;
  const label: PartlyKnown = { value: (tos & 0xf) << 4, known: 0xf0 };
  const before = [
    byte(0x60 | (tos >>> 4)),
    label,
    ...unknown(2),
    ...totalLength(packet, 40),
    byte(protocolNumber(l4)),
    byte(ttl),
  ];
  return [...before, ...addressBytes(src), ...addressBytes(dst)];
}

/** The headers of a packet as far as they are known; what follows them is not. */
export function packetBytes(packet: Packet): readonly PartlyKnown[] {
  return [...(packet.family === 'ipv4' ? header4(packet) : header6(packet)), ...l4Bytes(packet)];
}

/** A number that is known to lie between two others. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** VXLAN puts its own header and that of Ethernet before the packet it carries (drivers/net/vxlan `VXLAN_HEADROOM`). */
const FRAME = { ipip: 0, vxlan: 8 + 14 } as const;

const L4_HEADER = { tcp: 20, udp: 8, icmp: 8, icmpv6: 8, sctp: 16, other: 0 } as const;

/**
 * How long the packet can be, in bytes of its IP header and all behind it (skb->len in IP). Unless it is known
 * what is behind the headers, only the least and the most is.
 */
export function lengthBounds({ family, l4, payload, inner }: Packet): Bounds {
  const header = family === 'ipv4' ? 20 : 40;
  if (inner) {
    const more = header + L4_HEADER[l4.proto] + FRAME[inner.by];
    const { min, max } = lengthBounds(inner.packet);
    return { min: min + more, max: max + more };
  }
  if (payload !== undefined) {
    const length = header + L4_HEADER[l4.proto] + payload;
    return { min: length, max: length };
  }
  const quoted = l4.proto === 'icmp' || l4.proto === 'icmpv6' ? l4.quoted : undefined;
  if (quoted) return quotingBounds(header + L4_HEADER[l4.proto], quoted);
  return { min: header + L4_HEADER[l4.proto], max: family === 'ipv4' ? 0xffff : 0xffff + 40 };
}

/** So long an ICMP error is at most (`__icmp_send`, `icmp6_send`). */
const LONGEST_ERROR = { ipv4: 576, ipv6: 1280 } as const;

/** An ICMP error quotes as much of what it is about as fits. */
function quotingBounds(header: number, quoted: Packet): Bounds {
  const most = LONGEST_ERROR[quoted.family];
  const { min, max } = lengthBounds(quoted);
  return { min: Math.min(most, header + min), max: Math.min(most, header + max) };
}

/** Does a number that lies between two others lie in `least`..`most`? */
export function between({ min, max }: Bounds, least: number, most: number): Ternary {
  if (min >= least && max <= most) return true;
  return max < least || min > most ? false : 'unknown';
}

/** Kleene's `not`. */
export function not(answer: Ternary): Ternary {
  return answer === 'unknown' ? answer : !answer;
}

/**
 * A packet inside one namespace (struct sk_buff). Mutable, as in the kernel: hooks and targets
 * change it in place; the {@link Packet} it carries is immutable.
 */
export interface Skb {
  packet: Packet;
  mark: number;
  ctState?: CtState;
  ctDirection?: CtDirection;
  ct?: LiveEntry;
  /** The conntrack zone CT --zone gave it in raw; absent: 0. */
  zone?: number;
  /** CT --zone-orig, --zone-reply: the zone counts in this direction only. */
  zoneDirection?: CtDirection;
  /** CT --helper: what a connection begun by this packet is given. */
  helper?: string;
  indev?: string;
  outdev?: string;
  /** The bridge ports, when the frame crosses a bridge with br_netfilter on. */
  physin?: string;
  physout?: string;
  /** The link-layer address the frame came from, where the picture has one. */
  frameSource?: string;
  /** IPVS has dealt with it (`ipvs_property`): its hooks let it pass. */
  ipvsProperty?: boolean;
  /** Programs of this host gave it its source already (MARK_MAGIC_SNAT_DONE): what is at the device leaves it alone. */
  snatDone?: boolean;
  /** On the wire: the node whose tunnel it goes through, the service it tells of (DSR). */
  carries?: { readonly tunnel?: IpAddress; readonly dsr?: { readonly address: IpAddress; readonly port: number } };
  /** Made by this host, not received. */
  local: boolean;
  /** The next hop chosen by routing: what MASQUERADE picks an address for. */
  nexthop?: IpAddress;
}

/** The link layer's kind of a frame (`eth_type_trans`), by whom its packet is for; what this host sends itself is `unicast` to it. */
export function packetType({ local, packet }: Skb, netns: Namespace): 'unicast' | 'broadcast' | 'multicast' {
  if (local) return 'unicast';
  if (isMulticast(packet.dst)) return 'multicast';
  return addressType(netns, packet.dst) === 'broadcast' ? 'broadcast' : 'unicast';
}
