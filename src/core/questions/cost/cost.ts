import { invariant } from '../../lib/result';
import { usualRelease } from '../../kubernetes/mode-ids';
import { proxyMode, PROXY_MODES } from '../../kubernetes/proxy';
import { releaseProblem } from '../../kubernetes/release-problem';
import type { KernelState, SyncInput, ProxyMode } from '../../kubernetes/proxy/mode';
import type { ClusterObjects, ProxyModeId, EndpointSliceObject, ServiceObject } from '../../kubernetes/types';
import { Memo } from '../../lib/memo';
import type { Network } from '../../linux/netns';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import { ip, addToIp, formatIp } from '../../net/ip';
import { makeCounters, type TraceCounters } from '../../sim/counters';
import { simulate } from '../../sim/simulate';
import type { Trace } from '../../sim/trace';
import { DEFAULT_SETTINGS } from '../../document/document';
import { withKernelParts } from '../../document/kernel-parts';
import { assembleNetwork, type LiveMachines } from '../../document/network';
import { nodePrograms } from '../../document/node-program';
import { buildCluster, endpoints, node, pod, service } from '../../kubernetes/build';
import { withDefaults } from '../../kubernetes/defaults';
import { syncCilium } from '../../kubernetes/proxy/ebpf/agent';
import { printHnsPolicies } from '../../kubernetes/proxy/kernelspace/sync-policies';
import type { GeneratedLbMaps } from '../../kubernetes/proxy/mode';
import { runIptablesSync } from '../../kubernetes/proxy/iptables/restore';
import { runIpvsSync } from '../../kubernetes/proxy/ipvs/run-sync';
import { runNftablesSync } from '../../kubernetes/proxy/nftables/run-sync';
import { printSave } from '../../kubernetes/proxy/print';
import { runUserspaceSync } from '../../kubernetes/proxy/userspace/run-sync';
import { getMinor } from '../../kubernetes/release';

/** What one run of syncProxyRules hands over. */
interface SyncCost {
  /** Characters of text for iptables-restore or nft, and of command lines. */
  readonly bytes: number;
  /** Programs started, netlink messages sent and map entries written, one by one. */
  readonly calls: number;
}

/** The first sync of a proxy, and the next one after a change. */
interface SyncCosts {
  readonly first: SyncCost;
  readonly change: SyncCost;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length + 1, 0);

function iptables(before: SyncInput, after: SyncInput): SyncCosts {
  const costOf = ({ commands, restore }: ReturnType<typeof runIptablesSync>): SyncCost => ({
    bytes: lengthOf(commands) + restore.length,
    calls: commands.length + 1,
  });
  const first = runIptablesSync(undefined, before);
  return { first: costOf(first), change: costOf(runIptablesSync(first.state, after)) };
}

function nftables(before: SyncInput, after: SyncInput): SyncCosts {
  const costOf = ({ transactions }: ReturnType<typeof runNftablesSync>): SyncCost => ({
    bytes: lengthOf(transactions),
    calls: transactions.length,
  });
  const first = runNftablesSync(undefined, before);
  return { first: costOf(first), change: costOf(runNftablesSync(first.state, after)) };
}

function ipvs(before: SyncInput, after: SyncInput): SyncCosts {
  const costOf = ({ calls, restore, cleanup }: ReturnType<typeof runIpvsSync>): SyncCost => ({
    bytes: restore.length,
    calls: calls.length + cleanup.length + 1,
  });
  const first = runIpvsSync(undefined, before);
  return { first: costOf(first), change: costOf(runIpvsSync(first.state, after)) };
}

function userspace(before: SyncInput, after: SyncInput): SyncCosts {
  const costOf = ({ commands }: ReturnType<typeof runUserspaceSync>): SyncCost => ({
    bytes: lengthOf(commands),
    calls: commands.length,
  });
  const first = runUserspaceSync(undefined, before);
  return { first: costOf(first), change: costOf(runUserspaceSync(first.state, after)) };
}

/** What a line of the maps is the value of: one more system call each. */
const ENTRY = /^\w+: ID=\S+(?: ADDR=\S+ SLOT=\d+| BEID=\S+| CIDR=\S+)?/;

/** One bpf() a map entry that is new, other or gone; no text is handed over. */
function ebpf(before: SyncInput, after: SyncInput): SyncCosts {
  const linesOf = (input: SyncInput): string[] =>
    (printSave('ebpf', syncCilium(input), input) ?? '').split('\n').filter(Boolean);
  const [old, now] = [linesOf(before), linesOf(after)];
  const [known, kept] = [new Set(old), new Set(now.map((line) => ENTRY.exec(line)?.[0]))];
  const written = now.filter((line) => !known.has(line)).length;
  const gone = old.filter((line) => !kept.has(ENTRY.exec(line)?.[0])).length;
  return { first: { bytes: 0, calls: old.length }, change: { bytes: 0, calls: written + gone } };
}

