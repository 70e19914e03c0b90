import { asLast, Memo, once } from '../lib/memo';
import type { Diagnostic } from '../formats/format';
import { completeCluster } from '../kubernetes/complete';
import { reconcile, type Reconciled } from '../kubernetes/controllers';
import type { ObjectFinding } from '../kubernetes/finding';
import { buildNetwork, CLIENT_ID } from '../kubernetes/network';
import { hasRoutes } from '../kubernetes/ingress/kinds';
import { nodeRules } from '../kubernetes/network/host-ports';
import { proxyMode } from '../kubernetes/proxy';
import type { NetworkOptions } from '../kubernetes/network/plan';
import type { SyncInput } from '../kubernetes/proxy/mode';
import type { ClusterObjects, ProxyModeId } from '../kubernetes/types';
import { writerSite } from '../kubernetes/writers/site';
import { validateCluster, validateSettings } from '../kubernetes/validate';
import { validateConfig } from '../kubernetes/validation/config';
import { LazyMap } from '../lib/lazy-map';
import type { Device } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import {
  formatIp,
  type IpFamily,
  getBits,
  parseIp,
  sameIp,
  type IpAddress,
  makeCidr,
  contains,
  hostCidr,
} from '../net/ip';
import { holdsPorts, takenPorts } from '../kubernetes/proxy/shared/held-ports';
import { compiledFor, isLate, listFamilies, proxyInput, nodeSysctls, withLateRules, writeRules } from './derive-node';
import {
  NOTHING_PASTED,
  type Compiled,
  type Derive,
  type Derived,
  type Planes,
  type DerivePasted,
} from './kernel-parts';
import type { Document, Flow, StoppedProxy } from './document';
import { LATE_MODES, modesOf, nodePrograms, programFindings, proxyProblem, type NodeProgram } from './node-program';
import type { Route } from '../linux/routing/fib';

/**
 * Gives the client outside every address flows want to come from, and nodes a way back to it:
 * the internet in one machine. Addresses some machine already has stay where they are.
 */
export function withOutsideAddresses(network: Network, texts: readonly string[]): Network {
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
  const change = (netns: Netns): Netns =>
    netns.id === CLIENT_ID ? withAddresses(netns, fresh) : netns.kind === 'node' ? withRoutes(netns, fresh) : netns;
  return { ...network, netns: new Map([...network.netns].map(([id, netns]) => [id, change(netns)])) };
}

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

/** All that a cluster's network depends on; of the seed only what the controllers drew with it. */
interface ClusterInputs extends Pick<
  Document,
  'cluster' | 'settings' | 'kubeProxy' | 'mode' | 'release' | 'stopped' | 'cilium'
> {
  /** Parts of the core that its modes and its objects need. */
  readonly planes: Planes;
  readonly settled: Reconciled;
  /** Addresses outside that packets are to come from. */
  readonly outside: readonly string[];
}

const noPlanes = (): Planes => ({});

/**
 * Compiles clusters; only the nodes an edit concerns are compiled again. `planes`: parts of the core that modes need
 * and that may be loaded by now.
 */
export function createClusterDerive(memo = new Memo(), planes: () => Planes = noPlanes): Derive {
  return ({ cluster, settings, kubeProxy, mode, release, seed, flows, stopped, cilium }) => {
    const settled = settledOf(cluster, memo, settings, seed);
    const missing = [...modesOf({ cluster, mode, stopped })].find((each) => LATE_MODES.has(each) && !planes()[each]);
    if (missing) throw new Error(`a cluster in mode ${missing} was opened before the part for it was loaded`);
    if (hasRoutes(cluster) && !planes().ingress)
      throw new Error('a cluster with an Ingress was opened before the part for it was loaded');
    const ofCilium = mode === 'ebpf' && cilium ? { cilium } : {};
    const of = { planes: planes(), ...(stopped ? { stopped } : {}), ...ofCilium };
    const told = { cluster, settings, kubeProxy, mode, release, ...of };
    const inputs = { ...told, settled, outside: outsideAddresses(flows) };
    return deriveCluster(sameInputs(inputs, memo), memo);
  };
}

const sameInputs = asLast<ClusterInputs>();
const sameSettled = asLast<Reconciled>();

const settledOf = once((cluster: Document['cluster'], memo, settings: Document['settings'], seed: number) =>
  sameSettled(reconcile(cluster, settings, { seed, memo }), memo),
);

