import { type EndpointInfo, listEndpoints } from './endpoint';
import type { FeatureChange } from './changes';
import { usesClusterEndpoints, usesLocalEndpoints, type PortPolicies, type ServicePortInfo } from './service-port';
import type { EndpointSliceObject } from './types';
import type { SyncInput } from './proxy/mode';

/** From when on each change of which endpoints are chosen. */
export const ENDPOINT_CHANGES = {
  /** Hints for zones count, where the Service's annotation asks for them. */
  hints: { gate: 'TopologyAwareHints' },
  /** The annotation `topology-mode` asks for them too. */
  topologyMode: 27,
  /** Without ready endpoints those that terminate and still answer count. */
  terminatingEndpoints: { gate: 'ProxyTerminatingEndpoints' },
  /** The slices alone decide whether hints count. */
  hintsWithoutAnnotation: { gate: 'ServiceTrafficDistribution' },
  /** Hints for nodes are tried before those for zones. */
  nodeHints: { gate: 'PreferSameTrafficDistribution' },
  /** Of an address that is listed twice, terminating and running, the running one counts. */
  runningWins: 36,
} as const satisfies Record<string, FeatureChange>;

/** Changes of {@link ENDPOINT_CHANGES} that hold for a kube-proxy. */
type EndpointFeatures = Readonly<Record<keyof typeof ENDPOINT_CHANGES, boolean>>;

/** Inputs of the choice of endpoints besides the service port. */
export interface Topology {
  readonly node: string;
  /** The node's `topology.kubernetes.io/zone` label; empty if it has none. */
  readonly zone: string;
  readonly features: EndpointFeatures;
}

/** The endpoints a service port's traffic may use on one node. Lists keep the order of the endpoints. */
export interface CategorizedEndpoints {
  readonly cluster: readonly EndpointInfo[];
  readonly local: readonly EndpointInfo[];
  /** All that need rules of their own. */
  readonly reachable: readonly EndpointInfo[];
  /** Is there any endpoint at all? If there is, but a policy leaves none, packets are dropped, not rejected. */
  readonly hasAny: boolean;
}

type Policies = PortPolicies & Pick<ServicePortInfo, 'hintsAnnotation' | 'topologyMode'>;

const NO_ENDPOINTS: readonly EndpointInfo[] = [];

/**
 * Chooses endpoints by traffic policies, readiness, termination and hints
 * (pkg/proxy/topology.go CategorizeEndpoints). Where kube-proxy merges two lists in random order,
 * the order of the endpoints is kept.
 */
export function categorizeEndpoints(
  endpoints: readonly EndpointInfo[],
  port: Policies,
  topology: Topology,
): CategorizedEndpoints {
  const wantsCluster = usesClusterEndpoints(port);
  const hints = wantsCluster ? usableHints(endpoints, port, topology) : undefined;
  const falls = topology.features.terminatingEndpoints ? isServingTerminating : nobody;
  const cluster = wantsCluster ? clusterEndpoints(endpoints, hints, falls) : NO_ENDPOINTS;
  if (!usesLocalEndpoints(port))
    return { cluster, local: NO_ENDPOINTS, reachable: cluster, hasAny: cluster.length > 0 };

  const hasAny = cluster.length > 0 || endpoints.some((e) => e.ready || falls(e));
  const readyLocal = endpoints.filter((e) => e.isLocal && e.ready);
  const local = readyLocal.length > 0 ? readyLocal : endpoints.filter((e) => e.isLocal && falls(e));
  if (!wantsCluster) return { cluster, local, reachable: local, hasAny };

  const covered = hints === undefined && (readyLocal.length > 0 || local.length === 0);
  return { cluster, local, reachable: covered ? cluster : union(endpoints, cluster, local), hasAny };
}

function isServingTerminating(endpoint: EndpointInfo): boolean {
  return endpoint.serving && endpoint.terminating;
}

function nobody(): boolean {
  return false;
}

function clusterEndpoints(
  endpoints: readonly EndpointInfo[],
  hints: ((endpoint: EndpointInfo) => boolean) | undefined,
  falls: (endpoint: EndpointInfo) => boolean,
): readonly EndpointInfo[] {
  const ready = endpoints.filter((e) => e.ready && (hints === undefined || hints(e)));
  return ready.length > 0 ? ready : endpoints.filter(falls);
}

function union(
  endpoints: readonly EndpointInfo[],
  a: readonly EndpointInfo[],
  b: readonly EndpointInfo[],
): EndpointInfo[] {
  const members = new Set([...a, ...b]);
  return endpoints.filter((endpoint) => members.has(endpoint));
}

/** The test an endpoint has to pass when hints are in force; undefined when they are ignored. */
function usableHints(
  endpoints: readonly EndpointInfo[],
  port: Policies,
  topology: Topology,
): ((endpoint: EndpointInfo) => boolean) | undefined {
  const { features } = topology;
  if (!features.hints || !(features.hintsWithoutAnnotation || isAnnotated(port, features))) return undefined;
  const ready = endpoints.filter((endpoint) => endpoint.ready);
  if (features.nodeHints && covers(ready, (e) => e.nodeHints, topology.node)) {
    return (endpoint) => endpoint.nodeHints.includes(topology.node);
  }
  if (topology.zone === '' || !covers(ready, (e) => e.zoneHints, topology.zone)) return undefined;
  return (endpoint) => endpoint.zoneHints.includes(topology.zone);
}

/** Any text but nothing and `disabled` counts; the older annotation goes first. */
function isAnnotated({ hintsAnnotation, topologyMode }: Policies, features: EndpointFeatures): boolean {
  const text = hintsAnnotation || (features.topologyMode ? topologyMode : '');
  return text !== '' && text !== 'disabled' && text !== 'Disabled';
}

/** Does every ready endpoint have a hint, and at least one this one? */
function covers(
  ready: readonly EndpointInfo[],
  hintsOf: (endpoint: EndpointInfo) => readonly string[],
  wanted: string,
): boolean {
  let found = false;
  for (const endpoint of ready) {
    const hints = hintsOf(endpoint);
    if (hints.length === 0) return false;
    found ||= hints.includes(wanted);
  }
  return found;
}

/** The endpoints a service port's traffic may use, each with what a mode gives it (a chain, a set). */
export interface ChosenEndpoints<Planned> {
  readonly cluster: readonly Planned[];
  readonly local: readonly Planned[];
  readonly reachable: readonly Planned[];
  readonly hasEndpoints: boolean;
}

/** Reads a service port's endpoints and chooses among them; one that is in two lists is the same object in both. */
export function chooseEndpoints<Planned extends { readonly info: EndpointInfo }>(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: Topology & Pick<SyncInput, 'family'>,
  plan: (info: EndpointInfo) => Planned,
): ChosenEndpoints<Planned> {
  const chosen = categorizeEndpoints(listEndpoints(slices, port, context), port, context);
  const reachable = chosen.reachable.map(plan);
  const those = (list: readonly EndpointInfo[]): readonly Planned[] =>
    list === chosen.reachable ? reachable : pick(reachable, list);
  return { cluster: those(chosen.cluster), local: those(chosen.local), reachable, hasEndpoints: chosen.hasAny };
}

/** The reachable endpoints that are in a list; both are in the order of the endpoints. */
function pick<Planned extends { readonly info: EndpointInfo }>(
  reachable: readonly Planned[],
  list: readonly EndpointInfo[],
): readonly Planned[] {
  if (list.length === 0) return [];
  const members = new Set(list);
  return reachable.filter(({ info }) => members.has(info));
}
