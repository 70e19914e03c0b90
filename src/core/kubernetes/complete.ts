import { groupBy } from '../lib/groups';
import { asLast, Memo, once } from '../lib/memo';
import { indexPods, type LabelIndex } from './labelled';
import { isNodeReady } from './pods';
import { keepToldHints } from './told-hints';
import { findOwnerService, withDefaults } from './defaults';
import {
  ENDPOINTSLICE_CONTROLLER,
  LABEL_MANAGED_BY,
  LABEL_ZONE,
  namespacedName,
  getNamespace,
  LABEL_HEADLESS,
  LABEL_SERVICE_NAME,
  ANNOTATION_TOPOLOGY_HINTS,
  ANNOTATION_TOPOLOGY_MODE,
  type ClusterObjects,
  type EndpointSliceObject,
  type NodeObject,
  type PodObject,
  type ServiceObject,
  type Endpoint,
  type Labels,
} from './types';
import type { IpFamily } from '../net/ip';
import { familyOfText } from './service-port';
import { podEndpoint, type PodEndpoint, type SlicePort } from './controllers/endpoint-pods';
import { suffix } from './controllers/address-pool';

/** How far above its share a zone may be loaded (staging/src/k8s.io/endpointslice/topologycache). */
const OVERLOAD_THRESHOLD = 0.2;

/**
 * Hints the controller writes into a Service's slices: from `trafficDistribution`, or by the
 * proportional algorithm of `topology-mode: Auto`, which wins. The slices as they are if neither
 * asks for hints.
 */
function withHints(
  service: ServiceObject,
  slices: readonly EndpointSliceObject[],
  nodes: readonly NodeObject[],
): readonly EndpointSliceObject[] {
  if (isAuto(service)) return proportionalHints(slices, nodes);
  switch (service.spec.trafficDistribution ?? '') {
    case 'PreferClose':
    case 'PreferSameZone':
      return hintEach(slices, (endpoint) => zoneHint(endpoint.zone));
    case 'PreferSameNode':
      return hintEach(slices, sameNodeHint);
    default:
      return slices;
  }
}

function isAuto(service: ServiceObject): boolean {
  const annotations = service.metadata.annotations ?? {};
  const value = annotations[ANNOTATION_TOPOLOGY_HINTS] ?? annotations[ANNOTATION_TOPOLOGY_MODE];
  return value === 'Auto' || value === 'auto';
}

type Hints = NonNullable<Endpoint['hints']>;

function zoneHint(zone: string | undefined): Hints | undefined {
  return zone === undefined ? undefined : { forZones: [{ name: zone }] };
}

function sameNodeHint(endpoint: Endpoint): Hints | undefined {
  const zone = zoneHint(endpoint.zone);
  return endpoint.nodeName === undefined ? zone : { ...zone, forNodes: [{ name: endpoint.nodeName }] };
}

/** Hints for ready endpoints only. */
function hintEach(
  slices: readonly EndpointSliceObject[],
  hintsOf: (endpoint: Endpoint) => Hints | undefined,
): readonly EndpointSliceObject[] {
  return slices.map((slice) => {
    const endpoints = slice.endpoints?.map((endpoint) => {
      const hints = endpoint.conditions?.ready ? hintsOf(endpoint) : undefined;
      return hints ? { ...endpoint, hints } : endpoint;
    });
    return { ...slice, endpoints };
  });
}

/** CPU of each zone; undefined when the Nodes do not say enough. */
function zoneRatios(nodes: readonly NodeObject[]): ReadonlyMap<string, number> | undefined {
  const cpus = new Map<string, number>();
  for (const node of nodes) {
    const labels = node.metadata.labels ?? {};
    const isControlPlane =
      'node-role.kubernetes.io/control-plane' in labels || 'node-role.kubernetes.io/master' in labels;
    if (isControlPlane || !isNodeReady(node)) continue;
    const zone = labels[LABEL_ZONE];
    if (zone === undefined) return undefined;
    cpus.set(zone, (cpus.get(zone) ?? 0) + getCpu(node));
  }
  const total = [...cpus.values()].reduce((sum, cpu) => sum + cpu, 0);
  if (cpus.size < 2 || total === 0) return undefined;
  return new Map([...cpus].map(([zone, cpu]) => [zone, cpu / total]));
}

