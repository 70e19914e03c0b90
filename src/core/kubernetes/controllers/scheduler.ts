import { finding, PENDING, type Finding } from '../finding';
import { namespaceOf } from '../meta';
import type { NodeObject, PodObject } from '../types';
import { hasEnded, isNodeReady } from './deployment';

/**
 * Places Pods that have no Node yet on the Ready, schedulable Node with the fewest Pods of the
 * same owner, then the fewest Pods, then the first in the list (kube-scheduler's spreading and
 * least-allocated scores, without resources). A Pod whose Node is gone is placed again.
 */
export function schedulePods(
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
  findings: Finding[],
): readonly PodObject[] {
  const known = new Set(nodes.map((node) => node.metadata.name));
  const needs = (pod: PodObject): boolean =>
    !hasEnded(pod) && (pod.spec.nodeName === undefined || !known.has(pod.spec.nodeName));
  if (!pods.some(needs)) return pods;
  const candidates = nodes.filter(isSchedulable);
  const loads: Loads = new Map();
  for (const pod of pods) if (!needs(pod)) addLoad(loads, pod);
  return pods.map((pod) => {
    if (!needs(pod)) return pod;
    const node = chooseNode(pod, candidates, loads);
    if (!node) {
      const id = nodes.length === 0 ? 'no-nodes' : 'no-schedulable-node';
      findings.push(finding(pod, PENDING, 'spec.nodeName', id));
      return pod.spec.nodeName === undefined ? pod : unplaced(pod);
    }
    const next = { ...unplaced(pod), spec: { ...pod.spec, nodeName: node.metadata.name } };
    addLoad(loads, next);
    return next;
  });
}

/** What the Pods on a Node take of it. Counted, not searched: thousands of Pods are placed at once. */
interface Load {
  total: number;
  readonly byOwner: Map<string, number>;
  readonly hostPorts: Set<string>;
}

/** By the Node's name. */
type Loads = Map<string, Load>;

function addLoad(loads: Loads, pod: PodObject): void {
  const name = pod.spec.nodeName ?? '';
  const load = loads.get(name) ?? { total: 0, byOwner: new Map(), hostPorts: new Set() };
  loads.set(name, load);
  load.total++;
  const owner = ownerOf(pod);
  if (owner !== undefined) load.byOwner.set(owner, (load.byOwner.get(owner) ?? 0) + 1);
  for (const port of hostPorts(pod)) load.hostPorts.add(port);
}

/** May new Pods be placed on the Node? */
export function isSchedulable(node: NodeObject): boolean {
  const repels = node.spec.taints?.some((taint) => taint.effect === 'NoSchedule' || taint.effect === 'NoExecute');
  return isNodeReady(node) && node.spec.unschedulable !== true && !repels;
}

function chooseNode(pod: PodObject, candidates: readonly NodeObject[], loads: Loads): NodeObject | undefined {
  const [owner, ports] = [ownerOf(pod), hostPorts(pod)];
  let best: { node: NodeObject; siblings: number; total: number } | undefined;
  for (const node of candidates) {
    const load = loads.get(node.metadata.name);
    // Two Pods in the node's own network cannot have one port (the scheduler's NodePorts filter).
    if (load && ports.some((port) => load.hostPorts.has(port))) continue;
    const siblings = (owner === undefined ? undefined : load?.byOwner.get(owner)) ?? 0;
    const total = load?.total ?? 0;
    if (!best || siblings < best.siblings || (siblings === best.siblings && total < best.total)) {
      best = { node, siblings, total };
    }
  }
  return best?.node;
}

/** The namespace, kind and name of what made the Pod. */
function ownerOf(pod: PodObject): string | undefined {
  const owner = pod.metadata.ownerReferences?.[0];
  return owner && `${namespaceOf(pod)} ${owner.kind} ${owner.name}`;
}

function hostPorts(pod: PodObject): string[] {
  return (pod.spec.containers ?? []).flatMap((container) =>
    (container.ports ?? []).flatMap((port) => {
      const number = port.hostPort ?? (pod.spec.hostNetwork ? port.containerPort : undefined);
      return number === undefined ? [] : [`${port.protocol ?? 'TCP'} ${number}`];
    }),
  );
}

/** The Pod as the scheduler gets it: no Node, no addresses. */
function unplaced(pod: PodObject): PodObject {
  const { nodeName: _node, ...spec } = pod.spec;
  if (!pod.status) return { ...pod, spec };
  const { podIP: _ip, podIPs: _ips, hostIP: _host, ...status } = pod.status;
  return { ...pod, spec, status };
}
