import { asLast, once, type Memo } from '../lib/memo';
import type { ObjectFinding } from '../kubernetes/finding';
import { buildNetwork, CLIENT_ID } from '../kubernetes/network';
import { withDnsCaches } from '../kubernetes/network/dns-cache';
import { nodeRules } from '../kubernetes/network/host-ports';
import { withLoadBalancers } from '../kubernetes/network/load-balancers';
import type { HealthChecks } from '../kubernetes/network/load-balancer-targets';
import type { NetworkOptions } from '../kubernetes/network/plan';
import { withIngress } from '../kubernetes/ingress';
import { hasRoutes } from '../kubernetes/ingress/kinds';
import { proxyMode } from '../kubernetes/proxy';
import type { KernelState, SyncInput } from '../kubernetes/proxy/mode';
import { withDefaultServiceCidr } from '../kubernetes/service-cidr';
import { holdsPorts } from '../kubernetes/proxy/shared/held-ports';
import type { ClusterObjects, EndpointSliceObject, PodObject, ProxyModeId } from '../kubernetes/types';
import { writerSite } from '../kubernetes/writers/site';
import { LazyMap } from '../lib/lazy-map';
import type { Device } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import type { Route } from '../linux/routing/fib';
import {
  contains,
  formatIp,
  getBits,
  hostCidr,
  makeCidr,
  parseIp,
  sameIp,
  type IpAddress,
  type IpFamily,
} from '../net/ip';
import { compileNodeRules, listFamilies, nodeSysctls, proxyInput } from './derive-node';
import { canWriteLazily, withLazyRules, writeRules } from './late-rules';
import type { Compiled } from './kernel-parts';
import type { Document, Flow, StoppedProxy } from './document';
import type { NodeProgram } from './node-program';

/** What a network depends on beside the objects of its cluster. */
export interface NetworkSettings extends Pick<Document, 'settings' | 'mode' | 'cilium'> {
  /** Addresses outside that packets are to come from, as {@link outsideAddresses} lists them. */
  readonly outside: readonly string[];
}

/** What kube-proxy wrote on a node, by `node family`. */
export type WrittenRules = ReadonlyMap<string, Compiled>;

/**
 * When a network is assembled. A document has no time: its machines are as its objects say, and each kube-proxy has
 * written what it sees. While time runs ({@link live}) machines and kernels have a state of their own.
 */
export interface NetworkMoment {
  readonly memo: Memo;
  /** What writes rules on each node, by name. */
  readonly programs: ReadonlyMap<string, NodeProgram>;
  readonly live?: LiveMachines;
}

/** Machines, processes and kernels at one moment of a timeline, whatever the API server says of them. */
export interface LiveMachines {
  /** Pods that have their address, each as it was when it got it. */
  readonly pods: readonly PodObject[];
  /** Slices that say on which ports processes listen. */
  readonly listening: readonly EndpointSliceObject[];
  /** `gone`: the machine is not there any more. `silent`: its process does not listen. `id`: of a namespace. */
  readonly stateOf: (id: string) => 'up' | 'silent' | 'gone';
  /** What load balancers know of nodes. */
  readonly health: HealthChecks;
  /** A node with what its kernel has by now. */
  readonly ruled: (bare: Netns) => Netns;
}

/** A cluster as something packets can be sent through, with what it was made of. */
export interface AssembledNetwork {
  readonly network: Network;
  /** The same namespaces without the rules of nodes. */
  readonly bare: ReadonlyMap<string, Netns>;
  /** What kube-proxies write that see the cluster as it is, by `node family`. */
  readonly compiled: LazyMap<string, Compiled>;
  /** What one of them was given; of one that has not written yet without the addresses of its interfaces. */
  readonly inputOf: (key: string) => SyncInput;
  /** Rules of machines outside that are no nodes, by `netns family`; absent: there are none. */
  readonly outside?: ReadonlyMap<string, KernelState>;
  /** What there is to say of Ingresses and DNS caches. */
  readonly findings: readonly ObjectFinding[];
}

/**
 * The one way from objects to a network: lays machines, puts load balancers, Ingress controllers and DNS caches into it,
 * and has rules written on its nodes. The bench, moments of time, requests of a timeline, cost and comparisons use it.
 * @param cluster objects as the API server has them at that moment, completed
 */
export function assembleNetwork(
  document: NetworkSettings,
  cluster: ClusterObjects,
  at: NetworkMoment,
): AssembledNetwork {
  const { network: bare, outside, findings } = networkWithoutRules(document, cluster, at);
  const proxies = compileProxies(document, cluster, { ...at, nodes: bare.netns });
  const said = nodeSysctls(cluster.nodes, at.programs, at.memo);
  const rule = (node: Netns): Netns =>
    at.live
      ? at.live.ruled(node)
      : withRules(node, { written: proxies.compiled, program: at.programs.get(node.id), said, memo: at.memo });
  const netns = new Map([...bare.netns].map(([id, each]) => [id, each.kind === 'node' ? rule(each) : each]));
  return { network: { ...bare, netns }, bare: bare.netns, ...proxies, ...(outside ? { outside } : {}), findings };
}

