import { Memo, once } from '../lib/memo';
import { LazyMap } from '../lib/lazy-map';
import type {
  GeneratedClaim,
  GeneratedIpset,
  GeneratedIpvs,
  GeneratedNftables,
  GeneratedProxyPort,
  GeneratedRealServer,
  GeneratedVirtualServer,
  KernelState,
  Origin,
  PartRef,
} from '../kubernetes/proxy/mode';
import { originAt } from '../kubernetes/proxy/parts';
import type { AttachedProgram } from '../linux/ebpf/attached';
import type { IpSet, IpSetMember } from '../linux/ipset/ip-set';
import type { IpvsService, IpvsTable } from '../linux/ipvs/service';
import type { Device, InterfaceAddress, Socket } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import { tableFromLines } from '../linux/nftables/table-from-lines';
import { tableName, type NftTable } from '../linux/nftables/types';
import { parseCidr, ip, isUnspecified, parseIp, type IpFamily } from '../net/ip';
import { parseEndpoint } from '../net/packet';
import { realServerKey } from '../kubernetes/proxy/ipvs/port-block';
import type { NodeIdentity } from '../paste/asking';
import type { SuggestedFlow } from '../paste/pasted';
import type { PastedConnection } from '../paste/pasted-connections';
import type { Assumption, FoundService, TextSummary } from '../paste/pasted-types';
import type { Diagnostic } from '../formats/format';
import type { ClusterObjects } from '../kubernetes/types';
import type { XtRuleset } from '../linux/xtables/types';
import type { SimFlow } from '../sim/simulate';
import type { SimState } from '../sim/world';
import type { Document } from './document';

/** What kube-proxy wrote for one node and family: the rules that run, and where each comes from. */
export interface Compiled {
  readonly state: KernelState;
  readonly ruleset: XtRuleset;
}

/** A document as something packets can be sent through. */
export interface Derived {
  /** The rules of a cluster's node are written when a packet comes there or somebody asks for them. */
  readonly network: Network;
  /** The namespaces of {@link network} without rules, where a mode leaves nothing else in them. */
  readonly bare?: ReadonlyMap<string, Netns>;
  /** Programs at the devices and sockets of a node that has any. */
  readonly attached?: (node: Netns) => readonly AttachedProgram[];
  /** By `node family`; empty for pasted nodes, whose rules nobody generated. */
  readonly compiled: ReadonlyMap<string, Compiled>;
  /** Rules of machines outside that are no nodes, by `netns family`; absent: there are none. */
  readonly outside?: ReadonlyMap<string, KernelState>;
  /** Rule sets of {@link compiled} that were asked for so far. */
  readonly written?: ReadonlyMap<string, Compiled>;
  readonly findings: readonly Diagnostic[];
  /** The built cluster as its controllers leave it; absent: nodes were pasted. */
  readonly settled?: ClusterObjects;
  /** Of a pasted node: what was guessed, what was found, what was understood of each text, what is worth sending. */
  readonly assumptions: readonly Assumption[];
  readonly found: readonly FoundService[];
  /** Prefixes its Pods have. */
  readonly podNetworks?: readonly string[];
  readonly texts: readonly TextSummary[];
  /** Of pasted nodes: what each is. */
  readonly identities?: readonly NodeIdentity[];
  readonly suggested: readonly SuggestedFlow[];
  /** Of a pasted node: the connections `conntrack -L` showed, and what they leave for a flow that is sent. */
  readonly connections?: readonly PastedConnection[];
  readonly stateFor?: (flow: SimFlow) => SimState;
}

/** The state that programs generated for the kernel of a machine and family; undefined: it was pasted, or there is none. */
export function kernelStateAt(
  { compiled, outside }: Pick<Derived, 'compiled' | 'outside'>,
  { netns, family }: { readonly netns: string; readonly family: IpFamily },
): KernelState | undefined {
  const key = `${netns} ${family}`;
  return compiled.get(key)?.state ?? outside?.get(key);
}

/** Which object made a program leave something there; undefined: none did, or it was pasted. */
export function findOrigin(
  derived: Pick<Derived, 'compiled' | 'outside'>,
  place: { readonly netns: string; readonly family: IpFamily },
  at: PartRef,
): Origin | undefined {
  const state = kernelStateAt(derived, place);
  // The chains of a machine that is no node are the kernel's own: nothing of the cluster asked for them.
  const isKernels = at.kind === 'chain' && !derived.compiled.has(`${place.netns} ${place.family}`);
  return state && !isKernels ? originAt(state, at) : undefined;
}

/** What a built cluster has of the pasted parts. */
export const NOTHING_PASTED = { assumptions: [], found: [], texts: [], suggested: [] } as const;

export type Derive = (document: Document) => Derived;

/** As {@link Derive}, of pasted texts; what was read of them is kept in the memory. */
export type DerivePasted = (document: Document, memo: Memo) => Derived;

