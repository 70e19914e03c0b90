import { findOwnerService } from './defaults';
import { stateOfObject } from './object-state';
import { countUnnamed } from './unnamed-endpoints';
import {
  getNamespace,
  type ClusterObjects,
  type EndpointSliceObject,
  type KubernetesObject,
  type ObjectMeta,
  type ServiceObject,
  type ServicePort,
} from './types';

type Named = { readonly metadata: ObjectMeta };

const formatKey = (object: Named): string => `${getNamespace(object)}/${object.metadata.name}`;

/** By name; of two the later one, in the place of the first. */
function byName<T extends Named>(lists: readonly (readonly T[])[]): readonly T[] {
  return [...new Map(lists.flat().map((object) => [formatKey(object), object])).values()];
}

const formatOwner = (slice: EndpointSliceObject): string =>
  `${getNamespace(slice)}/${findOwnerService(slice) ?? ''} ${slice.addressType}`;

/** Endpoints of a Service are of the last cluster that tells all of them, else any: lists of them have no names in common. */
function lastSlices(clusters: readonly ClusterObjects[]): readonly EndpointSliceObject[] {
  const last = new Map<string, number>();
  for (const isCut of [true, false]) {
    for (const [at, { endpointSlices }] of clusters.entries())
      for (const slice of endpointSlices) if (countUnnamed(slice) > 0 === isCut) last.set(formatOwner(slice), at);
  }
  return byName(
    clusters.map(({ endpointSlices }, at) => endpointSlices.filter((slice) => last.get(formatOwner(slice)) === at)),
  );
}

/** Ports with the node ports that a listing of the same ports tells. */
const withNodePorts = (ports: readonly ServicePort[], before: readonly ServicePort[]): readonly ServicePort[] =>
  ports.map((own) => {
    const same = before.find((each) => each.port === own.port && (each.protocol ?? 'TCP') === (own.protocol ?? 'TCP'));
    return own.nodePort === undefined && same?.nodePort !== undefined ? { ...own, nodePort: same.nodePort } : own;
  });

/** A manifest leaves out what the API server gives: what a listing of the same Service tells of it is kept. */
function withGiven(service: ServiceObject, before: ServiceObject | undefined): ServiceObject {
  const { spec } = service;
  // What kubectl prints without asking the API server has an empty status.
  const status = service.status?.loadBalancer?.ingress ? service.status : (before?.status ?? service.status);
  const clusterIP = before?.spec.clusterIP;
  if (clusterIP === undefined || spec.clusterIP !== undefined || contradictEachOther(before!, service)) return service;
  const isOpen = spec.type === 'NodePort' || spec.type === 'LoadBalancer';
  const ports = isOpen && spec.ports && withNodePorts(spec.ports, before!.spec.ports ?? []);
  return { ...service, spec: { ...spec, clusterIP, ...(ports ? { ports } : {}) }, ...(status ? { status } : {}) };
}

function mergeServices(all: readonly ServiceObject[], later: readonly ServiceObject[]): readonly ServiceObject[] {
  const before = new Map(all.map((each) => [formatKey(each), each]));
  return byName([all, later.map((each) => withGiven(each, before.get(formatKey(each))))]);
}

/**
 * One cluster of several that tell of the same: each object as the last of them has it.
 *
 * @param clusters what says least first: tables, descriptions, objects that are written out
 */
export function mergeClusters(clusters: readonly ClusterObjects[]): ClusterObjects {
  return {
    nodes: byName(clusters.map(({ nodes }) => nodes)),
    pods: byName(clusters.map(({ pods }) => pods)),
    deployments: byName(clusters.map(({ deployments }) => deployments)),
    services: clusters.reduce<readonly ServiceObject[]>((all, { services }) => mergeServices(all, services), []),
    endpointSlices: lastSlices(clusters),
    others: clusters.flatMap(({ others = [] }) => others),
  };
}

/** `Service shop/front`: objects that two of the clusters have in different states. */
export function listDifferingObjects(clusters: readonly ClusterObjects[]): readonly string[] {
  const states = new Map<string, string>();
  const found = new Set<string>();
  for (const { nodes, pods, deployments, services, endpointSlices } of clusters) {
    const objects: readonly KubernetesObject[] = [...nodes, ...pods, ...deployments, ...services, ...endpointSlices];
    for (const object of objects) {
      const name = object.kind === 'Node' ? `Node ${object.metadata.name}` : `${object.kind} ${formatKey(object)}`;
      const state = stateOfObject(object);
      if ((states.get(name) ?? state) !== state) found.add(name);
      states.set(name, state);
    }
  }
  return [...found];
}

/** What of a Service any listing of it tells: its type, where it is asked for, the ports of the Nodes. */
function* tellService({ spec }: ServiceObject): Generator<readonly [field: string, value: string]> {
  if (spec.type) yield ['type', spec.type];
  if (spec.clusterIP) yield ['clusterIP', spec.clusterIP];
  for (const { port, protocol = 'TCP', nodePort } of spec.ports ?? []) {
    if (nodePort !== undefined) yield [`nodePort of ${port}/${protocol}`, String(nodePort)];
  }
}

/** True where two listings of one Service cannot both hold: a field that both of them tell differs. */
export function contradictEachOther(a: ServiceObject, b: ServiceObject): boolean {
  const told = new Map(tellService(a));
  return [...tellService(b)].some(([field, value]) => (told.get(field) ?? value) !== value);
}

/** A Service as one place of the texts shows it. */
export interface ShownService {
  readonly service: ServiceObject;
  /** Which text, which line. */
  readonly text: number;
  readonly line: number;
}

/**
 * Services that tables, descriptions and written objects show in states that contradict each other, with the state that stands first
 * or last in the texts.
 */
export function findContradictions(
  shown: readonly ShownService[],
  keep: 'first' | 'last' = 'last',
): readonly ServiceObject[] {
  const byName = new Map<string, ShownService[]>();
  for (const each of shown) {
    const key = formatKey(each.service);
    byName.set(key, [...(byName.get(key) ?? []), each]);
  }
  return [...byName.values()].flatMap((all) => {
    const ordered = all.toSorted((a, b) => a.text - b.text || a.line - b.line);
    const chosen = ordered.at(keep === 'first' ? 0 : -1);
    const differs = ordered.some(({ service }) => contradictEachOther(ordered[0]!.service, service));
    return chosen && differs ? [chosen.service] : [];
  });
}