interface Laid extends Pick<AssembledNetwork, 'outside' | 'findings'> {
  readonly network: Network;
}

/** Everything but the rules of nodes. */
export function networkWithoutRules(document: NetworkSettings, cluster: ClusterObjects, at: NetworkMoment): Laid {
  const { memo, programs, live } = at;
  const there = live ? withListeners(cluster, live) : cluster;
  const led = live ? { led: live.listening } : {};
  const laid = buildNetwork(there, document.settings, { memo, ...led, ...chooseLaying(document, programs, memo) });
  const health = live?.health ?? { stopped: stoppedNodes(programs) };
  const fronted = withLoadBalancers(laid, { cluster, ...health, memo });
  const routed = hasRoutes(cluster) ? withIngress(fronted.network, there, memo) : undefined;
  const before = routed?.network ?? fronted.network;
  const cached = withDnsCaches(before, { cluster, modes: modesByNode(programs), memo });
  const whole = withOutsideAddresses(cached.network, document.outside, memo);
  return {
    network: live ? withoutGone(whole, live, memo) : whole,
    ...(fronted.outside ? { outside: fronted.outside } : {}),
    findings: [...(routed?.findings ?? []), ...cached.findings],
  };
}

/** The cluster with the Pods that can be reached; on the network of their node only those that listen have a socket. */
function withListeners(cluster: ClusterObjects, { pods, stateOf }: LiveMachines): ClusterObjects {
  const isThere = ({ metadata: { namespace = 'default', name }, spec }: PodObject): boolean =>
    spec.hostNetwork !== true || stateOf(`${namespace}/${name}`) === 'up';
  return { ...cluster, pods: pods.filter(isThere) };
}

const silenced = once((netns: Netns): Netns => ({ ...netns, sockets: [] }));

/** Without machines that are gone; processes that do not run listen to nothing. */
function withoutGone(network: Network, { stateOf }: LiveMachines, memo: Memo): Network {
  const netns = new Map<string, Netns>();
  for (const [id, each] of network.netns) {
    const state = stateOf(id);
    if (state !== 'gone') netns.set(id, state === 'silent' ? silenced(each, memo) : each);
  }
  if (netns.size === network.netns.size) return { ...network, netns };
  const segments = network.segments.map((segment) => ({
    ...segment,
    members: segment.members.filter((member) => netns.has(member.netns)),
  }));
  return { ...network, netns, segments };
}

/** Nodes whose kube-proxy was stopped, by name. */
function stoppedNodes(programs: ReadonlyMap<string, NodeProgram>): ReadonlySet<string> {
  return new Set([...programs].flatMap(([name, { stopped }]) => (stopped ? [name] : [])));
}

const modesByNode = (programs: ReadonlyMap<string, NodeProgram>): ReadonlyMap<string, ProxyModeId> =>
  new Map([...programs].map(([name, { mode }]) => [name, mode]));

const sameOptions = asLast<NetworkOptions>();

/** Cilium lays the Pods' network itself; nodes in kernelspace mode are Windows machines. */
function chooseLaying(
  { mode, cilium }: NetworkSettings,
  programs: ReadonlyMap<string, NodeProgram>,
  memo: Memo,
): { readonly options?: NetworkOptions } {
  const windows = [...programs].flatMap(([name, program]) => (program.mode === 'kernelspace' ? [name] : []));
  if (windows.length > 0) return { options: sameOptions({ windows }, memo) };
  if (mode !== 'ebpf') return {};
  return { options: sameOptions({ cilium: cilium?.['routing-mode'] ?? 'tunnel' }, memo) };
}

/** What is written on a node. */
interface Ruling {
  readonly written: WrittenRules;
  readonly program: NodeProgram | undefined;
  /** As {@link nodeSysctls} has them. */
  readonly said: ReturnType<typeof nodeSysctls>;
  readonly memo: Memo;
}

/** A node with what was written there; where rules are all of it, they are read when a packet comes. */
export function withRules(bare: Netns, { written, program, said, memo }: Ruling): Netns {
  const holds = program !== undefined && holdsPorts(program);
  const writing = { compiled: written, said, memo, holds };
  return canWriteLazily(program) ? withLazyRules(bare, writing) : writeRules(bare, writing);
}

/** Nodes whose kube-proxies write, and when. */
interface Compiling extends Pick<NetworkMoment, 'memo' | 'programs'> {
  readonly nodes: Network['netns'];
}

/**
 * Rules of all kube-proxies, each written when it is asked for.
 * @param seen the Services and slices that they see; absent: those of the cluster, or of one that was stopped what it saw last
 */