/**
 * `4`, `3920m`: allocatable CPU in cores. Every kubelet reports it, so a Node without it is one
 * somebody wrote down in short: such Nodes count alike.
 */
export function getCpu(node: NodeObject): number {
  const found = /^(\d+(?:\.\d+)?)(m?)$/.exec(node.status.allocatable?.['cpu'] ?? '1');
  return found ? Number(found[1]) / (found[2] === 'm' ? 1000 : 1) : 1;
}

/** How many endpoints each zone should have; undefined if there are too few. */
function indexShares(ratios: ReadonlyMap<string, number>, ready: number): ReadonlyMap<string, number> | undefined {
  if (ready < ratios.size) return undefined;
  const minimum = [...ratios.values()].map((ratio) => Math.ceil((ratio * ready) / (1 + OVERLOAD_THRESHOLD)));
  if (minimum.reduce((sum, count) => sum + count, 0) > ready) return undefined;
  return new Map([...ratios].map(([zone, ratio]) => [zone, ratio * ready]));
}

function proportionalHints(
  slices: readonly EndpointSliceObject[],
  nodes: readonly NodeObject[],
): readonly EndpointSliceObject[] {
  const ready = slices.flatMap((slice) => (slice.endpoints ?? []).filter((endpoint) => endpoint.conditions?.ready));
  const ratios = zoneRatios(nodes);
  const shares = ratios && indexShares(ratios, ready.length);
  if (!shares || ready.some((endpoint) => endpoint.zone === undefined)) return slices;
  const zones = assignZones(ready, shares);
  return hintEach(slices, (endpoint) => zoneHint(zones.get(endpoint)));
}

/** Every endpoint starts in its own zone; then zones with more than their share give to those with less. */
function assignZones(ready: readonly Endpoint[], shares: ReadonlyMap<string, number>): Map<Endpoint, string> {
  const zones = new Map<Endpoint, string>();
  const counts = new Map([...shares.keys()].map((zone) => [zone, 0]));
  for (const endpoint of ready) moveTo(endpoint, endpoint.zone ?? '', zones, counts);
  redistribute(ready, shares, zones, counts);
  return zones;
}

function moveTo(endpoint: Endpoint, zone: string, zones: Map<Endpoint, string>, counts: Map<string, number>): void {
  zones.set(endpoint, zone);
  counts.set(zone, (counts.get(zone) ?? 0) + 1);
}

function redistribute(
  ready: readonly Endpoint[],
  shares: ReadonlyMap<string, number>,
  zones: Map<Endpoint, string>,
  counts: Map<string, number>,
): void {
  for (;;) {
    const from = mostGiving(counts, shares);
    const to = mostReceiving(counts, shares);
    const gives = (counts.get(from) ?? 0) - (shares.get(from) ?? 0);
    const takes = (shares.get(to) ?? 0) - (counts.get(to) ?? 0);
    if ((gives < 1 && takes < 1) || gives < 0.5 || takes < 0.5) return;
    const moved = ready.find((endpoint) => zones.get(endpoint) === from);
    if (!moved) return;
    counts.set(from, (counts.get(from) ?? 0) - 1);
    moveTo(moved, to, zones, counts);
  }
}

function mostGiving(counts: ReadonlyMap<string, number>, shares: ReadonlyMap<string, number>): string {
  return extreme(counts, (zone) => (counts.get(zone) ?? 0) - (shares.get(zone) ?? 0));
}

function mostReceiving(counts: ReadonlyMap<string, number>, shares: ReadonlyMap<string, number>): string {
  return extreme(counts, (zone) => (shares.get(zone) ?? 0) - (counts.get(zone) ?? 0));
}

