import { finding, type ObjectFinding, PENDING } from '../finding';
import { type NodeObject, getNamespace, type PodObject } from '../types';
import { hasEnded, isNodeReady } from '../pods';

/**
 * Places Pods that have no Node yet on the Ready, schedulable Node with the fewest Pods of the
 * same owner, then the fewest Pods, then the first in the list (kube-scheduler's spreading and
 * least-allocated scores, without resources). A Pod whose Node is gone is placed again.
 */
export function schedulePods(
  pods: readonly PodObject[],
  nodes: readonly NodeObject[],
  findings: ObjectFinding[],
): readonly PodObject[] {
  const known = new Set(nodes.map((node) => node.metadata.name));
  const needs = (pod: PodObject): boolean => !hasEnded(pod) && !known.has(pod.spec.nodeName ?? '');
  if (!pods.some(needs)) return pods;
  const loads = new NodeLoads();
  for (const pod of pods) if (!needs(pod)) loads.add(pod);
  return pods.map((pod) => {
    if (!needs(pod)) return pod;
    const next = loads.place(pod, nodes);
    if (!next) {
      const id = nodes.length === 0 ? 'no-nodes' : 'no-schedulable-node';
      findings.push(finding(pod, PENDING, 'spec.nodeName', id));
      return pod.spec.nodeName === undefined ? pod : unplaced(pod);
    }
    loads.add(next);
    return next;
  });
}

/** Load that Pods put on a Node. */
interface Load {
  total: number;
  readonly byOwner: Map<string, number>;
  readonly hostPorts: Map<string, number>;
}

function count(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Loads of all Nodes. Counted, not searched: thousands of Pods are placed one after the other. */
export class NodeLoads {
  /** By the Node's name. */
  readonly #loads = new Map<string, Load>();
  #candidates: { readonly of: readonly NodeObject[]; readonly list: readonly NodeObject[] } = { of: [], list: [] };

  /** A Pod that has its Node. */
  add(pod: PodObject): void {
    this.#change(pod, 1);
  }

  /** One that was added goes, as it was then. */
  remove(pod: PodObject): void {
    this.#change(pod, -1);
  }

  #change(pod: PodObject, by: number): void {
    const name = pod.spec.nodeName ?? '';
    const load = this.#loads.get(name) ?? { total: 0, byOwner: new Map(), hostPorts: new Map() };
    this.#loads.set(name, load);
    load.total += by;
    const owner = findOwner(pod);
    if (owner !== undefined) count(load.byOwner, owner, by);
    for (const port of hostPorts(pod)) count(load.hostPorts, port, by);
  }

  /** A Pod on the Node it is placed on, as {@link schedulePods} places it; undefined: none takes it. */
  place(pod: PodObject, nodes: readonly NodeObject[]): PodObject | undefined {
    if (this.#candidates.of !== nodes) this.#candidates = { of: nodes, list: nodes.filter(isSchedulable) };
    const node = chooseNode(pod, this.#candidates.list, this.#loads);
    return node && { ...unplaced(pod), spec: { ...pod.spec, nodeName: node.metadata.name } };
  }
}

/** May new Pods be placed on the Node? */
function isSchedulable(node: NodeObject): boolean {
  const repels = node.spec.taints?.some((taint) => taint.effect === 'NoSchedule' || taint.effect === 'NoExecute');
  return isNodeReady(node) && node.spec.unschedulable !== true && !repels;
}

function chooseNode(
  pod: PodObject,
  candidates: readonly NodeObject[],
  loads: ReadonlyMap<string, Load>,
): NodeObject | undefined {
  const [owner, ports] = [findOwner(pod), hostPorts(pod)];
  let best: NodeObject | undefined;
  let least = Infinity;
  for (const node of candidates) {
    const load = loads.get(node.metadata.name);
    // Two Pods in the node's own network cannot have one port (the scheduler's NodePorts filter).
    if (ports.some((port) => (load?.hostPorts.get(port) ?? 0) > 0)) continue;
    // One number: there are fewer Pods than 100,000.
    const by = (load?.byOwner.get(owner ?? '') ?? 0) * 1e5 + (load?.total ?? 0);
    if (by < least) [best, least] = [node, by];
  }
  return best;
}

/** The namespace, kind and name of what made the Pod. */
function findOwner(pod: PodObject): string | undefined {
  const owner = pod.metadata.ownerReferences?.[0];
  return owner && `${getNamespace(pod)} ${owner.kind} ${owner.name}`;
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
