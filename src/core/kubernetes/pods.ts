import { selectsLabels } from './policy/selector';
import {
  getNamespace,
  type ClusterObjects,
  type DeploymentObject,
  type Labels,
  type NodeObject,
  type PodObject,
} from './types';

/** The label of a Pod that names the ReplicaSet it is of (apps/v1 DefaultDeploymentUniqueLabelKey). */
export const TEMPLATE_HASH = 'pod-template-hash';

/** Has the Pod ended (Succeeded or Failed)? */
export function hasEnded(pod: PodObject): boolean {
  return pod.status?.phase === 'Failed' || pod.status?.phase === 'Succeeded';
}

/** Is the Pod being deleted? */
export function isTerminating(pod: PodObject): boolean {
  return pod.metadata.deletionTimestamp !== undefined;
}

/** Does the Pod count as a replica: neither ended nor being deleted? */
export function isActive(pod: PodObject): boolean {
  return !hasEnded(pod) && !isTerminating(pod);
}

/** Is the Pod's Ready condition True? */
export function isReady(pod: PodObject): boolean {
  return (
    pod.status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false
  );
}

/** A Node counts as Ready unless it says it is not. */
export function isNodeReady(node: NodeObject): boolean {
  return !node.status.conditions?.some((condition) => condition.type === 'Ready' && condition.status !== 'True');
}

/** The Pod's addresses, primary first. */
export function listPodIPs(pod: PodObject): readonly string[] {
  const { podIPs, podIP } = pod.status ?? {};
  if (podIPs && podIPs.length > 0) return podIPs.map((entry) => entry.ip);
  return podIP ? [podIP] : [];
}

/** Are the Pod's labels told? A row of `kubectl get pods` has neither them nor containers. */
export function tellsLabels({ metadata: { labels = {} }, spec: { containers = [] } }: PodObject): boolean {
  return Object.keys(labels).length > 0 || containers.length > 0;
}

/** Does a label set satisfy `matchLabels`? An empty selector selects nothing here, as for Services. */
export function matchesLabels(labels: Labels | undefined, selector: Labels | undefined): boolean {
  const wanted = Object.entries(selector ?? {});
  return wanted.length > 0 && wanted.every(([key, value]) => labels?.[key] === value);
}

/** Does the Pod belong to the Deployment, directly or through a ReplicaSet? */
export function isOwnedBy(pod: PodObject, deployment: DeploymentObject): boolean {
  const owner = pod.metadata.ownerReferences?.[0];
  if (!owner || getNamespace(pod) !== getNamespace(deployment)) return false;
  const { name } = deployment.metadata;
  const isOwner =
    (owner.kind === 'Deployment' && owner.name === name) ||
    (owner.kind === 'ReplicaSet' && owner.name === `${name}-${pod.metadata.labels?.[TEMPLATE_HASH] ?? ''}`);
  return isOwner && selectsLabels(deployment.spec.selector, pod.metadata.labels);
}

/** The workload that made a Pod, `namespace/name`: of a ReplicaSet's its Deployment; undefined: nobody's, or its node's. */
export function findWorkload({ metadata }: PodObject): string | undefined {
  const owner = metadata.ownerReferences?.[0];
  if (!owner || owner.kind === 'Node') return undefined;
  const hash = `-${metadata.labels?.[TEMPLATE_HASH] ?? ''}`;
  const isOfDeployment = owner.kind === 'ReplicaSet' && hash !== '-' && owner.name.endsWith(hash);
  return `${metadata.namespace ?? 'default'}/${isOfDeployment ? owner.name.slice(0, -hash.length) : owner.name}`;
}

/**
 * How a Pod stands among endpoints, for a picture of it: being deleted, or not ready, as its own condition, that of its node
 * (pkg/controller/nodelifecycle) or every slice that has it says.
 */
export function stateOfPod(
  { nodes, endpointSlices }: Pick<ClusterObjects, 'nodes' | 'endpointSlices'>,
  pod: PodObject,
): 'ready' | 'notReady' | 'terminating' {
  if (isTerminating(pod)) return 'terminating';
  const node = nodes.find(({ metadata }) => metadata.name === pod.spec.nodeName);
  const listed = endpointSlices.flatMap(({ metadata, endpoints = [] }) =>
    (metadata.namespace ?? 'default') === getNamespace(pod)
      ? endpoints.filter(({ targetRef }) => targetRef?.kind === 'Pod' && targetRef.name === pod.metadata.name)
      : [],
  );
  const isListedOut = listed.length > 0 && listed.every(({ conditions }) => conditions?.ready === false);
  return isReady(pod) && (!node || isNodeReady(node)) && !isListedOut ? 'ready' : 'notReady';
}
