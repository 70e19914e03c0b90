import { invariant } from '../../lib/assert';
import { buildNetwork } from '../../kubernetes/network';
import { proxyMode } from '../../kubernetes/proxy';
import type { KernelState, SyncInput } from '../../kubernetes/proxy/mode';
import type { ClusterObjects, ProxyModeId } from '../../kubernetes/types';
import type { Netns, Network } from '../../linux/netns';
import { rulesetFromLines } from '../../linux/xtables/ruleset-text';
import { ip } from '../../net/ip';
import { countersOf, type TraceCounters } from '../../sim/counters';
import { simulate } from '../../sim/simulate';
import type { Trace } from '../../sim/trace';
import { DEFAULT_SETTINGS } from '../defaults';
import { withKernelParts } from '../kernel-parts';
import { COST_CLUSTER_CIDR, costCluster, costSurroundings, serviceAddress } from './cluster';
import { syncCosts, type SyncCost } from './syncs';

/** What stands in the kernel of one node. */
export interface KernelSize {
  /** Rules of iptables and nftables. */
  readonly rules: number;
  /** Elements of nftables' sets and maps and of ipsets. */
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
export interface CostSubject {
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
  const cluster = costCluster(services, endpoints);
  const input: SyncInput = { cluster, node: 'node1', family: 'ipv4', config, release };
  const syncs = syncCosts(mode, input, { ...input, cluster: withOneMore(cluster) });
  const state = proxier.syncProxyRules(input);
  const traces = send(state, placesOf(services), endpoints);
  const requests = traces.map((trace) => countersOf(legsOf(trace, 'request')));
  const last = traces.at(-1);
  invariant(last, 'no packet was sent');
  const { crossings, rewrites } = countersOf(last);
  return {
    services,
    endpoints,
    kernel: sizeOf(state),
    start: syncs.first,
    change: syncs.change,
    first: { least: extreme(requests, Math.min), most: extreme(requests, Math.max) },
    answer: extreme(
      traces.map((trace) => countersOf(legsOf(trace, 'reply'))),
      Math.max,
    ),
    crossings,
    rewrites,
    delivered: traces.every(({ legs }) => legs.every(({ disposition }) => disposition.kind === 'DELIVERED')),
  };
}

function placesOf(services: number): number[] {
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

/** One connection to each of these Services, from a Pod; of several endpoints the first takes it. */
function send(state: KernelState, places: readonly number[], endpoints: number): Trace[] {
  const bare = buildNetwork(costSurroundings(places, endpoints), DEFAULT_SETTINGS);
  const node = bare.netns.get('node1');
  invariant(node, 'node1 is missing');
  const xtables = { ipv4: rulesetFromLines(state.xtables.tables, 'ipv4') };
  const ruled: Netns = withKernelParts({ ...node, xtables }, [state]);
  const network: Network = { ...bare, netns: new Map([...bare.netns, ['node1', ruled]]) };
  return places.map((place) => {
    const dst = ip(serviceAddress(place));
    const flow = { netns: 'default/client', dst, proto: 'tcp', sport: 40_000 + place, dport: 80 } as const;
    return simulate({ network, flow, decide: () => 0 });
  });
}

function legsOf(trace: Trace, role: 'request' | 'reply'): Trace {
  return { ...trace, legs: trace.legs.filter((leg) => leg.role === role) };
}

function extreme(all: readonly PacketCost[], pick: (...values: number[]) => number): PacketCost {
  return { rules: pick(...all.map(({ rules }) => rules)), lookups: pick(...all.map(({ lookups }) => lookups)) };
}

function sizeOf({ xtables, nftables, ipvs, proxyPorts, claims }: KernelState): KernelSize {
  const chains = [...xtables.tables.values()].flatMap((table) => [...table.values()]);
  const count = (lists: readonly { readonly length: number }[]): number =>
    lists.reduce((sum, { length }) => sum + length, 0);
  const sets = nftables ? [...nftables.sets.values()].map(({ elements }) => elements) : [];
  const servers = ipvs?.virtualServers ?? [];
  return {
    rules: count([...chains, ...(nftables?.chains.values() ?? [])].map(({ rules }) => rules)),
    elements: count([...sets, ...(ipvs?.ipsets ?? []).map(({ entries }) => entries)]),
    servers: servers.length + count(servers.map((server) => server.servers)),
    sockets: (proxyPorts?.length ?? 0) + (claims?.length ?? 0),
  };
}
