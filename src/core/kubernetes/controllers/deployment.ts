import {
  type NodeObject,
  type PodObject,
  type Container,
  type DeploymentObject,
  type PodSpec,
  compareText,
  getNamespace,
  namespacedName,
} from '../types';
import { LIMITS } from '../../lib/limits';
import { isActive, isNodeReady, isOwnedBy, isReady, TEMPLATE_HASH } from '../pods';
import { isSelectorRefused } from '../policy/selector';
import { suffix } from './address-pool';

/** How often a Deployment has made a Pod: a Pod made anew never takes an old one's name. */
const CREATED = 'rulewalk/pods-created';

/** Deployments and their Pods once they have settled. */
interface DeploymentResult {
  readonly deployments: readonly DeploymentObject[];
  readonly pods: readonly PodObject[];
}

/**
 * Makes and deletes Pods until every Deployment has `spec.replicas` of its current template on
 * Nodes that are Ready (pkg/controller/deployment, replicaset and the taint manager's evictions).
 * The bench keeps no ReplicaSets: a Pod it makes is owned by its Deployment; Pods of a ReplicaSet
 * of the Deployment are taken as its own. Of a Deployment that the API server refuses none are made.
 */
export function runDeployments(
  deployments: readonly DeploymentObject[],
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
  seed: number,
): DeploymentResult {
  const gone = new Set<PodObject>();
  const made: PodObject[] = [];
  const next = deployments.map((deployment) => {
    if (isSelectorRefused(deployment)) return deployment;
    const owned = pods.filter((pod) => isOwnedBy(pod, deployment));
    const kept = new Set(keepPods(owned, deployment, nodes));
    for (const pod of owned) if (isActive(pod) && !kept.has(pod)) gone.add(pod);
    const missing = Math.min(
      replicasWithin(deployment) - kept.size,
      LIMITS.pods - pods.length + gone.size - made.length,
    );
    if (missing <= 0) return deployment;
    const taken = new Set(
      pods.filter((pod) => getNamespace(pod) === getNamespace(deployment)).map((p) => p.metadata.name),
    );
    const started = create(deployment, missing, taken, seed);
    made.push(...started.pods);
    return started.deployment;
  });
  if (gone.size + made.length === 0) return { deployments, pods };
  return { deployments: next, pods: [...pods.filter((pod) => !gone.has(pod)), ...made] };
}

/** On a Deployment: how many Pods texts tell of it, and a hash of its spec. */
export const PODS_TOLD = 'rulewalk/pods-told';

/** How many Pods texts tell of a Deployment whose spec is as they told it; undefined: it keeps as many as it is asked for. */
function countTold({ metadata, spec }: DeploymentObject): number | undefined {
  const told = metadata.annotations?.[PODS_TOLD];
  return told?.endsWith(makeHash(spec)) ? Number.parseInt(told) : undefined;
}

/** How many Pods a Deployment keeps: those that texts tell of it, else as many as it asks for and are taken on; the validation says the rest. */
export function replicasWithin(deployment: DeploymentObject): number {
  return countTold(deployment) ?? Math.min(deployment.spec.replicas ?? 1, LIMITS.replicas);
}

/** The Pods of a Deployment that stay: of the current template, on Ready Nodes, not more than asked for. */
export function keepPods(
  owned: readonly PodObject[],
  deployment: DeploymentObject,
  nodes: readonly NodeObject[],
): readonly PodObject[] {
  const ready = new Set(nodes.filter(isNodeReady).map((node) => node.metadata.name));
  const isCurrent = countTold(deployment) === undefined ? currentTest(deployment) : () => true;
  const current = owned.filter(
    (pod) => isActive(pod) && isCurrent(pod) && (pod.spec.nodeName === undefined || ready.has(pod.spec.nodeName)),
  );
  const most = Math.max(0, current.length - replicasWithin(deployment));
  const surplus = new Set(deletionOrder(current).slice(0, most));
  return current.filter((pod) => !surplus.has(pod));
}

/** Unscheduled first, then not ready, then from the fullest Nodes, then the youngest (controller.ActivePodsWithRanks). */
function deletionOrder(pods: readonly PodObject[]): PodObject[] {
  const onNode = new Map<string | undefined, number>();
  const rank = pods.map((pod, index) => {
    const { nodeName } = pod.spec;
    const siblingsBefore = onNode.get(nodeName) ?? 0;
    onNode.set(nodeName, siblingsBefore + 1);
    // One number: there are fewer Pods than 100,000.
    const by = Number(nodeName !== undefined) * 1e12 + Number(isReady(pod)) * 1e11 - siblingsBefore * 1e5 - index;
    return { pod, by };
  });
  return rank.toSorted((a, b) => a.by - b.by).map(({ pod }) => pod);
}

/** Pods made here carry the template's hash; those of a pasted cluster are compared with the template. */
function currentTest({ spec: { template } }: DeploymentObject): (pod: PodObject) => boolean {
  const [hash, wanted] = [makeHash(template), shape(template.spec ?? {})];
  return (pod) =>
    pod.metadata.ownerReferences?.[0]?.kind === 'Deployment'
      ? pod.metadata.labels?.[TEMPLATE_HASH] === hash
      : shape(pod.spec) === wanted;
}

/** The part of a Pod's spec that decides traffic, as a comparable text. */
function shape(spec: PodSpec): string {
  const ports = (containers: readonly Container[] | undefined): unknown =>
    (containers ?? []).map(({ name, image, ports: list }) => [
      name,
      image,
      (list ?? []).map((port) => [port.name, port.containerPort, port.protocol ?? 'TCP']),
    ]);
  return JSON.stringify([spec.hostNetwork ?? false, ports(spec.containers), ports(spec.initContainers)]);
}

/** A hash of JSON with sorted keys: equal templates have equal ones however they were typed. */
export function makeHash(value: unknown): string {
  const text = JSON.stringify(value, (_key, field: unknown) =>
    field !== null && typeof field === 'object' && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => compareText(a, b)))
      : field,
  );
  return suffix(0, text, 10);
}

function create(
  deployment: DeploymentObject,
  count: number,
  taken: Set<string>,
  seed: number,
): { deployment: DeploymentObject; pods: PodObject[] } {
  const hash = makeHash(deployment.spec.template);
  let created = Number(deployment.metadata.annotations?.[CREATED] ?? 0) || 0;
  const pods: PodObject[] = [];
  while (pods.length < count) {
    const name = `${deployment.metadata.name}-${suffix(seed, `${namespacedName(deployment)} ${hash} ${created++}`)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    pods.push(makePod(deployment, name, hash));
  }
  const annotations = { ...deployment.metadata.annotations, [CREATED]: String(created) };
  return { deployment: { ...deployment, metadata: { ...deployment.metadata, annotations } }, pods };
}

function makePod(deployment: DeploymentObject, name: string, hash: string): PodObject {
  const { template } = deployment.spec;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: getNamespace(deployment),
      labels: { ...template.metadata?.labels, [TEMPLATE_HASH]: hash },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: deployment.metadata.name }],
    },
    spec: template.spec ?? {},
  };
}