/** One call of the HCN API, its object as JSON, for each endpoint and policy that is new, and one for each that is gone. */
function kernelspace(before: SyncInput, after: SyncInput): SyncCosts {
  const linesOf = (input: SyncInput): string[] => {
    const { hns } = proxyMode('kernelspace').syncProxyRules(input);
    return hns ? printHnsPolicies(hns.policies).split('\n').filter(Boolean) : [];
  };
  const [old, now] = [linesOf(before), linesOf(after)];
  const [known, kept] = [new Set(old), new Set(now)];
  const written = now.filter((line) => !known.has(line));
  const gone = old.filter((line) => !kept.has(line)).length;
  return {
    first: { bytes: lengthOf(old), calls: old.length },
    change: { bytes: lengthOf(written), calls: written.length + gone },
  };
}

const SYNCS: Readonly<Record<ProxyModeId, (before: SyncInput, after: SyncInput) => SyncCosts>> = {
  iptables,
  ipvs,
  nftables,
  userspace,
  ebpf,
  kernelspace,
};

/** What a mode hands over when its proxy starts with `before`, and then when `after` has come. */
function syncCosts(mode: ProxyModeId, before: SyncInput, after: SyncInput): SyncCosts {
  return SYNCS[mode](before, after);
}

const FIRST_SERVICE = ip('10.96.1.0');
/** The address before is the bridge's. */
const FIRST_POD = ip('10.128.0.2');

/** Holds the endpoints and whoever asks them. */
const COST_CLUSTER_CIDR = '10.128.0.0/9';

/** The clusterIP of the Service at `place`. */
function serviceAddress(place: number): string {
  return formatIp(addToIp(FIRST_SERVICE, place));
}

/** `shop/svc-00053`: by name, the order in which rules are written, the places stay in order. */
function getName(place: number): string {
  return `shop/svc-${String(place).padStart(5, '0')}`;
}

function endpointAddress(place: number, endpoint: number, each: number): string {
  return formatIp(addToIp(FIRST_POD, place * each + endpoint));
}

/** Service `place` and its slice. */
function servicePair(place: number, each: number): readonly [ServiceObject, EndpointSliceObject] {
  const addresses = Array.from({ length: each }, (_, e) => [endpointAddress(place, e, each), 'node2'] as const);
  return [
    service(getName(place), { clusterIP: serviceAddress(place), ports: [80] }),
    endpoints(getName(place), 8080, addresses),
  ];
}

