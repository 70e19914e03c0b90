import { type Tuple, tupleKey } from '../net/packet';
import { createRng } from '../lib/random';
import { ConntrackTable } from './conntrack/table';
import type { EbpfState } from './ebpf/host';
import { IpvsState } from './ipvs/service';
import type { VfpState } from '../windows/vfp';
import type { Bounds, Skb } from './skb';
import { cloneLiveSets, type LiveSets } from './ipset/ip-set';
import type { LiveElement } from './nftables/datum';
import { makeTuple } from './conntrack/tuple';

/** A source port (or ICMP id) the kernel draws by itself: any free one of the range is right. */
export interface PortDraw {
  readonly protocol: number;
  /** The connection's first packet as it came: what tells two draws apart. */
  readonly original: Tuple;
  readonly manip: 'SRC' | 'DST';
  readonly min: number;
  readonly size: number;
}

/** A bucket of xt_hashlimit. Lengths of packets are not known, so what is left in it may lie between two levels. */
export interface HashBucket {
  readonly least: HashLevel;
  readonly most: HashLevel;
  /** When it was last filled, and when it may be forgotten, in milliseconds. */
  readonly filled: number;
  readonly expires: number;
}
export interface HashLevel {
  readonly credit: number;
  /** Rates of bytes: how often an empty bucket is filled at once. */
  readonly refills: number;
}

/** A connection as xt_connlimit and nft_connlimit remember it. */
interface CountedConnection {
  readonly zone: number;
  readonly tuple: Tuple;
}

/** Memory of a process that proxies a socket (userspace mode). */
export interface ProxyMemory {
  /** Index of the endpoint whose turn is next; absent: not known. */
  next?: number;
  /** Among whom, in the order they are taken; absent: nobody was asked yet. */
  endpoints?: readonly string[];
  /** By client address; `lastUsed` in milliseconds. */
  readonly affinity: Map<string, { readonly endpoint: string; readonly lastUsed: number }>;
  /** Of one that answers what it was told before: until when, in milliseconds, by what was asked. */
  kept?: ReadonlyMap<string, number>;
}

/** All that changes in one namespace from packet to packet. */
export interface NetnsState {
  readonly conntrack: ConntrackTable;
  /** xt_recent: list name -> address text -> stamps in milliseconds, oldest first; NaN: nothing tells when. */
  readonly recent: Map<string, Map<string, number[]>>;
  /** xt_statistic nth: `table chain index match` -> count. */
  readonly nth: Map<string, number>;
  /** xt_recent: `list address` -> the TTL it was last seen with. */
  readonly recentTtl: Map<string, number>;
  /** xt_hashlimit: table name -> key of a bucket -> bucket. */
  readonly hashlimits: Map<string, Map<string, HashBucket>>;
  /** xt_quota: `table chain index match` -> bytes left. */
  readonly quotas: Map<string, Bounds>;
  /** xt_connlimit: `table chain index match` -> masked address -> connections seen there; nft_connlimit: one key for all. */
  readonly connlimits: Map<string, Map<string, readonly CountedConnection[]>>;
  /** Routes with several ways: the flow -> the way it was given, so that all of its packets take it. */
  readonly nexthops: Map<string, number>;
  /** ipset: what packets made of the namespace's sets. */
  readonly ipsets: LiveSets;
  /** Sets that no listing shows, by name: how often SET targets changed them. */
  readonly unlistedSets: Map<string, number>;
  /** nftables: `family table set` -> key -> what packets made of the element. */
  readonly nftSets: Map<string, Map<string, LiveElement>>;
  /** Connections, templates and the schedulers' places of IPVS. */
  readonly ipvs: IpvsState;
  /** By `protocol port` of the socket. */
  readonly proxies: Map<string, ProxyMemory>;
  /** Maps of eBPF programs; absent: none ran. */
  ebpf?: EbpfState;
  /** Flows of VFP on a Windows node; absent: nothing passed. */
  vfp?: VfpState;
  /** Milliseconds since the run began; the only clock there is. */
  now: number;
  /** Where a search for a free port begins, in [min, min + size). Recordings replay the kernel's draw here. */
  readonly drawPort: (draw: PortDraw) => number;
  /** How many ports were drawn so far: any free one would have been as right. */
  portsDrawn: number;
}

/** The state of a namespace no packet has passed yet; `seed` decides the ports drawn. */
export function createState(seed = 0): NetnsState {
  const rng = createRng(seed);
  return {
    conntrack: new ConntrackTable(),
    recent: new Map(),
    nth: new Map(),
    ipvs: new IpvsState(),
    proxies: new Map(),
    recentTtl: new Map(),
    hashlimits: new Map(),
    quotas: new Map(),
    connlimits: new Map(),
    nexthops: new Map(),
    ipsets: new Map(),
    unlistedSets: new Map(),
    nftSets: new Map(),
    now: 0,
    drawPort: ({ min, size }) => min + rng.below(size),
    portsDrawn: 0,
  };
}

