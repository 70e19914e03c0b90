import { listNamedPods } from '../../document/edits/missing-places';
import { hasEnded, listPodIPs } from '../../kubernetes/pods';
import { namespacedName, type ClusterObjects, type PodObject } from '../../kubernetes/types';

/** A test of Pods: whether an EndpointSlice of the texts holds one, by an address of it or by its name. */
export function endpointTest(told: ClusterObjects): (pod: PodObject) => boolean {
  const endpoints = told.endpointSlices.flatMap((slice) => slice.endpoints ?? []);
  const addresses = new Set(endpoints.flatMap((endpoint) => endpoint.addresses ?? []));
  const names = new Set(listNamedPods(told));
  return (pod) => names.has(namespacedName(pod)) || listPodIPs(pod).some((address) => addresses.has(address));
}

/**
 * Pods of a cluster whose readiness neither their own conditions nor an EndpointSlice of the texts tells: they are taken to
 * be Ready. `told`: the objects as the texts tell them; `walked`: the cluster that was made of them.
 */
export function listUntoldReadiness(told: ClusterObjects, walked: ClusterObjects): readonly PodObject[] {
  const isEndpoint = endpointTest(told);
  const withStatus = new Set(told.pods.filter(({ status }) => status?.conditions !== undefined).map(namespacedName));
  return walked.pods.filter((pod) => !hasEnded(pod) && !withStatus.has(namespacedName(pod)) && !isEndpoint(pod));
}
