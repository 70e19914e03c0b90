import type { Decide } from '../chain-walk';
import { contains, sameIp, type Cidr, type IpAddress } from '../../net/ip';
import { formatEndpoint, hasPorts, type Packet, type Tuple, protocolNumber } from '../../net/packet';
import type { LbIndex, LbProtocol } from './lb-maps';

/** Settings that the programs of a node were compiled with. */
export interface ProgramSettings {
  /** `full`: sockets of Pods, too; `hostns-only`: those are left to the program at the Pod's interface. */
  readonly socketLb: 'full' | 'hostns-only';
  /** How a backend is chosen for packets from outside where the frontend does not say. */
  readonly algorithm: 'random' | 'maglev';
  readonly maglev: { readonly size: number; readonly seed: string };
  readonly mode: 'snat' | 'dsr' | 'hybrid';
  /** The bit `dsr` of a frontend decides alone: annotations count. */
  readonly modeByFlag: boolean;
  readonly noBackend: 'reject' | 'drop';
  /** Both ends included. */
  readonly nodePortRange: readonly [from: number, to: number];
  /** Packets to other nodes' Pods go through a tunnel. */
  readonly tunnel: boolean;
  /** Device that wraps packets from node to node. */
  readonly tunnelDevice: 'cilium_vxlan' | 'cilium_geneve';
  /** Direct return: the service stands in an option of Geneve, so that the packet is wrapped even where Pods are routed. */
  readonly dsrInGeneve: boolean;
  /** `bpf`: programs hand packets from device to device; `legacy`: through the node's IP stack, with netfilter. */
  readonly hostRouting: 'bpf' | 'legacy';
  /** Backends of other nodes are reached before a packet is even one of the stack (XDP). */
  readonly xdp: boolean;
  /** Masquerader of packets of Pods that leave the cluster. */
  readonly masquerade: 'bpf' | 'iptables' | 'none';
  /** Sockets leave external IPs alone (CVE-2020-8554). */
  readonly mitigatesExternalIPs: boolean;
  /** Source of a Pod that reaches itself: 169.254.42.1. */
  readonly loopback: IpAddress;
}

/** A node with the programs at work. */
export interface EbpfHost {
  readonly name: string;
  readonly maps: LbIndex;
  readonly settings: ProgramSettings;
  /** Of the device that leads to other nodes, the one to use of each family first. */
  readonly nodeAddresses: readonly IpAddress[];
  /** Of the device cilium_host: at most one of a family. */
  readonly ciliumHosts: readonly IpAddress[];
  /** Every address of the node itself. */
  readonly ownAddresses: readonly IpAddress[];
  /** `cilium_lxc`: endpoints that live here, as keys of {@link addressKey}. */
  readonly endpoints: ReadonlySet<string>;
  /** `cilium_ipcache`: behind which node's address the Pods of the other nodes are. */
  readonly tunnels: readonly { readonly range: Cidr; readonly to: IpAddress }[];
  /** Where Pods of the cluster live, all nodes' together (`ipv4-native-routing-cidr`). */
  readonly podRanges: readonly Cidr[];
  /** `cilium_ipcache`: addresses of the other nodes. */
  readonly remoteNodes: ReadonlySet<string>;
}

/** Is direct return left open: an IP option is for routed Pods only, in a tunnel Geneve alone tells the service? */
export function isDsrUnread({ settings: { tunnel, tunnelDevice, dsrInGeneve } }: EbpfHost): boolean {
  return tunnel && !(dsrInGeneve && tunnelDevice === 'cilium_geneve');
}

/** A key for sets of addresses. */
export function addressKey({ family, words }: IpAddress): string {
  return `${family} ${words.join('.')}`;
}

/** The address of a key of {@link addressKey}. */
export function readAddressKey(key: string): IpAddress {
  const [family, words = ''] = key.split(' ');
  return { family: family === 'ipv6' ? 'ipv6' : 'ipv4', words: words.split('.').map(Number) };
}

/** Does a backend live on this node: an endpoint, or the node itself? */
export function isLocal(host: EbpfHost, address: IpAddress): boolean {
  return host.endpoints.has(addressKey(address)) || isOwn(host, address);
}

/** Is it an address of the node itself (identity `host`)? */
export function isOwn({ ownAddresses }: EbpfHost, address: IpAddress): boolean {
  return ownAddresses.some((own) => sameIp(own, address));
}

/** The node whose Pods are reached through a tunnel to it (`info->tunnel_endpoint`); undefined: other nodes themselves, and what is outside. */
export function tunnelTowards({ tunnels }: EbpfHost, address: IpAddress): IpAddress | undefined {
  return tunnels.find(({ range }) => contains(range, address))?.to;
}

/** The node's own source for packets of a family: of the device to other nodes, or of cilium_host if that has one. */
export function ownSource(
  { nodeAddresses, ciliumHosts }: EbpfHost,
  family: IpAddress['family'],
  device: 'node' | 'cilium_host',
): IpAddress | undefined {
  const all = device === 'node' ? nodeAddresses : [...ciliumHosts, ...nodeAddresses];
  return all.find((address) => address.family === family);
}

/** An entry of `cilium_ct4_global`. */
export interface EbpfCtEntry {
  readonly backendId: number;
  /** 0: none. */
  readonly revNat: number;
  readonly flags: readonly ('NodePort' | 'LBLoopback' | 'DSRInternal' | 'SeenNonSyn')[];
  /** DSR: which service the client asked, told by the load balancing node. */
  readonly service?: { readonly address: IpAddress; readonly port: number };
  /** Seconds of the node's clock. */
  readonly expires: number;
}