export function compileProxies(
  { settings }: Pick<NetworkSettings, 'settings'>,
  cluster: ClusterObjects,
  { programs, nodes, memo }: Compiling,
  seen?: Pick<ClusterObjects, 'services' | 'endpointSlices'>,
): Pick<AssembledNetwork, 'compiled' | 'inputOf'> {
  const families = listFamilies(cluster);
  const places = new Map<string, readonly [Netns, IpFamily]>();
  for (const node of nodes.values()) {
    if (node.kind !== 'node' || !programs.has(node.id) || programs.get(node.id)?.problem) continue;
    for (const family of families) places.set(`${node.id} ${family}`, [node, family]);
  }
  const given = new Map<string, SyncInput>();
  const inputOf = (key: string): SyncInput => {
    const [node, family] = places.get(key) as readonly [Netns, IpFamily];
    const { config, release, stopped, mode, cilium } = programs.get(node.id) as NodeProgram;
    const ofCilium = mode === 'ebpf' && cilium ? { cilium } : {};
    const view = seen ?? (stopped && stoppedView(stopped));
    const whole = withDefaultServiceCidr(
      view ? { ...cluster, ...view } : cluster,
      memo,
      settings.serviceClusterIPRange,
    );
    return given.get(key) ?? { cluster: whole, node: node.id, family, config, release, memo, ...ofCilium };
  };
  const compiled = new LazyMap(places.keys(), (key) => {
    const [node] = places.get(key) as readonly [Netns, IpFamily];
    const program = programs.get(node.id) as NodeProgram;
    const input = proxyInput({ ...inputOf(key), interfaceAddresses: addressesOf(node, memo) }, memo, program.mode);
    given.set(key, input);
    // hostPorts are entries of Cilium's maps; on Windows nobody writes rules.
    if (proxyMode(program.mode).datapath) return compileNodeRules(input, memo, program, undefined, undefined);
    const site = writerSite(cluster, settings, { ...input, order: program.order, memo });
    return compileNodeRules(input, memo, program, nodeRules(cluster, node.id, memo), site);
  });
  return { compiled, inputOf };
}

const addressesOf = once(({ devices }: Netns): readonly string[] =>
  devices.flatMap(({ addresses }) => addresses.map(({ address }) => formatIp(address))),
);

function stoppedView({ services, endpointSlices }: StoppedProxy): Pick<ClusterObjects, 'services' | 'endpointSlices'> {
  return { services, endpointSlices };
}

/**
 * Gives the client outside every address flows want to come from, and nodes a way back to it:
 * the internet in one machine. Addresses some machine already has stay where they are.
 */
function withOutsideAddresses(network: Network, texts: readonly string[], memo: Memo): Network {
  const wanted = texts.flatMap((text) => {
    const parsed = parseIp(text);
    return parsed.ok ? [parsed.value] : [];
  });
  const fresh = wanted.filter(
    (address, index) =>
      wanted.findIndex((other) => sameIp(other, address)) === index &&
      ![...network.netns.values()].some((netns) => owns(netns, address)),
  );
  if (fresh.length === 0 || !network.netns.has(CLIENT_ID)) return network;
  const same = sameAddresses(fresh, memo);
  const change = (netns: Netns): Netns =>
    netns.id === CLIENT_ID || netns.kind === 'node' ? reaching(netns, memo, same) : netns;
  return { ...network, netns: new Map([...network.netns].map(([id, netns]) => [id, change(netns)])) };
}

const sameAddresses = asLast<readonly IpAddress[]>();

/** The same namespace is changed alike each time: what was worked out for it is kept. */
const reaching = once((netns: Netns, _memo, fresh: readonly IpAddress[]): Netns =>
  netns.id === CLIENT_ID ? withAddresses(netns, fresh) : withRoutes(netns, fresh),
);

/** The addresses flows want to come from, as they are written. */
export function outsideAddresses(flows: readonly Flow[]): string[] {
  return flows.flatMap(({ from }) => (from.kind === 'external' && from.address ? [from.address] : []));
}

function owns({ devices }: Netns, address: IpAddress): boolean {
  return devices.some(({ addresses }) => addresses.some((own) => sameIp(own.address, address)));
}

function withAddresses(client: Netns, fresh: readonly IpAddress[]): Netns {
  const add = (device: Device): Device =>
    device.kind === 'physical'
      ? {
          ...device,
          addresses: [...device.addresses, ...fresh.map((address) => ({ address, prefix: getBits(address.family) }))],
        }
      : device;
  return { ...client, devices: client.devices.map(add) };
}

function withRoutes(node: Netns, fresh: readonly IpAddress[]): Netns {
  const wire = node.devices.find(({ kind }) => kind === 'physical');
  if (!wire) return node;
  const reached = (address: IpAddress): boolean =>
    wire.addresses.some((own) => contains(makeCidr(own.address, own.prefix), address));
  const routes = fresh
    .filter((address) => !reached(address))
    .map((address): Route => ({
      table: 'main',
      type: 'unicast',
      dst: hostCidr(address),
      dev: wire.name,
      scope: 'link',
    }));
  return { ...node, routes: [...node.routes, ...routes] };
}
