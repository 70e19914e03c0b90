import { IPSET_SAVE, type IpSets } from '../../../src/core/formats/ipset-save';
import { hostCidr, parseCidr, type Cidr, ip, type IpFamily } from '../../../src/core/net/ip';
import { type L4Header, type Packet, flagsOfLetters } from '../../../src/core/net/packet';
import type { Device } from '../../../src/core/linux/namespace';
import type { Netns } from '../../../src/core/linux/netns';
import type { Route, RouteType } from '../../../src/core/linux/routing/fib';
import type { NftRuleset } from '../../../src/core/linux/nftables/types';
import type { XtRuleset } from '../../../src/core/linux/xtables/types';

/** A router as topologies.json and the records write it. */
interface RecordedTopology {
  readonly interfaces: readonly { readonly name: string; readonly addrs: readonly string[] }[];
  readonly routes: readonly {
    readonly dst: string;
    readonly via?: string;
    readonly dev?: string;
    readonly src?: string;
    readonly type?: RouteType;
  }[];
  readonly sysctl: Readonly<Record<string, number>>;
}

interface RecordedPacket {
  readonly if?: string | null;
  readonly src: string;
  readonly dst: string;
  readonly proto: string;
  readonly sport?: number;
  readonly dport?: number;
  readonly flags?: string;
  readonly seq?: number;
  readonly ack?: number;
  readonly icmpType?: number;
  readonly icmpCode?: number;
  readonly icmpId?: number;
  readonly mark?: number;
  readonly ttl?: number;
  readonly tos?: number;
  /** Bytes behind the headers; absent: none. */
  readonly len?: number;
  readonly chunk?: string;
  readonly inner?: string;
}

/** `expect` of a record; every part may be absent where it says nothing. */
export type Expectation = Readonly<Record<string, unknown>>;

export interface KernelRecord {
  readonly id: string;
  /** Scenarios: the behaviour they show. */
  readonly title?: string;
  readonly fam: 'ip' | 'ip6';
  readonly topo: string | RecordedTopology;
  readonly backend?: string;
  readonly rules: string;
  readonly ipset?: string;
  readonly features?: readonly string[];
  readonly packets: readonly {
    readonly n: number;
    readonly in: RecordedPacket;
    readonly expect: Expectation;
    /** When it was sent, in milliseconds since the first one. */
    readonly t?: number;
    /** Instead of a packet: `ipvsadm` commands and pauses. */
    readonly ctl?: readonly string[];
    readonly portRandom?: boolean;
    readonly nondet?: readonly string[];
  }[];
}

/** T1, T2, T6 and what all of them share. */
export interface RecordedTopologies {
  readonly common: { readonly sysctl: Readonly<Record<string, number | string>> };
  readonly topologies: Readonly<Record<string, RecordedTopology>>;
}

const FORWARDING = { 'net.ipv4.ip_forward': 1, 'net.ipv6.conf.all.forwarding': 1 };

function familyOf(record: KernelRecord): IpFamily {
  return record.fam === 'ip6' ? 'ipv6' : 'ipv4';
}

function prefixOf(text: string, family: IpFamily): Cidr {
  const parsed = parseCidr(text === 'default' ? (family === 'ipv4' ? '0.0.0.0/0' : '::/0') : text);
  return parsed.ok ? parsed.value : hostCidr(ip(text));
}

function deviceOf({ name, addrs }: RecordedTopology['interfaces'][number]): Device {
  const addresses = addrs.map((text) => {
    const [address = '', prefix = '32'] = text.split('/');
    return { address: ip(address), prefix: Number(prefix) };
  });
  return { name, kind: 'physical', addresses, up: true };
}

function routeOf(route: RecordedTopology['routes'][number], family: IpFamily): Route {
  const { dst, via, dev, src, type = 'unicast' } = route;
  return {
    table: 'main',
    type,
    dst: prefixOf(dst, family),
    ...(via ? { via: ip(via) } : {}),
    ...(dev ? { dev } : {}),
    ...(src ? { src: ip(src) } : {}),
    ...(family === 'ipv6' ? { metric: 1024 } : {}),
  };
}

function setsOf(text: string): IpSets {
  const parsed = IPSET_SAVE.parse(text);
  return parsed.ok ? parsed.value.value : new Map();
}

