import { assertNever } from '../../lib/assert';
import { networkOf, parseCidr } from '../../net/cidr';
import { bitsOf, formatIp, type IpAddress, type IpFamily } from '../../net/ip';
import { protocolNumber, type Packet } from '../../net/packet';
import type { Skb } from '../skb';

/** What a part of an element is made of; the names are those in a set type. */
export type Dimension = 'ip' | 'net' | 'port' | 'iface' | 'mark';

const DIMENSIONS: ReadonlySet<string> = new Set<Dimension>(['ip', 'net', 'port', 'iface', 'mark']);

/** `hash:ip,port,net` -> ip, port, net; undefined for types whose parts are not simulated (mac, set). */
export function dimensionsOf(type: string): readonly Dimension[] | undefined {
  const parts = type.slice(type.indexOf(':') + 1).split(',');
  return parts.every((part) => DIMENSIONS.has(part)) ? (parts as Dimension[]) : undefined;
}

const PROTOCOLS: Readonly<Record<string, number>> = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58, sctp: 132, udplite: 136 };

/** A part of an element as it is looked up, with the prefix length of networks. */
interface ElementKey {
  readonly key: string;
  readonly prefix?: number;
}

const addressKey = (address: IpAddress, prefix: number): string => `${formatIp(networkOf(address, prefix))}/${prefix}`;

/** A port set keeps bare numbers, a hash `protocol:port`; TCP where nothing is said. */
function portKey(text: string, bitmap: boolean): string {
  if (bitmap) return text;
  const [proto, port] = text.includes(':') ? text.split(':') : ['tcp', text];
  return `${PROTOCOLS[proto ?? ''] ?? proto}:${port}`;
}

/** Reads one part of a member; undefined: not understood. */
export function parsePart(dimension: Dimension, text: string, bitmap: boolean): ElementKey | undefined {
  switch (dimension) {
    case 'ip':
    case 'net': {
      const parsed = parseCidr(text);
      if (!parsed.ok) return undefined;
      const { address, prefix } = parsed.value;
      return { key: addressKey(address, prefix), prefix };
    }
    case 'port':
      return { key: portKey(text, bitmap) };
    case 'mark':
      return { key: String(Number(text) >>> 0) };
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

function portKeys(packet: Packet, side: 'src' | 'dst', bitmap: boolean): string[] {
  const protocol = protocolNumber(packet.l4);
  const port = portOf(packet, side);
  if (!bitmap) return [`${protocol}:${port}`];
  // Sets of bare ports know TCP and UDP only (`ip_set_get_ip_port`).
  return protocol === 6 || protocol === 17 ? [String(port)] : [];
}

/** What the packet could be listed as in this part, most specific first. */
export function packetKeys(
  dimension: Dimension,
  skb: Skb,
  options: { readonly side: 'src' | 'dst'; readonly prefixes: readonly number[]; readonly bitmap: boolean },
): string[] {
  const { packet } = skb;
  const { side, prefixes, bitmap } = options;
  const address = side === 'src' ? packet.src : packet.dst;
  switch (dimension) {
    case 'ip':
      return (prefixes.length > 0 ? prefixes : [bitsOf(packet.family)]).map((prefix) => addressKey(address, prefix));
    case 'net':
      return prefixes.map((prefix) => addressKey(address, prefix));
    case 'port':
      return portKeys(packet, side, bitmap);
    case 'mark':
      return [String(skb.mark)];
    case 'iface':
      return [(side === 'src' ? skb.indev : skb.outdev) ?? ''];
    default:
      return assertNever(dimension);
  }
}

/** The family an element's addresses have, where a set does not say. */
export function defaultFamily(type: string): IpFamily | undefined {
  return type === 'bitmap:port' || type === 'list:set' ? undefined : 'ipv4';
}
