import { sameListAsLastTime } from '../lib/last-time';
import { oncePerObject } from '../lib/once-per-object';
import { endpointSlicesOf, hasEndpointSlices } from './controllers/endpointslice';
import { isNodeReady, matchesLabels } from './controllers/pods';
import { ownerServiceOf, withDefaults } from './defaults';
import { ENDPOINTSLICE_CONTROLLER, LABEL_MANAGED_BY, LABEL_ZONE, namespacedName, namespaceOf } from './meta';
import type { ClusterObjects, EndpointSliceObject, NodeObject, PodObject, ServiceObject } from './types';

/**
 * The cluster as kube-proxy sees it: defaults filled, and EndpointSlices made from Pods for every
 * Service with a selector. Given slices stay for Services without a selector, for those whose
 * selector finds no Pod, and when another controller manages them. Remembered by identity: an
 * unchanged Service with unchanged Pods gets the very same slices.
 */
export const completeCluster = oncePerObject((cluster: ClusterObjects): ClusterObjects =>
  complete(withDefaults(cluster)),
);

function complete(cluster: ClusterObjects): ClusterObjects {
  const index = podIndex(cluster.pods);
  const facts = nodeFacts(cluster.nodes);
  const given = byOwner(cluster.endpointSlices);
  const built: EndpointSliceObject[] = [];
  const replaced = new Set<EndpointSliceObject>();
  for (const service of cluster.services) {
    if (!hasEndpointSlices(service)) continue;
    const own = given.size === 0 ? NO_SLICES : (given.get(namespacedName(service)) ?? NO_SLICES);
    const pods = podsOf(service, index);
    if (pods.length === 0 && own.length > 0) continue;
    for (const slice of own) if (isControllers(slice)) replaced.add(slice);
    for (const slice of rememberedSlices(service, pods, cluster.nodes, facts)) built.push(slice);
  }
  const kept = replaced.size === 0 ? cluster.endpointSlices : cluster.endpointSlices.filter((s) => !replaced.has(s));
  return built.length === 0 && kept === cluster.endpointSlices
    ? cluster
    : { ...cluster, endpointSlices: sameSlices([...kept, ...built]) };
}

const NO_SLICES: readonly EndpointSliceObject[] = [];
const sameSlices = sameListAsLastTime<EndpointSliceObject>();

function byOwner(slices: readonly EndpointSliceObject[]): ReadonlyMap<string, readonly EndpointSliceObject[]> {
  const index = new Map<string, EndpointSliceObject[]>();
  for (const slice of slices) {
    const owner = `${namespaceOf(slice)}/${ownerServiceOf(slice) ?? ''}`;
    const known = index.get(owner);
    if (known) known.push(slice);
    else index.set(owner, [slice]);
  }
  return index;
}

/** Slices another controller (or a person) manages are not the controller's to replace. */
function isControllers(slice: EndpointSliceObject): boolean {
  return (slice.metadata.labels?.[LABEL_MANAGED_BY] ?? ENDPOINTSLICE_CONTROLLER) === ENDPOINTSLICE_CONTROLLER;
}

type PodIndex = ReadonlyMap<string, readonly PodObject[]>;

const NO_PODS: readonly PodObject[] = [];

/** Pods by `namespace key=value` of each label. */
const podIndex = oncePerObject((pods: readonly PodObject[]): PodIndex => {
  const index = new Map<string, PodObject[]>();
  for (const pod of pods) {
    for (const [key, value] of Object.entries(pod.metadata.labels ?? {})) {
      const place = `${namespaceOf(pod)} ${key}=${value}`;
      const known = index.get(place);
      if (known) known.push(pod);
      else index.set(place, [pod]);
    }
  }
  return index;
});

/** The Pods a Service's selector finds, in the order of the cluster. */
function podsOf(service: ServiceObject, index: PodIndex): readonly PodObject[] {
  const known = selected.get(service);
  if (known?.index === index) return known.pods;
  const pods = podsIn(service, index);
  selected.set(service, { index, pods });
  return pods;
}

const selected = new WeakMap<ServiceObject, { readonly index: PodIndex; readonly pods: readonly PodObject[] }>();

function podsIn(service: ServiceObject, index: PodIndex): readonly PodObject[] {
  const { selector = {} } = service.spec;
  let shortest: readonly PodObject[] | undefined;
  for (const [key, value] of Object.entries(selector)) {
    const found = index.get(`${namespaceOf(service)} ${key}=${value}`) ?? NO_PODS;
    if (!shortest || found.length < shortest.length) shortest = found;
  }
  return (shortest ?? NO_PODS).filter((pod) => matchesLabels(pod.metadata.labels, selector));
}

/** What slices take from Nodes, as one comparable text. */
const nodeFacts = oncePerObject((nodes: readonly NodeObject[]): string =>
  JSON.stringify(
    nodes.map((node) => [
      node.metadata.name,
      node.metadata.labels?.[LABEL_ZONE],
      isNodeReady(node),
      node.status.allocatable?.['cpu'],
      Object.keys(node.metadata.labels ?? {}).filter((label) => label.startsWith('node-role.kubernetes.io/')),
    ]),
  ),
);

interface Remembered {
  readonly pods: readonly PodObject[];
  readonly facts: string;
  readonly slices: readonly EndpointSliceObject[];
}

const remembered = new WeakMap<ServiceObject, Remembered>();

function rememberedSlices(
  service: ServiceObject,
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
  nodeFactsText: string,
): readonly EndpointSliceObject[] {
  const known = remembered.get(service);
  const isSame = known?.facts === nodeFactsText && known.pods.length === pods.length;
  if (known && isSame && (known.pods === pods || known.pods.every((pod, i) => pod === pods[i]))) return known.slices;
  const slices = asBefore(namespacedName(service), endpointSlicesOf(service, pods, nodes));
  remembered.set(service, { pods, facts: nodeFactsText, slices });
  return slices;
}

type Slices = readonly EndpointSliceObject[];
const lastOf = new Map<string, Slices>();
const MOST_REMEMBERED = 20_000;

/** An edit of a Service's own port leaves its slices as they were: then they are the same objects. */
function asBefore(name: string, slices: Slices): Slices {
  const last = lastOf.get(name);
  if (last && JSON.stringify(last) === JSON.stringify(slices)) return last;
  if (lastOf.size >= MOST_REMEMBERED) lastOf.clear();
  lastOf.set(name, slices);
  return slices;
}
