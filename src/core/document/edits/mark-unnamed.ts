import { findOwnerService } from '../../kubernetes/defaults';
import { findStem } from '../../kubernetes/pod-owners';
import { isActive, isReady, listPodIPs } from '../../kubernetes/pods';
import {
  getNamespace,
  namespacedName,
  type ClusterObjects,
  type Endpoint,
  type EndpointSliceObject,
  type PodObject,
} from '../../kubernetes/types';
import { countUnnamed, UNNAMED_ENDPOINTS } from '../../kubernetes/unnamed-endpoints';

/**
 * The objects with the lists of endpoints that were cut short made whole where their other Pods are told: ready ones that the same
 * controller named as it did the Pods of the list, no more than are left out.
 */
export function completeUnnamed(cluster: ClusterObjects): ClusterObjects {
  const { endpointSlices, pods } = cluster;
  if (endpointSlices.every((slice) => countUnnamed(slice) === 0)) return cluster;
  return { ...cluster, endpointSlices: endpointSlices.map((slice) => completeSlice(slice, pods)) };
}

function completeSlice(slice: EndpointSliceObject, pods: readonly PodObject[]): EndpointSliceObject {
  const count = countUnnamed(slice);
  const { endpoints = [] } = slice;
  const addresses = new Set(endpoints.flatMap((endpoint) => endpoint.addresses ?? []));
  const isListed = (pod: PodObject): boolean => listPodIPs(pod).some((address) => addresses.has(address));
  const own = pods.filter((pod) => getNamespace(pod) === getNamespace(slice));
  const stems = new Set(own.filter(isListed).map(({ metadata: { name } }) => findStem(name)));
  const others = own.filter(
    (pod) => !isListed(pod) && isActive(pod) && isReady(pod) && stems.has(findStem(pod.metadata.name) ?? ''),
  );
  const found = others.flatMap((pod): readonly Endpoint[] => {
    const address = listPodIPs(pod).find((each) => each.includes(':') === (slice.addressType === 'IPv6'));
    return address === undefined ? [] : [makeEndpoint(pod, address)];
  });
  if (found.length === 0 || found.length > count) return slice;
  const annotations = { ...slice.metadata.annotations, [UNNAMED_ENDPOINTS]: String(count - found.length) };
  return { ...slice, metadata: { ...slice.metadata, annotations }, endpoints: [...endpoints, ...found] };
}

const makeEndpoint = (pod: PodObject, address: string): Endpoint => ({
  addresses: [address],
  conditions: { ready: true },
  ...(pod.spec.nodeName === undefined ? {} : { nodeName: pod.spec.nodeName }),
  targetRef: { kind: 'Pod', name: pod.metadata.name, namespace: getNamespace(pod) },
});

/** The objects with the Services marked of which every slice of the texts was cut short; where one was not, it names all. */
export function markUnnamed(cluster: ClusterObjects): ClusterObjects {
  const counts = new Map<string, number>();
  for (const slice of cluster.endpointSlices) {
    const owner = `${getNamespace(slice)}/${findOwnerService(slice) ?? ''}`;
    const own = countUnnamed(slice);
    const before = counts.get(owner);
    counts.set(owner, own === 0 || before === 0 ? 0 : Math.max(own, before ?? 0));
  }
  if ([...counts.values()].every((count) => count === 0)) return cluster;
  const services = cluster.services.map((service) => {
    const count = counts.get(namespacedName(service)) ?? 0;
    if (count === 0) return service;
    const annotations = { ...service.metadata.annotations, [UNNAMED_ENDPOINTS]: String(count) };
    return { ...service, metadata: { ...service.metadata, annotations } };
  });
  return { ...cluster, services };
}
