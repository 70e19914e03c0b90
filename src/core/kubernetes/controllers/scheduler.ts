import { finding, PENDING, type Finding } from '../finding';
import { namespaceOf } from '../meta';
import type { NodeObject, PodObject } from '../types';
import { hasEnded, isNodeReady } from './pods';

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
  const placed = pods.filter((pod) => !needs(pod));
  return pods.map((pod) => {
    if (!needs(pod)) return pod;
    const node = chooseNode(pod, candidates, placed);
    if (!node) {
      const id = nodes.length === 0 ? 'no-nodes' : 'no-schedulable-node';
      findings.push(finding(pod, PENDING, 'spec.nodeName', id));
      return pod.spec.nodeName === undefined ? pod : unplaced(pod);
    }
    const next = { ...unplaced(pod), spec: { ...pod.spec, nodeName: node.metadata.name } };
    placed.push(next);
    return next;
  });
}

/** May new Pods be placed on the Node? */
export function isSchedulable(node: NodeObject): boolean {
  const repels = node.spec.taints?.some((taint) => taint.effect === 'NoSchedule' || taint.effect === 'NoExecute');
  return isNodeReady(node) && node.spec.unschedulable !== true && !repels;
}

function chooseNode(
  pod: PodObject,
  candidates: readonly NodeObject[],
  placed: readonly PodObject[],
): NodeObject | undefined {
  let best: { node: NodeObject; siblings: number; total: number } | undefined;
  for (const node of candidates) {
    const here = placed.filter((other) => other.spec.nodeName === node.metadata.name);
    if (here.some((other) => clash(pod, other))) continue;
    const siblings = here.filter((other) => areSiblings(pod, other)).length;
    const total = here.length;
    if (!best || siblings < best.siblings || (siblings === best.siblings && total < best.total)) {
      best = { node, siblings, total };
    }
  }
  return best?.node;
}

function areSiblings(a: PodObject, b: PodObject): boolean {
  const [ownerA, ownerB] = [a.metadata.ownerReferences?.[0], b.metadata.ownerReferences?.[0]];
  if (!ownerA || !ownerB || namespaceOf(a) !== namespaceOf(b)) return false;
  return ownerA.kind === ownerB.kind && ownerA.name === ownerB.name;
}

/** Two Pods in the node's own network cannot have one port (the scheduler's NodePorts filter). */
function clash(a: PodObject, b: PodObject): boolean {
  const ports = new Set(hostPorts(a));
  return hostPorts(b).some((port) => ports.has(port));
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