/** What all recorded routers were set to; the folder keeps a remark beside the numbers. */
function sharedSysctls({ common }: RecordedTopologies): Record<string, number> {
  const numbers = Object.entries(common.sysctl).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(numbers);
}

/** The rules of a record: of iptables or of nftables. */
export interface RouterRules {
  readonly xtables?: XtRuleset;
  readonly nftables?: NftRuleset;
}

/** The router of a record. */
export function routerOf(record: KernelRecord, known: RecordedTopologies, rules: RouterRules): Netns {
  const topology = typeof record.topo === 'string' ? known.topologies[record.topo] : record.topo;
  if (!topology) throw new Error(`${record.id}: no topology ${JSON.stringify(record.topo)}`);
  const family = familyOf(record);
  return {
    id: 'router',
    title: 'router',
    kind: 'router',
    devices: topology.interfaces.map(deviceOf),
    routes: topology.routes.map((route) => routeOf(route, family)),
    sockets: [],
    sysctls: { ...FORWARDING, ...sharedSysctls(known), ...topology.sysctl },
    xtables: rules.xtables ? { [family]: rules.xtables } : {},
    ...(rules.nftables ? { nftables: rules.nftables } : {}),
    ...(record.ipset ? { ipsets: setsOf(record.ipset) } : {}),
  };
}

function endpointOf(text: string): { address: string; port: number } {
  const match = /^\[(.*)\]:(\d+)$/.exec(text) ?? /^([^:]*):(\d+)$/.exec(text);
  return match ? { address: match[1] ?? '', port: Number(match[2]) } : { address: text, port: 0 };
}

/** Reads `tcp 10.0.0.1:5>10.0.0.2:80 S` back: what an ICMP error quotes. */
export function packetFromText(text: string): Packet {
  const [proto = '', ends = '', ...rest] = text.split(' ');
  const [from, to] = ends.split('>').map(endpointOf);
  const numbers = Object.fromEntries(rest.flatMap((word) => (word.includes('=') ? [word.split('=')] : []))) as Record<
    string,
    string
  >;
  return packetOf({
    proto,
    src: from?.address ?? '',
    dst: to?.address ?? '',
    sport: from?.port ?? 0,
    dport: to?.port ?? 0,
    flags: proto === 'tcp' ? (rest[0] ?? '') : '',
    ...(numbers['type'] === undefined
      ? {}
      : { icmpType: Number(numbers['type']), icmpCode: Number(numbers['code']), icmpId: Number(numbers['id'] ?? 0) }),
  });
}

/** ICMP messages that have no id where others have one: errors and redirects. */
const WITHOUT_ID: ReadonlySet<number> = new Set([3, 4, 5, 11, 12]);

/** Does the kernel name an id of such a message? Of ICMPv6 only echoes have one. */
function hasId(proto: string, type: number): boolean {
  return proto === 'icmp' ? !WITHOUT_ID.has(type) : type === 128 || type === 129;
}

function headerOf(recorded: RecordedPacket): L4Header {
  const { proto, sport = 0, dport = 0, flags = '', seq = 0, ack = 0 } = recorded;
  switch (proto) {
    case 'tcp':
      return { proto, sport, dport, flags: flagsOfLetters(flags), seq, ack };
    case 'udp':
      return { proto, sport, dport };
    case 'sctp':
      return { proto, sport, dport, chunk: recorded.chunk ?? 'DATA' };
    case 'icmp':
    case 'icmpv6': {
      const quoted = recorded.inner ? { quoted: packetFromText(recorded.inner) } : {};
      const { icmpId, icmpType = 0, icmpCode = 0 } = recorded;
      const id = icmpId === undefined || !hasId(proto, icmpType) ? {} : { id: icmpId };
      return { proto, type: icmpType, code: icmpCode, ...id, ...quoted };
    }
    default:
      return { proto: 'other', protocol: Number(proto) || 0 };
  }
}

/** The packet a record sends in. */
export function packetOf(recorded: RecordedPacket): Packet {
  const src = ip(recorded.src);
  const { ttl = 64, tos, proto } = recorded;
  return {
    family: src.family,
    src,
    dst: ip(recorded.dst),
    ttl,
    ...(tos === undefined ? {} : { tos }),
    ...(proto.startsWith('icmp') || proto === 'sctp' ? {} : { payload: recorded.len ?? 0 }),
    l4: headerOf(recorded),
  };
}