/** Settles the cluster, lays the network around it, and lets kube-proxy write its rules on the nodes that are asked. */
const deriveCluster = once((document: ClusterInputs, memo): Derived => {
  const { settled } = document;
  const cluster = completeCluster(settled.cluster, memo);
  const programs = nodePrograms(document, cluster, memo);
  const laid = buildNetwork(cluster, document.settings, { memo, ...layingOf(document, programs, memo) });
  const stopping = new Set(Object.keys(document.stopped ?? {}));
  const { planes, settings } = document;
  const fronted = planes.withLoadBalancers?.(laid, { cluster, stopped: stopping, memo }) ?? { network: laid };
  const routed = hasRoutes(cluster) ? planes.ingress?.withIngress(fronted.network, cluster, memo) : undefined;
  const before = routed?.network ?? fronted.network;
  const cached = planes.withDnsCaches?.(before, { cluster, modes: modesByNode(programs), memo });
  const bare = withOutsideAddresses(cached?.network ?? before, document.outside);
  const { compiled, inputOf } = compiledOf(programs, { cluster, nodes: bare.netns, planes, settings }, memo);
  const writing = { compiled, said: nodeSysctls(cluster.nodes, programs, memo), memo };
  const netns = new Map(bare.netns);
  for (const node of bare.netns.values()) {
    if (node.kind !== 'node') continue;
    const program = programs.get(node.id);
    const holds = program !== undefined && holdsPorts(program);
    netns.set(node.id, isLate(program) ? withLateRules(node, { ...writing, holds }) : writeRules(node, writing));
  }
  const logged = proxyFindings(programs, [...compiled.keys()].map(inputOf), bare.netns);
  const shared = programFindings(document, cluster, memo);
  const findings = [
    ...listFindings(document, settled.findings, memo),
    ...shared,
    ...logged,
    ...(routed?.findings ?? []),
    ...(cached?.findings ?? []),
  ].map(makeDiagnostic);
  findings.push(...listProblems(document, programs));
  const { resolveName } = planes;
  const network = { ...bare, netns, ...(resolveName ? { resolveName } : {}) };
  const shown = isLate(document) && [...programs.values()].every(isLate) ? { bare: bare.netns } : {};
  const programsAt = planes.ebpf?.attached;
  const attached = programsAt ? { attached: ({ devices }: Netns) => programsAt(document.cilium, devices) } : {};
  return {
    ...NOTHING_PASTED,
    network,
    ...shown,
    ...attached,
    compiled,
    written: compiled.made,
    ...(fronted.outside ? { outside: fronted.outside } : {}),
    findings,
    settled: cluster,
  };
});

const modesByNode = (programs: ReadonlyMap<string, NodeProgram>): ReadonlyMap<string, ProxyModeId> =>
  new Map([...programs].map(([name, { mode }]) => [name, mode]));

const sameOptions = asLast<NetworkOptions>();

/** Cilium lays the Pods' network itself; nodes in kernelspace mode are Windows machines. */
function layingOf(
  { mode, cilium }: ClusterInputs,
  programs: ReadonlyMap<string, NodeProgram>,
  memo: Memo,
): { readonly options?: NetworkOptions } {
  const windows = [...programs].flatMap(([name, program]) => (program.mode === 'kernelspace' ? [name] : []));
  if (windows.length > 0) return { options: sameOptions({ windows }, memo) };
  if (mode !== 'ebpf') return {};
  return { options: sameOptions({ cilium: cilium?.['routing-mode'] ?? 'tunnel' }, memo) };
}

interface Proxied {
  /** As in {@link ClusterInputs}. */
  readonly planes: Planes;
  readonly settings: Document['settings'];
  readonly cluster: ClusterObjects;
  readonly nodes: ReadonlyMap<string, Netns>;
}

/** What the kube-proxies of all nodes write. */
interface Proxies {
  /** By `node family`. */
  readonly compiled: LazyMap<string, Compiled>;
  /** What one of them was given; of one that has not written yet without the addresses of its interfaces. */
  readonly inputOf: (key: string) => SyncInput;
}

function compiledOf(
  programs: ReadonlyMap<string, NodeProgram>,
  { cluster, nodes, planes, settings }: Proxied,
  memo: Memo,
): Proxies {
  const families = listFamilies(cluster);
  const places = new Map<string, readonly [Netns, IpFamily]>();
  for (const node of nodes.values()) {
    if (node.kind !== 'node' || programs.get(node.id)?.problem) continue;
    for (const family of families) places.set(`${node.id} ${family}`, [node, family]);
  }
  const given = new Map<string, SyncInput>();
  const inputOf = (key: string): SyncInput => {
    const [node, family] = places.get(key) as readonly [Netns, IpFamily];
    const { config, release, stopped, mode, cilium } = programs.get(node.id) as NodeProgram;
    const agent = planes[mode];
    const ofPlane = { ...(agent ? { agent } : {}), ...(mode === 'ebpf' && cilium ? { cilium } : {}) };
    const seen = stopped ? { ...cluster, ...stoppedView(stopped) } : cluster;
    return given.get(key) ?? { cluster: seen, node: node.id, family, config, release, memo, ...ofPlane };
  };
  const compiled = new LazyMap(places.keys(), (key) => {
    const [node] = places.get(key) as readonly [Netns, IpFamily];
    const program = programs.get(node.id) as NodeProgram;
    const interfaceAddresses = node.devices.flatMap(({ addresses }) =>
      addresses.map(({ address }) => formatIp(address)),
    );
    const input = proxyInput({ ...inputOf(key), interfaceAddresses }, memo, program.mode);
    given.set(key, input);
    // hostPorts are entries of Cilium's maps; on Windows nobody writes rules.
    if (LATE_MODES.has(program.mode)) return compiledFor(input, memo, program, undefined, undefined);
    const site = writerSite(cluster, settings, { ...input, order: program.order, memo });
    return compiledFor(input, memo, program, nodeRules(cluster, node.id, memo), site);
  });
  return { compiled, inputOf };
}