type States = readonly Pick<KernelState, 'ipvs' | 'nftables' | 'proxyPorts' | 'claims' | 'sysctls' | 'ebpf' | 'hns'>[];

const PROTOCOLS = { TCP: 6, UDP: 17, SCTP: 132 } as const;

/** Bits of struct ip_vs_service.flags (include/uapi/linux/ip_vs.h). */
const PERSISTENT = 0x1;
const FALLBACK = 0x8;
const BY_PORT = 0x10;

/** `sh-port`, `mh-fallback`: the two bits a scheduler may give a meaning. */
function schedulerFlags({ scheduler, flags }: GeneratedVirtualServer): string[] {
  if (scheduler !== 'sh' && scheduler !== 'mh') return [];
  return [
    ...((flags & FALLBACK) === 0 ? [] : [`${scheduler}-fallback`]),
    ...((flags & BY_PORT) === 0 ? [] : [`${scheduler}-port`]),
  ];
}

/** The kernel puts what is added last in front (`__ip_vs_update_dest`). */
function kernelOrder(
  { servers }: GeneratedVirtualServer,
  added: GeneratedIpvs['serversAdded'],
): readonly GeneratedRealServer[] {
  if (added !== 'sorted') return servers;
  const keys = new Map(servers.map((server) => [server, realServerKey(server)] as const));
  return [...servers].sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? 1 : -1));
}

/** A virtual server as a sync after the start of a node leaves it: nothing was scheduled yet. A virtual server that is asked for again is the same. */
const serviceOf = once((virtual: GeneratedVirtualServer, _memo, added: GeneratedIpvs['serversAdded']): IpvsService => {
  return {
    fresh: true,
    ...(added === undefined && virtual.servers.length > 1 ? { unordered: true } : {}),
    protocol: PROTOCOLS[virtual.protocol],
    address: ip(virtual.address),
    port: virtual.port,
    scheduler: virtual.scheduler,
    flags: schedulerFlags(virtual),
    ...((virtual.flags & PERSISTENT) === 0 ? {} : { persistentSeconds: virtual.timeout }),
    // kube-proxy only takes the weight of servers away that had 1 before.
    servers: kernelOrder(virtual, added).map(({ address, port, weight }) => ({
      address: ip(address),
      port,
      weight,
      ...(weight === 0 ? { lastWeight: 1 } : {}),
      forward: 'masq',
    })),
  };
});

/** Built when a packet asks: most nodes of a large cluster are never asked. */
class LazyTable implements IpvsTable {
  readonly #states: readonly GeneratedIpvs[];
  readonly #memo: Memo;
  #services: readonly IpvsService[] | undefined;

  constructor(states: readonly GeneratedIpvs[], memo: Memo) {
    this.#states = states;
    this.#memo = memo;
  }

  get services(): readonly IpvsService[] {
    return (this.#services ??= this.#states.flatMap(({ virtualServers, serversAdded }) =>
      virtualServers.map((virtual) => serviceOf(virtual, this.#memo, serversAdded)),
    ));
  }

  get timeouts(): IpvsTable['timeouts'] {
    return this.#states.find(({ timeouts }) => timeouts)?.timeouts;
  }
}

class LazySet implements IpSet {
  readonly name: string;
  readonly type: string;
  readonly options: string;
  readonly family?: 'ipv4' | 'ipv6';
  readonly #set: GeneratedIpset;
  #members: readonly IpSetMember[] | undefined;

  constructor(set: GeneratedIpset) {
    this.name = set.name;
    this.type = set.type;
    this.options = set.options;
    const family = /\bfamily (inet6?)\b/.exec(set.options)?.[1];
    if (family) this.family = family === 'inet6' ? 'ipv6' : 'ipv4';
    this.#set = set;
  }

  get members(): readonly IpSetMember[] {
    return (this.#members ??= this.#set.entries.map(({ key }) => ({ element: key, nomatch: false })));
  }
}

/** The dummy kube-proxy binds service addresses to. It stays down; its addresses are local all the same. */
class ServiceDevice implements Device {
  readonly name = 'kube-ipvs0';
  readonly kind = 'dummy';
  readonly up = false;
  readonly texts: readonly string[];
  #addresses: readonly InterfaceAddress[] | undefined;

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }

  get addresses(): readonly InterfaceAddress[] {
    return (this.#addresses ??= this.texts.flatMap((text) => {
      const parsed = parseCidr(text);
      return parsed.ok ? [parsed.value] : [];
    }));
  }
}

/** The devices of a node with kube-ipvs0. */
const devicesWith = once((own: Netns['devices'], _memo, texts: readonly string[]): Netns['devices'] => [
  ...own,
  new ServiceDevice(texts),
]);

interface IpvsParts {
  readonly table: IpvsTable;
  readonly sets: ReadonlyMap<string, IpSet>;
}

/** The same state gives the same objects, so that what is built from them is kept over edits elsewhere. */
const partsOf = once((_first: GeneratedIpvs, memo, states: readonly GeneratedIpvs[]): IpvsParts => ({
  table: new LazyTable(states, memo),
  sets: indexSets(states),
}));