function extreme(counts: ReadonlyMap<string, number>, valueOf: (zone: string) => number): string {
  let best = '';
  let bestValue = -Infinity;
  for (const zone of counts.keys()) {
    const value = valueOf(zone);
    if (value > bestValue) [best, bestValue] = [zone, value];
  }
  return best;
}

/** `--max-endpoints-per-slice`. */
const MAX_ENDPOINTS_PER_SLICE = 100;

/** Does the controller make slices for this Service? It needs a selector and must not be an ExternalName. */
function hasEndpointSlices(service: ServiceObject): boolean {
  return service.spec.type !== 'ExternalName' && Object.keys(service.spec.selector ?? {}).length > 0;
}

/**
 * The EndpointSlices of a Service made from the Pods its selector finds
 * (staging/src/k8s.io/endpointslice/reconciler.go), as they stand when made all at once: per family
 * and set of ports, filled to 100 in the order of the Pods. Without any endpoint: one empty slice a
 * family.
 */
function listEndpointSlices(
  service: ServiceObject,
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
): readonly EndpointSliceObject[] {
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  const slices = listFamilies(service).flatMap((family) => {
    const endpoints = pods.flatMap((pod) => podEndpoint(pod, service, family, byName) ?? []);
    const packed = pack(endpoints);
    return packed.map(({ ports, chunk }, index) => makeSlice(service, family, { ports, chunk, index }));
  });
  return withHints(service, slices, nodes);
}

/** The families of a Service; a headless one without any named has that of its cluster's Pods: IPv4. */
function listFamilies(service: ServiceObject): IpFamily[] {
  const { ipFamilies, clusterIPs, clusterIP } = service.spec;
  if (ipFamilies && ipFamilies.length > 0) return ipFamilies.map((family) => (family === 'IPv4' ? 'ipv4' : 'ipv6'));
  const found = (clusterIPs ?? [clusterIP ?? '']).flatMap((ip) => familyOfText(ip) ?? []);
  return found.length > 0 ? found : ['ipv4'];
}

interface Packed {
  readonly ports: readonly SlicePort[];
  readonly chunk: readonly Endpoint[];
}

/** Groups endpoints by their ports and cuts each group into slices. */
function pack(endpoints: readonly PodEndpoint[]): Packed[] {
  const groups = new Map<string, { ports: readonly SlicePort[]; endpoints: Endpoint[] }>();
  for (const { endpoint, ports } of endpoints) {
    const key = JSON.stringify(ports);
    const group = groups.get(key);
    if (group) group.endpoints.push(endpoint);
    else groups.set(key, { ports, endpoints: [endpoint] });
  }
  if (groups.size === 0) return [{ ports: [], chunk: [] }];
  return [...groups.values()].flatMap((group) => {
    const chunks: Packed[] = [];
    for (let at = 0; at < group.endpoints.length; at += MAX_ENDPOINTS_PER_SLICE) {
      chunks.push({ ports: group.ports, chunk: group.endpoints.slice(at, at + MAX_ENDPOINTS_PER_SLICE) });
    }
    return chunks;
  });
}

