import { assertNever } from '../../lib/result';
import { maskWords, parseCidr, getBits, type IpAddress, type IpFamily } from '../../net/ip';
import { protocolNumber, type Packet } from '../../net/packet';
import type { Skb } from '../skb';
import type { SetSettings, Dimension, SetKind } from './ip-set';

/** ICMP types and codes as `ipset` writes them in the place of a port (lib/icmp.c, lib/icmpv6.c of ipset). */
const ICMP: Readonly<Record<string, string>> = {
  'echo-reply': '0/0',
  pong: '0/0',
  'network-unreachable': '3/0',
  'host-unreachable': '3/1',
  'protocol-unreachable': '3/2',
  'port-unreachable': '3/3',
  'fragmentation-needed': '3/4',
  'source-route-failed': '3/5',
  'network-unknown': '3/6',
  'host-unknown': '3/7',
  'network-prohibited': '3/9',
  'host-prohibited': '3/10',
  'TOS-network-unreachable': '3/11',
  'TOS-host-unreachable': '3/12',
  'communication-prohibited': '3/13',
  'host-precedence-violation': '3/14',
  'precedence-cutoff': '3/15',
  'source-quench': '4/0',
  'network-redirect': '5/0',
  'host-redirect': '5/1',
  'TOS-network-redirect': '5/2',
  'TOS-host-redirect': '5/3',
  'echo-request': '8/0',
  ping: '8/0',
  'router-advertisement': '9/0',
  'router-solicitation': '10/0',
  'ttl-zero-during-transit': '11/0',
  'ttl-zero-during-reassembly': '11/1',
  'ip-header-bad': '12/0',
  'required-option-missing': '12/1',
  'timestamp-request': '13/0',
  'timestamp-reply': '14/0',
  'address-mask-request': '17/0',
  'address-mask-reply': '18/0',
};

const ICMPV6: Readonly<Record<string, string>> = {
  'no-route': '1/0',
  'communication-prohibited': '1/1',
  'address-unreachable': '1/3',
  'port-unreachable': '1/4',
  'packet-too-big': '2/0',
  'ttl-zero-during-transit': '3/0',
  'ttl-zero-during-reassembly': '3/1',
  'bad-header': '4/0',
  'unknown-header-type': '4/1',
  'unknown-option': '4/2',
  'echo-request': '128/0',
  ping: '128/0',
  'echo-reply': '129/0',
  pong: '129/0',
  'router-solicitation': '133/0',
  'router-advertisement': '134/0',
  'neighbour-solicitation': '135/0',
  'neigbour-solicitation': '135/0',
  'neighbour-advertisement': '136/0',
  'neigbour-advertisement': '136/0',
  redirect: '137/0',
};

/** `echo-request`, `8/0` -> 2048, as the kernel keeps them. */
function icmpPort(text: string, protocol: 1 | 58): number {
  const named = (protocol === 1 ? ICMP : ICMPV6)[text] ?? text;
  const [type = 0, code = 0] = named.split('/').map(Number);
  return named.includes('/') ? type * 256 + code : type;
}

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
function getPort({ l4 }: Packet, side: 'src' | 'dst'): number {
  if ('sport' in l4) return side === 'src' ? l4.sport : l4.dport;
  return 'type' in l4 ? l4.type * 256 + l4.code : 0;
}

function portKeys(packet: Packet, side: 'src' | 'dst', bare: boolean): string[] | 'unknown' {
  const protocol = protocolNumber(packet.l4);
  // UDP-Lite has ports, but packets here only have its number.
  if (protocol === PROTOCOLS['udplite']) return bare ? [] : 'unknown';
  const port = getPort(packet, side);
  if (!bare) return [`${protocol}:${port}`];
  // Sets of bare ports know TCP and UDP only (`ip_set_get_ip_port`).
  return protocol === 6 || protocol === 17 ? [String(port)] : [];
}

/**
 * Link-layer address of a packet's side, as keys; none for what was made here or came over lo; of a frame only the
 * sender may be known.
 */
function macKeys({ indev, frameSource }: Skb, side: 'src' | 'dst'): readonly string[] | 'unknown' {
  if (indev === undefined || indev === 'lo') return [];
  return side === 'src' && frameSource !== undefined ? [frameSource] : 'unknown';
}

/**
 * Keys a packet could be listed by in one part, most specific first; `unknown`: it has one, but not in this picture.
 */
export function packetKeys(
  dimension: Dimension,
  skb: Skb,
  options: Wording & { readonly side: 'src' | 'dst'; readonly prefixes: readonly number[] },
): readonly string[] | 'unknown' {
  const { packet } = skb;
  const { side, prefixes, kind, settings } = options;
  const address = side === 'src' ? packet.src : packet.dst;
  const host = getBits(packet.family);
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
