import { phrase } from '../lib/phrase';
import { isReady, isTerminating } from '../kubernetes/pods';
import { type NodeObject } from '../kubernetes/types';
import { type Run } from './run';
import { withReady, type Kubelets } from './kubelet';
import { Deployments } from './controllers';

/** `quarantineTime` of pkg/controller/podgc/gc_controller.go, milliseconds. */
const ORPHAN_QUARANTINE = 40_000;

/** Nodes that are lost or drained (pkg/controller/nodelifecycle, pkg/controller/tainteviction). */
export class NodeLifecycle {
  readonly #run: Run;
  readonly #kubelets: Kubelets;
  readonly #deployments: Deployments;

  constructor(run: Run, kubelets: Kubelets, deployments: Deployments) {
    this.#run = run;
    this.#kubelets = kubelets;
    this.#deployments = deployments;
  }

  /** The machine is gone at once; the cluster notices when its lease is not renewed. */
  lose(name: string, cause: number): void {
    const { lost, queue, delays } = this.#run;
    if (lost.has(name) || !this.#find(name)) return;
    lost.set(name, queue.now);
    this.#kubelets.lose(name, cause);
    queue.after(delays.nodeGrace, () => this.#markUnknown(name, cause));
  }

  /** `kubectl drain`: no new Pods, and the ones there are evicted. */
  drain(name: string, cause: number): void {
    const { api } = this.#run;
    const node = this.#find(name);
    if (!node) return;
    const spec = { ...node.spec, unschedulable: true };
    const event = api.putNode({ ...node, spec }, { says: phrase('timeline.cordoned', { node: name }), cause });
    this.#evict(name, event);
  }

  /** `kubectl delete node`: the machine runs on; its Pods are orphans until they are collected (pkg/controller/podgc). */
  delete(name: string, cause: number): void {
    const { api, queue } = this.#run;
    const event = api.deleteNode(name, { says: phrase('timeline.node-deleted', { node: name }), cause });
    queue.after(ORPHAN_QUARANTINE, () => this.#collect(name, event));
  }

  /** Orphans are gone from the API server at once, without grace; kubelet ends what runs of them. */
  #collect(name: string, cause: number): void {
    const ids = this.#podsOn(name);
    if (ids.length === 0) return;
    const says = phrase('timeline.evicts', { node: name, count: ids.length });
    const event = this.#run.journal.note({ lane: 'nodes', says, cause });
    for (const id of ids)
      this.#run.api.putPod(id, undefined, { says: phrase('timeline.gone', { pod: id }), cause: event });
  }

  /** Replaces a Node's InternalIPs; other addresses stay. */
  changeAddresses(name: string, addresses: readonly string[], cause: number): void {
    const node = this.#find(name);
    if (!node) return;
    const others = (node.status.addresses ?? []).filter(({ type }) => type !== 'InternalIP');
    const own = addresses.map((address) => ({ type: 'InternalIP', address }) as const);
    const says = phrase('timeline.node-addresses', { node: name, addresses: addresses.join(', ') });
    const status = { ...node.status, addresses: [...own, ...others] };
    this.#run.api.putNode({ ...node, status }, { says, cause });
  }

  #find(name: string): NodeObject | undefined {
    return this.#run.api.node(name);
  }

  #podsOn(name: string): readonly string[] {
    return [...this.#run.api.pods].filter(([, pod]) => pod.spec.nodeName === name).map(([id]) => id);
  }

  #markUnknown(name: string, cause: number): void {
    const { api, journal, queue, delays } = this.#run;
    const node = this.#find(name);
    if (!node) return;
    const says = phrase('timeline.node-silent', { node: name, seconds: delays.nodeGrace / 1000 });
    const noticed = journal.note({ lane: 'nodes', says, cause });
    const others = (node.status.conditions ?? []).filter(({ type }) => type !== 'Ready');
    const status = { ...node.status, conditions: [...others, { type: 'Ready', status: 'Unknown' }] };
    const event = api.putNode(
      { ...node, status },
      { says: phrase('timeline.node-unknown', { node: name }), cause: noticed },
    );
    for (const id of this.#podsOn(name)) {
      const pod = api.pods.get(id);
      if (pod && isReady(pod))
        api.putPod(id, withReady(pod, false), { says: phrase('timeline.not-ready', { pod: id }), cause: event });
    }
    queue.after(delays.toleration, () => this.#evict(name, event));
  }

  #evict(name: string, cause: number): void {
    const { journal, api } = this.#run;
    const ids = this.#podsOn(name).filter((id) => {
      const pod = api.pods.get(id);
      return pod && !isTerminating(pod);
    });
    if (ids.length === 0) return;
    const event = journal.note({
      lane: 'nodes',
      says: phrase('timeline.evicts', { node: name, count: ids.length }),
      cause,
    });
    for (const id of ids) this.#deployments.deletePod(id, event);
  }
}