/** An entry of `cilium_snat_v4_external`. */
export interface EbpfNatEntry {
  readonly to: { readonly address: IpAddress; readonly port: number };
  readonly expires: number;
}

/** Maps of one node. All entries end: by their timer, or with their socket. */
export interface EbpfState {
  /** Seconds. */
  now: number;
  readonly ct: Map<string, EbpfCtEntry>;
  readonly nat: Map<string, EbpfNatEntry>;
  /** `cilium_lb4_affinity`; by client and frontend. */
  readonly affinity: Map<string, { readonly backendId: number; readonly lastUsed: number }>;
  /** `cilium_lb4_reverse_sk`: what a socket asked for, by socket and backend. */
  readonly sockets: Map<string, { readonly address: IpAddress; readonly port: number; readonly id: number }>;
}

/** A node nothing has passed yet. */
export function makeEbpfState(): EbpfState {
  return { now: 0, ct: new Map(), nat: new Map(), affinity: new Map(), sockets: new Map() };
}

/** A map while a program runs. */
export type Table<V> = Pick<Map<string, V>, 'get' | 'set' | 'delete'>;

/** Maps of a node while a program runs: {@link EbpfState}, or one that writes down what it is asked. */
export interface CiliumTables {
  readonly now: number;
  readonly ct: Table<EbpfCtEntry>;
  readonly nat: Table<EbpfNatEntry>;
  readonly affinity: Table<{ readonly backendId: number; readonly lastUsed: number }>;
  readonly sockets: Table<{ readonly address: IpAddress; readonly port: number; readonly id: number }>;
}

/** One run of programs: the node, what it remembers, and who draws. */
export interface ProgramRun {
  readonly host: EbpfHost;
  readonly state: CiliumTables;
  readonly decide: Decide;
}

/** Seconds connections are kept (bpf/lib/conntrack.h): TCP that only has a SYN, established, and everything else. */
const LIFETIME = { syn: 60, established: 8000, other: 60 } as const;

/** How long the connection of a packet is kept from now on. */
export function lifetimeOf({ l4 }: Packet): number {
  if (l4.proto !== 'tcp') return LIFETIME.other;
  return isSyn(l4) ? LIFETIME.syn : LIFETIME.established;
}

/** The first segment of a connection? */
export function isSyn(l4: Packet['l4']): boolean {
  return l4.proto === 'tcp' && l4.flags.syn === true && l4.flags.ack !== true;
}

/** A packet's tuple; undefined: its protocol has no ports. */
export function tupleOf({ src, dst, l4 }: Packet): Tuple | undefined {
  if (!hasPorts(l4)) return undefined;
  return { protocol: protocolNumber(l4), src, sport: l4.sport, dst, dport: l4.dport };
}

/** The other direction. */
export function reversed({ protocol, src, sport, dst, dport }: Tuple): Tuple {
  return { protocol, src: dst, sport: dport, dst: src, dport: sport };
}

type Direction = 'SVC' | 'OUT' | 'IN';

const PROTOCOL_NAMES: Readonly<Record<number, string>> = { 6: 'TCP', 17: 'UDP', 132: 'SCTP' };

/** `TCP SVC 192.0.2.10:41000 -> 172.18.0.2:30080`, as `cilium-dbg bpf ct list` and `bpf nat list` begin. */
function entryKey(direction: Direction, { protocol, src, sport, dst, dport }: Tuple): string {
  const name = PROTOCOL_NAMES[protocol] ?? String(protocol);
  return `${name} ${direction} ${formatEndpoint(src, sport)} -> ${formatEndpoint(dst, dport)}`;
}

/** The live entry of a tuple; one whose time is over is forgotten. */
export function findCt({ ct, now }: CiliumTables, direction: Direction, tuple: Tuple): EbpfCtEntry | undefined {
  const key = entryKey(direction, tuple);
  const found = ct.get(key);
  if (found && found.expires > now) return found;
  ct.delete(key);
  return undefined;
}

/** Writes or refreshes an entry. */
export function putCt(
  { ct, now }: CiliumTables,
  at: { readonly direction: Direction; readonly tuple: Tuple; readonly packet: Packet },
  entry: Omit<EbpfCtEntry, 'expires'>,
): void {
  ct.set(entryKey(at.direction, at.tuple), { ...entry, expires: now + lifetimeOf(at.packet) });
}

/** The live translation of a tuple. */
export function findNat(
  { nat, now }: CiliumTables,
  direction: 'OUT' | 'IN',
  tuple: Tuple,
): EbpfNatEntry['to'] | undefined {
  const found = nat.get(entryKey(direction, tuple));
  return found && found.expires > now ? found.to : undefined;
}

/** Writes one direction of a translation. */
export function putNat(
  { nat, now }: CiliumTables,
  at: { readonly direction: 'OUT' | 'IN'; readonly tuple: Tuple; readonly packet: Packet },
  to: EbpfNatEntry['to'],
): void {
  nat.set(entryKey(at.direction, at.tuple), { to, expires: now + lifetimeOf(at.packet) });
}

const PROTOCOLS: Readonly<Record<string, LbProtocol>> = { tcp: 'TCP', udp: 'UDP', sctp: 'SCTP' };

/** The protocol of a key. */
export function lbProtocol({ l4 }: Packet): LbProtocol {
  return PROTOCOLS[l4.proto] ?? 'ANY';
}