function stoppedView({ services, endpointSlices }: StoppedProxy): Pick<ClusterObjects, 'services' | 'endpointSlices'> {
  return { services, endpointSlices };
}

/** So many nodes are named in a finding that all of them make. */
const NAMED = 3;

/** What the kube-proxies log, one line for what several nodes say. */
function proxyFindings(
  programs: ReadonlyMap<string, NodeProgram>,
  inputs: readonly SyncInput[],
  nodes: Network['netns'],
): ObjectFinding[] {
  const alike = new Map<string, { readonly first: ObjectFinding; readonly nodes: Set<string> }>();
  for (const input of inputs) {
    const program = programs.get(input.node) as NodeProgram;
    if (program.stopped) continue;
    const taken = holdsPorts(program) ? takenPorts(input, nodes.get(input.node)?.sockets ?? []) : [];
    for (const found of [...(proxyMode(program.mode).findings?.(input) ?? []), ...taken]) {
      const { id, values } = found.message;
      const key = JSON.stringify([id, { ...values, node: '' }, found.path, found.object]);
      const known = alike.get(key) ?? { first: found, nodes: new Set() };
      known.nodes.add(input.node);
      alike.set(key, known);
    }
  }
  return [...alike.values()].map(({ first, nodes }) => withNodes(first, [...nodes]));
}

function withNodes(found: ObjectFinding, nodes: readonly string[]): ObjectFinding {
  const { message } = found;
  if (message.values?.['node'] === undefined) return found;
  const node = [...nodes.slice(0, NAMED), ...(nodes.length > NAMED ? [`… (${nodes.length})`] : [])].join(', ');
  return { ...found, message: { ...message, values: { ...message.values, node } } };
}

/** Why kube-proxies write nothing: that of all first, and of single nodes what is another reason. */
function listProblems(document: ClusterInputs, programs: ReadonlyMap<string, NodeProgram>): Diagnostic[] {
  const { mode, release, kubeProxy } = document;
  const all = proxyProblem(mode, release, kubeProxy);
  const problems = [...(all ? [all] : []), ...[...programs.values()].flatMap(({ problem }) => problem ?? [])];
  const known = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...known.values()].map((message) => ({ severity: 'error', code: 'not-simulated', message }));
}

/** What the controllers could not do, and what the API server or kube-proxy would refuse. */
function listFindings(
  { cluster, settings, kubeProxy, release, mode }: ClusterInputs,
  settled: readonly ObjectFinding[],
  memo: Memo,
): readonly ObjectFinding[] {
  return [
    ...settled,
    ...validateCluster(cluster, memo),
    ...validateSettings(settings),
    ...(mode === 'ebpf' ? [] : validateConfig(kubeProxy, release, mode)),
  ];
}

/** A finding with its object's name in its path, as `spanOf` of a manifest takes it. */
function makeDiagnostic({ severity, code, message, path, object }: ObjectFinding): Diagnostic {
  if (!object) return { severity, code, message, path };
  const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  return { severity, code, message, path: `${object.kind} ${name}${path === '' ? '' : ` ${path}`}` };
}

/**
 * Makes a {@link Derive} over a memory: the same inputs give the same {@link Derived}, and
 * of a cluster only the nodes an edit concerns are compiled again. `derivePasted` reads pasted nodes: it and
 * the formats are half of the engine, and a page without a dump does not need them.
 */
export function createDeriveWith(derivePasted: DerivePasted, memo = new Memo(), planes?: () => Planes): Derive {
  const deriveCluster = createClusterDerive(memo, planes);
  return (document) =>
    document.subject === 'pasted'
      ? ofPasted(sameDocument({ ...document, title: '' }, memo), memo, derivePasted)
      : deriveCluster(document);
}

const ofPasted = once((document: Document, memo, derivePasted: DerivePasted) => derivePasted(document, memo));
const sameDocument = asLast<Document>();
