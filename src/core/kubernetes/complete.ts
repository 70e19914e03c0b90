import { asLast, Memo, once } from '../lib/memo';
import { endpointSlicesOf, hasEndpointSlices } from './controllers/endpointslice';
import { matchesLabels } from './controllers/pods';
import { ownerServiceOf, withDefaults } from './defaults';
import { ENDPOINTSLICE_CONTROLLER, LABEL_MANAGED_BY, LABEL_ZONE, namespacedName, namespaceOf } from './meta';
import type { ClusterObjects, EndpointSliceObject, NodeObject, PodObject, ServiceObject } from './types';

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
    for (const slice of own) if (isControllers(slice)) replaced.add(slice);
    for (const slice of slicesOf(service, memo, pods, nodes)) built.push(slice);
  }
  const kept = replaced.size === 0 ? cluster.endpointSlices : cluster.endpointSlices.filter((s) => !replaced.has(s));
  return built.length === 0 && kept === cluster.endpointSlices
    ? cluster
    : { ...cluster, endpointSlices: sameSlices([...kept, ...built], memo) };
}

const NO_SLICES: readonly EndpointSliceObject[] = [];
const sameSlices = asLast<readonly EndpointSliceObject[]>();

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
const podIndex = once((pods: readonly PodObject[]): PodIndex => {
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
const podsOf = once((service: ServiceObject, _memo, index: PodIndex) => podsIn(service, index));

function podsIn(service: ServiceObject, index: PodIndex): readonly PodObject[] {
  const { selector = {} } = service.spec;
  let shortest: readonly PodObject[] | undefined;
  for (const [key, value] of Object.entries(selector)) {
    const found = index.get(`${namespaceOf(service)} ${key}=${value}`) ?? NO_PODS;
    if (!shortest || found.length < shortest.length) shortest = found;
  }
  return (shortest ?? NO_PODS).filter((pod) => matchesLabels(pod.metadata.labels, selector));
}

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

const slicesOf = once((service: ServiceObject, memo, pods: readonly PodObject[], nodes: readonly NodeObject[]) =>
  sameOwnSlices(endpointSlicesOf(service, pods, nodes), memo, namespacedName(service)),
);
