import { assertNever } from '../../lib/assert';
import { maskWords, parseCidr } from '../../net/cidr';
import { bitsOf, type IpAddress, type IpFamily } from '../../net/ip';
import { protocolNumber, type Packet } from '../../net/packet';
import type { Skb } from '../skb';
import { icmpPort } from './icmp-names';
import type { SetSettings } from './settings';
import type { Dimension, SetKind } from './types';

const PROTOCOLS: Readonly<Record<string, number>> = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58, sctp: 132, udplite: 136 };

/** How a set writes its elements. */
export interface Wording {
  readonly kind: SetKind;
  readonly settings: SetSettings;
}

/** A part of an element as it is looked up, with the prefix length of networks. */
interface ElementKey {
  readonly key: string;
  readonly prefix?: number;
}

/** `167772161/32`: a network under its mask. Numbers, because a set may have 100,000 of them. */
function addressKey({ words, family }: IpAddress, prefix: number, mask?: readonly number[]): string {
  const net = maskWords(family, prefix);
  const kept = words.map((word, i) => (word & (net[i] ?? 0) & (mask?.[i] ?? -1)) >>> 0);
  return `${kept.join('.')}/${prefix}`;
}

/** A port set keeps bare numbers, a hash `protocol:port`; TCP where nothing is said. */
function portKey(text: string, bare: boolean): string {
  if (bare) return text;
  const [proto = '', port = ''] = text.includes(':') ? text.split(':') : ['tcp', text];
  const protocol = PROTOCOLS[proto] ?? Number(proto);
  return `${protocol}:${protocol === 1 || protocol === 58 ? icmpPort(port, protocol) : port}`;
}

/** Reads one part of a member; undefined: not understood. */
export function parsePart(dimension: Dimension, text: string, { kind, settings }: Wording): ElementKey | undefined {
  switch (dimension) {
    case 'ip':
    case 'net': {
      const parsed = parseCidr(text);
      if (!parsed.ok) return undefined;
      const { address, prefix } = parsed.value;
      return { key: addressKey(address, prefix, dimension === 'ip' ? settings.mask : undefined), prefix };
    }
    case 'port':
      return { key: portKey(text, kind.barePorts === true) };
    case 'mac':
      return { key: text.toLowerCase() };
    case 'mark':
      return { key: String((Number(text) & settings.markMask) >>> 0) };
    case 'iface':
      return { key: text };
    default:
      return assertNever(dimension);
  }
}

/** The port of a packet; ICMP has type and code, protocols without ports have 0 (`get_port`). */
function portOf({ l4 }: Packet, side: 'src' | 'dst'): number {
  if ('sport' in l4) return side === 'src' ? l4.sport : l4.dport;
  return 'type' in l4 ? l4.type * 256 + l4.code : 0;
}

function portKeys(packet: Packet, side: 'src' | 'dst', bare: boolean): string[] | 'unknown' {
  const protocol = protocolNumber(packet.l4);
  // UDP-Lite has ports, but packets here only have its number.
  if (protocol === PROTOCOLS['udplite']) return bare ? [] : 'unknown';
  const port = portOf(packet, side);
  if (!bare) return [`${protocol}:${port}`];
  // Sets of bare ports know TCP and UDP only (`ip_set_get_ip_port`).
  return protocol === 6 || protocol === 17 ? [String(port)] : [];
}

/** What was made here, or came over lo, has no link-layer address; of a frame's only the sender may be known. */
function macKeys({ indev, frameSource }: Skb, side: 'src' | 'dst'): readonly string[] | 'unknown' {
  if (indev === undefined || indev === 'lo') return [];
  return side === 'src' && frameSource !== undefined ? [frameSource] : 'unknown';
}

/** What the packet could be listed as in one part, most specific first; `unknown`: it has one, but not in this picture. */
export function packetKeys(
  dimension: Dimension,
  skb: Skb,
  options: Wording & { readonly side: 'src' | 'dst'; readonly prefixes: readonly number[] },
): readonly string[] | 'unknown' {
  const { packet } = skb;
  const { side, prefixes, kind, settings } = options;
  const address = side === 'src' ? packet.src : packet.dst;
  const host = bitsOf(packet.family);
  switch (dimension) {
    case 'ip':
      return (prefixes.length > 0 ? prefixes : [host]).map((prefix) => addressKey(address, prefix, settings.mask));
    case 'net':
      return prefixes.map((prefix) => addressKey(address, prefix));
    case 'port':
      return portKeys(packet, side, kind.barePorts === true);
    case 'mac':
      return macKeys(skb, side);
    case 'mark':
      return [String((skb.mark & settings.markMask) >>> 0)];
    case 'iface': {
      const name = side === 'src' ? skb.indev : skb.outdev;
      return name === undefined ? [] : [name];
    }
    default:
      return assertNever(dimension);
  }
}

/** The family an element's addresses have, where a set does not say. */
export function defaultFamily(type: string): IpFamily | undefined {
  return type === 'bitmap:port' || type === 'list:set' || type === 'hash:mac' ? undefined : 'ipv4';
}