/** Most nodes of a large cluster are never asked for one. */
function indexSets(states: readonly GeneratedIpvs[]): ReadonlyMap<string, IpSet> {
  let sets: ReadonlyMap<string, GeneratedIpset> | undefined;
  const all = (): ReadonlyMap<string, GeneratedIpset> =>
    (sets ??= new Map(states.flatMap(({ ipsets }) => ipsets.map((set) => [set.name, set] as const))));
  return new LazyMap(
    () => all().keys(),
    (name) => new LazySet(all().get(name) as GeneratedIpset),
  );
}

function withIpvs(node: Netns, states: readonly [GeneratedIpvs, ...GeneratedIpvs[]], memo: Memo): Netns {
  const { table, sets } = partsOf(states[0], memo, states);
  const texts = states.flatMap(({ addresses }) => addresses.map(({ address }) => address));
  const ipsets = node.ipsets && node.ipsets.size > 0 ? new Map([...node.ipsets, ...sets]) : sets;
  return { ...node, devices: devicesWith(node.devices, memo, texts), ipsets, ipvs: table };
}

/** A socket kube-proxy takes connections from. Its endpoints are read when a connection comes: a node listens for thousands of ports. */
function makeSocket(listening: GeneratedProxyPort): Socket {
  const { protocol, address, port, affinitySeconds, sharesAffinity, draws, attempts } = listening;
  const own = parseIp(address);
  let endpoints: NonNullable<Socket['proxy']>['endpoints'] | undefined;
  return {
    proto: protocol === 'TCP' ? 'tcp' : 'udp',
    ...(own.ok && !isUnspecified(own.value) ? { ip: own.value } : {}),
    port,
    owner: 'kube-proxy',
    reply: 'proxy',
    proxy: {
      get endpoints() {
        return (endpoints ??= listening.endpoints.map(parseEndpoint).filter((each) => each !== undefined));
      },
      ...(affinitySeconds === undefined ? {} : { affinitySeconds }),
      ...(sharesAffinity ? { sharesAffinity } : {}),
      ...(draws ? { isHashed: true } : {}),
      ...(attempts === undefined ? {} : { attempts }),
    },
  };
}

/** A socket that keeps others away and is never read; whoever listened before keeps the port. */
function heldSockets(claims: readonly GeneratedClaim[], others: readonly Socket[]): readonly Socket[] {
  const taken = new Set(others.map(({ proto, port }) => `${proto} ${port}`));
  return claims.flatMap(({ protocol, address, port, isDual }): Socket[] => {
    const own = parseIp(address);
    const proto = protocol === 'TCP' ? 'tcp' : 'udp';
    if (!own.ok || taken.has(`${proto} ${port}`)) return [];
    return [{ proto, ...(isDual ? {} : { ip: own.value }), port, owner: 'kube-proxy', reply: 'held' }];
  });
}

const nftTableOf = once((state: GeneratedNftables, memo): NftTable => tableFromLines(state, memo));

/** The tables of all families; a refused transaction leaves nothing. */
function withNftables(node: Netns, states: readonly GeneratedNftables[], memo: Memo): Netns {
  const tables = states
    .filter(({ refusal }) => refusal === undefined)
    .map((state) => {
      const table = nftTableOf(state, memo);
      return [tableName(table), table] as const;
    });
  return { ...node, nftables: { tables: new Map([...(node.nftables?.tables ?? []), ...tables]) } };
}

/**
 * A node with what kube-proxy left in its kernel beside iptables rules, of all families: nftables tables, virtual servers, sets,
 * kube-ipvs0, the sockets of the userspace proxy, sysctls.
 */
export function withKernelParts(node: Netns, states: States, memo = new Memo()): Netns {
  const ipvs = states.flatMap((state) => (state.ipvs ? [state.ipvs] : []));
  const opened = [...states.flatMap(({ proxyPorts = [] }) => proxyPorts.map(makeSocket)), ...node.sockets];
  const held = states.flatMap(({ claims = [] }) => heldSockets(claims, opened));
  const sysctls = Object.assign({}, node.sysctls, ...states.map((state) => state.sysctls)) as Netns['sysctls'];
  const programs = states.find(({ ebpf }) => ebpf)?.ebpf?.node;
  const vswitch = states.find(({ hns }) => hns)?.hns?.node;
  const attached = { ...(programs ? { ebpf: programs } : {}), ...(vswitch ? { vswitch } : {}) };
  const changed = { ...node, sysctls, sockets: [...opened, ...held], ...attached };
  const nftables = states.flatMap((state) => (state.nftables ? [state.nftables] : []));
  const filled = nftables.length > 0 ? withNftables(changed, nftables, memo) : changed;
  const [first, ...others] = ipvs;
  return first ? withIpvs(filled, [first, ...others], memo) : filled;
}