const NODES = [
  node('node1', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.0.0/24'] }),
  node('node2', { addresses: ['172.18.0.3'], podCIDRs: ['10.128.0.0/10'] }),
];

/** Two nodes and so many Services, each with so many endpoints on node2; addresses are all different. */
function costCluster(services: number, endpointsEach: number): ClusterObjects {
  const pairs = Array.from({ length: services }, (_, place) => servicePair(place, endpointsEach));
  return withDefaults(buildCluster(...NODES, ...pairs.flat()));
}

/** What stands around the rules when Services at `places` are asked: their Pods on node2, and a client on node1. */
function costSurroundings(places: readonly number[], endpointsEach: number): ClusterObjects {
  const client = pod('default/client', { node: 'node1', ips: ['10.244.0.5'] });
  const backends = places.flatMap((place) =>
    Array.from({ length: endpointsEach }, (_, e) =>
      pod(`${getName(place)}-${e}`, { node: 'node2', ips: [endpointAddress(place, e, endpointsEach)] }),
    ),
  );
  const pairs = places.flatMap((place) => servicePair(place, endpointsEach));
  return withDefaults(buildCluster(...NODES, client, ...backends, ...pairs));
}

/** What stands in the kernel of one node. */
interface KernelSize {
  /** Rules of iptables and nftables. */
  readonly rules: number;
  /** Elements of nftables' sets and maps and of ipsets, entries of BPF maps, endpoints and policies of HNS. */
  readonly elements: number;
  /** Virtual and real servers of IPVS. */
  readonly servers: number;
  /** Sockets the proxy process holds open. */
  readonly sockets: number;
}

type PacketCost = Pick<TraceCounters, 'rules' | 'lookups'>;

/** What a cluster of a size costs in one mode. */
export interface CostPoint {
  readonly services: number;
  readonly endpoints: number;
  readonly kernel: KernelSize;
  /** kube-proxy starts. */
  readonly start: SyncCost;
  /** One Service gets one more endpoint. */
  readonly change: SyncCost;
  /** The first packet of a connection, over Services at the start, in the middle and at the end of what is written. */
  readonly first: { readonly least: PacketCost; readonly most: PacketCost };
  /** The packet that answers it, which conntrack knows. */
  readonly answer: PacketCost;
  /** User/kernel crossings of one exchange, and headers rewritten. */
  readonly crossings: number;
  readonly rewrites: number;
  /** The packet and its answer both arrived. */
  readonly delivered: boolean;
}

/** What is measured. */
interface CostSubject {
  readonly mode: ProxyModeId;
  /** `1.30`; one the mode has. */
  readonly release: string;
  readonly services: number;
  readonly endpoints: number;
}

/**
 * Compiles a generated cluster for one node, counts what stands in its kernel and what a sync hands over, and sends
 * packets from a Pod to some of its Services. Nothing is estimated: compiler and simulator are those of the bench.
 */
export function measureCost(subject: CostSubject): CostPoint {
  const { mode, release, services, endpoints } = subject;
  const proxier = proxyMode(mode);
  invariant(proxier, `no mode ${mode}`);
  const config = { clusterCIDR: COST_CLUSTER_CIDR };
  const places = listPlaces(services);
  const { pods } = costSurroundings(places, endpoints);
  const cluster: ClusterObjects = { ...costCluster(services, endpoints), pods };
  const input: SyncInput = { cluster, node: 'node1', family: 'ipv4', config, release };
  const syncs = syncCosts(mode, input, { ...input, cluster: withOneMore(cluster) });
  const state = proxier.syncProxyRules(input);
  const there = proxier.syncProxyRules({ ...input, node: 'node2' });
  const states = new Map([
    ['node1', state],
    ['node2', there],
  ]);
  const traces = send({ subject, states }, places);
  const requests = traces.map((trace) => makeCounters(makeLegs(trace, 'request')));
  const last = traces.at(-1);
  invariant(last, 'no packet was sent');
  const { crossings, rewrites } = makeCounters(last);
  return {
    services,
    endpoints,
    kernel: makeSize(state),
    start: syncs.first,
    change: syncs.change,
    first: { least: extreme(requests, Math.min), most: extreme(requests, Math.max) },
    answer: extreme(
      traces.map((trace) => makeCounters(makeLegs(trace, 'reply'))),
      Math.max,
    ),
    crossings,
    rewrites,
    delivered: traces.every(({ legs }) => legs.every(({ disposition }) => disposition.kind === 'DELIVERED')),
  };
}

function listPlaces(services: number): number[] {
  const last = services - 1;
  return [...new Set([0, Math.floor(last / 2), last])];
}

/** The cluster after its first Service got an endpoint. */
function withOneMore(cluster: ClusterObjects): ClusterObjects {
  const [slice, ...rest] = cluster.endpointSlices;
  const [endpoint] = slice?.endpoints ?? [];
  invariant(slice && endpoint, 'a Service without endpoints');
  const grown = { ...slice, endpoints: [...(slice.endpoints ?? []), { ...endpoint, addresses: ['10.244.0.250'] }] };
  return { ...cluster, endpointSlices: [grown, ...rest] };
}

/** Kernels of both nodes: the rules that are written there, and what an earlier mode left. */
interface CostKernels {
  readonly subject: Pick<CostSubject, 'mode' | 'release' | 'endpoints'>;
  readonly states: ReadonlyMap<string, KernelState>;
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The network of both nodes as a document's is assembled, with the Pods of those Services only that are asked: thousands
 * of others have no machine. Rules are those that were measured.
 */
function costNetwork({ subject, states }: CostKernels, places: readonly number[]): Network {
  const { mode, release, endpoints } = subject;
  const memo = new Memo();
  const around = costSurroundings(places, endpoints);
  const told = { cluster: around, mode, release, kubeProxy: { clusterCIDR: COST_CLUSTER_CIDR } };
  const live: LiveMachines = {
    pods: around.pods,
    listening: around.endpointSlices,
    stateOf: () => 'up',
    health: { stopped: NOBODY },
    ruled: (bare) => {
      const state = states.get(bare.id);
      const xtables = { ipv4: rulesetFromLines(state?.xtables.tables ?? new Map(), 'ipv4') };
      return state ? withKernelParts({ ...bare, xtables }, [state]) : bare;
    },
  };
  const at = { memo, programs: nodePrograms(told, around, memo), live };
  return assembleNetwork({ settings: DEFAULT_SETTINGS, mode, outside: [] }, around, at).network;
}

/** One connection to each of these Services, from a Pod; of several endpoints the first takes it. */
function send(kernels: CostKernels, places: readonly number[]): Trace[] {
  const network = costNetwork(kernels, places);
  return places.map((place) => {
    const dst = ip(serviceAddress(place));
    const flow = { netns: 'default/client', dst, proto: 'tcp', sport: 40_000 + place, dport: 80 } as const;
    return simulate({ network, flow, decide: () => 0 });
  });
}

/** The legs of a role, as far as the node that is measured had to do with them. */
function makeLegs(trace: Trace, role: 'request' | 'reply'): Trace {
  const legs = trace.legs.filter((leg) => leg.role === role);
  return { ...trace, legs: legs.map((leg) => ({ ...leg, hops: leg.hops.filter(({ netns }) => netns !== 'node2') })) };
}

function extreme(all: readonly PacketCost[], pick: (...values: number[]) => number): PacketCost {
  return { rules: pick(...all.map(({ rules }) => rules)), lookups: pick(...all.map(({ lookups }) => lookups)) };
}

function makeSize({ xtables, nftables, ipvs, ebpf: programs, hns, proxyPorts, claims }: KernelState): KernelSize {
  const chains = [...xtables.tables.values()].flatMap((table) => [...table.values()]);
  const count = (lists: readonly { readonly length: number }[]): number =>
    lists.reduce((sum, { length }) => sum + length, 0);
  const sets = nftables ? [...nftables.sets.values()].map(({ elements }) => elements) : [];
  const servers = ipvs?.virtualServers ?? [];
  return {
    rules: count([...chains, ...(nftables?.chains.values() ?? [])].map(({ rules }) => rules)),
    elements:
      count([...sets, ...(ipvs?.ipsets ?? []).map(({ entries }) => entries)]) +
      countEntries(programs?.maps) +
      countPolicies(hns),
    servers: servers.length + count(servers.map((server) => server.servers)),
    sockets: (proxyPorts?.length ?? 0) + (claims?.length ?? 0),
  };
}

/** Endpoints of the HNS network, and load balancer policies. */
function countPolicies(hns: KernelState['hns']): number {
  return hns ? hns.policies.endpoints.length + hns.policies.loadBalancers.length : 0;
}

/** Entries of the load balancer's maps: masters and slots, backends, reverse NAT. */
function countEntries(maps: GeneratedLbMaps | undefined): number {
  if (!maps) return 0;
  const slots = maps.services.reduce((sum, each) => sum + each.slots.length, 0);
  return maps.services.length + slots + maps.backends.length + maps.reverseNat.length;
}

/** What is asked: every mode, over clusters of these sizes. */
export interface CostQuestion {
  /** The release of each mode that has it; of the others the nearest they have. */
  readonly release: string;
  /** Numbers of Services, ascending. */
  readonly sizes: readonly number[];
  /** Endpoints of each Service. */
  readonly endpoints: number;
}

/** A mode's cost over growing clusters. */
export interface CostCurve {
  readonly mode: ProxyModeId;
  readonly title: string;
  readonly release: string;
  readonly points: readonly CostPoint[];
}

/** Compiling has a cost that does not depend on the size: in Services. */
const FIXED = 20;

/** Measures every mode at every size, small clusters first; yields how far it is, 0..1. */
export function* measureCurves({ release, sizes, endpoints }: CostQuestion): Generator<number, CostCurve[]> {
  const weight = (services: number): number => services + FIXED;
  const all = PROXY_MODES.length * sizes.reduce((sum, services) => sum + weight(services), 0);
  const points = new Map<ProxyModeId, CostPoint[]>(PROXY_MODES.map(({ id }) => [id, []]));
  let done = 0;
  for (const services of sizes) {
    for (const mode of PROXY_MODES) {
      points.get(mode.id)?.push(measureCost({ mode: mode.id, release: nearest(mode, release), services, endpoints }));
      done += weight(services);
      yield done / all;
    }
  }
  return PROXY_MODES.map((mode) => ({
    mode: mode.id,
    title: mode.title,
    release: nearest(mode, release),
    points: points.get(mode.id) ?? [],
  }));
}

function nearest(mode: ProxyMode<ProxyModeId>, release: string): string {
  if (mode.axis !== undefined) return usualRelease(mode.id);
  if (!releaseProblem(mode, release)) return release;
  return mode.until !== undefined && getMinor(release) > getMinor(mode.until) ? mode.until : mode.since;
}
