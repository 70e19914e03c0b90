import { isActive, isOwnedBy } from '../pods';
import type { ClusterObjects, DeploymentObject } from '../types';
import { keepPods, makeHash, PODS_TOLD, replicasWithin } from './deployment';

/**
 * The Deployment marked, where it would not keep the Pods that texts tell of it: it then does until its spec changes.
 *
 * @param isAll these are all it has: none are made beside them
 */
export function keepAsTold(
  deployment: DeploymentObject,
  { pods, nodes }: ClusterObjects,
  isAll: boolean,
): DeploymentObject {
  const own = pods.filter((pod) => isOwnedBy(pod, deployment) && isActive(pod));
  const wanted = isAll ? own.length : Math.max(own.length, replicasWithin(deployment));
  const isKept = keepPods(own, deployment, nodes).length === own.length && wanted === replicasWithin(deployment);
  if (own.length === 0 || isKept) return deployment;
  const annotations = { ...deployment.metadata.annotations, [PODS_TOLD]: `${wanted} ${makeHash(deployment.spec)}` };
  return { ...deployment, metadata: { ...deployment.metadata, annotations } };
}
