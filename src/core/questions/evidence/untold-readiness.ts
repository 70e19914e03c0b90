import { endpointTest } from '../../document/edits/made-up';
import { hasEnded } from '../../kubernetes/pods';
import { namespacedName, type ClusterObjects, type PodObject } from '../../kubernetes/types';

/**
 * Pods of a cluster whose readiness neither their own conditions nor an EndpointSlice of the texts tells: they are taken to
 * be Ready. `told`: the objects as the texts tell them; `walked`: the cluster that was made of them.
 */
export function listUntoldReadiness(told: ClusterObjects, walked: ClusterObjects): readonly PodObject[] {
  const isEndpoint = endpointTest(told);
  const withStatus = new Set(told.pods.filter(({ status }) => status?.conditions !== undefined).map(namespacedName));
  return walked.pods.filter((pod) => !hasEnded(pod) && !withStatus.has(namespacedName(pod)) && !isEndpoint(pod));
}