/** An independent copy: what one run changes, another must not see. Ports are drawn anew from the seed. */
export function cloneState(state: NetnsState, seed = 0): NetnsState {
  const connections = { conntrack: state.conntrack.clone(), ipvs: state.ipvs.clone() };
  return {
    ...createState(seed),
    ...cloneMemory(state),
    nexthops: new Map(state.nexthops),
    ...connections,
    ...(state.ebpf ? { ebpf: cloneEbpf(state.ebpf) } : {}),
    ...(state.vfp ? { vfp: cloneVfp(state.vfp) } : {}),
    now: state.now,
  };
}

/** Entries are never changed in place. */
function cloneEbpf({ now, ct, nat, affinity, sockets }: EbpfState): EbpfState {
  return { now, ct: new Map(ct), nat: new Map(nat), affinity: new Map(affinity), sockets: new Map(sockets) };
}

/** Entries are never changed in place. */
function cloneVfp({ flows, picked }: VfpState): VfpState {
  return { flows: new Map(flows), picked: new Map(picked) };
}

/** The parts of the state that rules write. */
type Memory = Pick<
  NetnsState,
  | 'recent'
  | 'recentTtl'
  | 'nth'
  | 'hashlimits'
  | 'quotas'
  | 'connlimits'
  | 'ipsets'
  | 'unlistedSets'
  | 'nftSets'
  | 'proxies'
>;

/** A map of maps; what is in them is never changed in place. */
function cloneNested<V>(maps: ReadonlyMap<string, ReadonlyMap<string, V>>): Map<string, Map<string, V>> {
  return new Map([...maps].map(([name, map]) => [name, new Map(map)] as const));
}

/** Copy of all that rules remember: everything but the connections. */
export function cloneMemory(state: NetnsState): Memory {
  const recent = [...state.recent].map(
    ([name, list]) => [name, new Map([...list].map(([address, stamps]) => [address, [...stamps]]))] as const,
  );
  return {
    recent: new Map(recent),
    recentTtl: new Map(state.recentTtl),
    nth: new Map(state.nth),
    hashlimits: cloneNested(state.hashlimits),
    quotas: new Map(state.quotas),
    connlimits: cloneNested(state.connlimits),
    ipsets: cloneLiveSets(state.ipsets),
    unlistedSets: new Map(state.unlistedSets),
    nftSets: cloneNested(state.nftSets),
    proxies: new Map(
      [...state.proxies].map(([key, memory]) => [key, { ...memory, affinity: new Map(memory.affinity) }] as const),
    ),
  };
}

/** Connections that are gone or closed are not counted any more (`find_or_evict`, `already_closed`). */
function isOpen({ zone, tuple }: CountedConnection, { conntrack }: NetnsState): boolean {
  const found = conntrack.lookup(zone, tuple);
  const tcpState = found?.entry.tcp?.state;
  return found !== undefined && tcpState !== 'TIME_WAIT' && tcpState !== 'CLOSE';
}

/**
 * Counts the packet's connection in, by packets of either direction: those counted before stay while they are open (`nf_conncount_count`,
 * net/netfilter/nf_conncount.c).
 *
 * @param counter whose count it is: one rule's, or one element's
 * @param key what is counted apart: an address; one for all
 * @returns how many there are with this one
 */
export function countConnections(
  { skb, state }: { readonly skb: Skb; readonly state: NetnsState },
  counter: string,
  key: string,
): number {
  const lists = state.connlimits.get(counter) ?? new Map<string, readonly CountedConnection[]>();
  state.connlimits.set(counter, lists);
  const own: CountedConnection = { zone: skb.ct?.zone ?? 0, tuple: skb.ct?.original ?? makeTuple(skb.packet) };
  const ownKey = tupleKey(own.tuple);
  const isOwn = (one: CountedConnection): boolean => one.zone === own.zone && tupleKey(one.tuple) === ownKey;
  const before = lists.get(key) ?? [];
  // Those behind the packet's own are not looked at: what is over of them still counts (`__nf_conncount_add`).
  const at = before.findIndex((one) => isOwn(one) && isOpen(one, state));
  const [seen, unseen] = at < 0 ? [before, [own]] : [before.slice(0, at), before.slice(at)];
  const counted = [...seen.filter((one) => !isOwn(one) && isOpen(one, state)), ...unseen];
  lists.set(key, counted);
  return counted.length;
}