function makeSlice(
  service: ServiceObject,
  family: IpFamily,
  { ports, chunk, index }: Packed & { index: number },
): EndpointSliceObject {
  const { name } = service.metadata;
  const purpose = `endpointslice ${namespacedName(service)} ${family} ${index}`;
  const headless: Labels = service.spec.clusterIP === 'None' ? { [LABEL_HEADLESS]: '' } : {};
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${name}-${suffix(0, purpose)}`,
      generateName: `${name}-`,
      namespace: getNamespace(service),
      labels: {
        ...service.metadata.labels,
        [LABEL_SERVICE_NAME]: name,
        [LABEL_MANAGED_BY]: ENDPOINTSLICE_CONTROLLER,
        ...headless,
      },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name }],
    },
    addressType: family === 'ipv4' ? 'IPv4' : 'IPv6',
    ports,
    endpoints: chunk,
  };
}

/**
 * The cluster as kube-proxy sees it: defaults filled, and EndpointSlices made from Pods for every
 * Service with a selector. Given slices stay for Services without a selector, for those whose
 * selector finds no Pod, and when another controller manages them. Remembered by identity: an
 * unchanged Service with unchanged Pods gets the very same slices.
 */
export function completeCluster(cluster: ClusterObjects, memo = new Memo()): ClusterObjects {
  return completed(cluster, memo);
}

const completed = once((cluster: ClusterObjects, memo): ClusterObjects => complete(withDefaults(cluster, memo), memo));

function complete(cluster: ClusterObjects, memo: Memo): ClusterObjects {
  const index = podIndex(cluster.pods, memo);
  const nodes = sameNodes(cluster.nodes.map(inSlices), memo);
  const given = byOwner(cluster.endpointSlices);
  const built: EndpointSliceObject[] = [];
  const replaced = new Set<EndpointSliceObject>();
  for (const service of cluster.services) {
    if (!hasEndpointSlices(service)) continue;
    const own = given.size === 0 ? NO_SLICES : (given.get(namespacedName(service)) ?? NO_SLICES);
    const pods = podsOf(service, memo, index);
    if (pods.length === 0 && own.length > 0) continue;
    const told = own.filter(isControllers);
    for (const slice of told) replaced.add(slice);
    for (const slice of slicesOf(service, memo, pods, nodes, told)) built.push(slice);
  }
  const kept = replaced.size === 0 ? cluster.endpointSlices : cluster.endpointSlices.filter((s) => !replaced.has(s));
  return built.length === 0 && kept === cluster.endpointSlices
    ? cluster
    : { ...cluster, endpointSlices: sameSlices([...kept, ...built], memo) };
}

const NO_SLICES: readonly EndpointSliceObject[] = [];
const sameSlices = asLast<readonly EndpointSliceObject[]>();

/** Slices by the Service they are of, `namespace/name`; headless ones, too. */
export const byOwner = (slices: readonly EndpointSliceObject[]): ReadonlyMap<string, readonly EndpointSliceObject[]> =>
  groupBy(slices, (slice) => `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`);

/** Slices another controller (or a person) manages are not the controller's to replace. */
function isControllers(slice: EndpointSliceObject): boolean {
  return (slice.metadata.labels?.[LABEL_MANAGED_BY] ?? ENDPOINTSLICE_CONTROLLER) === ENDPOINTSLICE_CONTROLLER;
}

const podIndex = once((pods: readonly PodObject[]) => indexPods(pods));

/** The Pods a Service's selector finds, in the order of the cluster. */
const podsOf = once((service: ServiceObject, _memo, index: LabelIndex<PodObject>) =>
  index.select(getNamespace(service), service.spec.selector),
);

const sameNodes = asLast<readonly NodeObject[]>();

/** All that slices take from a Node. */
function inSlices({ apiVersion, kind, metadata, status }: NodeObject): NodeObject {
  const labels = Object.entries(metadata.labels ?? {}).filter(
    ([label]) => label === LABEL_ZONE || label.startsWith('node-role.kubernetes.io/'),
  );
  const cpu = status.allocatable?.['cpu'];
  return {
    apiVersion,
    kind,
    metadata: { name: metadata.name, labels: Object.fromEntries(labels) },
    spec: {},
    status: {
      ...(cpu === undefined ? {} : { allocatable: { cpu } }),
      ...(status.conditions ? { conditions: status.conditions } : {}),
    },
  };
}

/** An edit of a Service's own port leaves its slices as they were: then they are the same objects. */
const sameOwnSlices = asLast<readonly EndpointSliceObject[]>();

const slicesOf = once(
  (
    service: ServiceObject,
    memo,
    pods: readonly PodObject[],
    nodes: readonly NodeObject[],
    told: readonly EndpointSliceObject[],
  ) => {
    const made = listEndpointSlices(service, pods, nodes);
    return sameOwnSlices(told.length === 0 ? made : keepToldHints(made, told), memo, namespacedName(service));
  },
);
