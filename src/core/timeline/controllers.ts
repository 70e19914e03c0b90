import { phrase } from '../lib/phrase';
import { hasEnded, isOwnedBy, isReady, isTerminating } from '../kubernetes/pods';
import { NodeLoads } from '../kubernetes/controllers/schedule';
import { suffix } from '../kubernetes/controllers/address-pool';
import { LIMITS } from '../lib/limits';
import { getNamespace, namespacedName, type DeploymentObject, type PodObject } from '../kubernetes/types';
import type { ApiChange } from './api-server';
import { type Run } from './run';

/** `revision` of a Pod made here: how often its Deployment was rolled out. */
const HASH = 'pod-template-hash';

interface Sorted {
  /** Of the present template and of older ones; those that are being deleted do not count. */
  readonly fresh: readonly PodObject[];
  readonly old: readonly PodObject[];
}

/** The Deployment and ReplicaSet controllers, and the scheduler: Pods come and go within maxSurge and maxUnavailable. */
export class Deployments {
  readonly #run: Run;
  readonly #revisions = new Map<string, number>();
  /** Pods of what was rolled out here, by their id. */
  readonly #revisionOf = new Map<string, number>();
  readonly #readySince = new Map<string, number>();
  readonly #queued = new Set<string>();
  /** Of all Pods that have a Node. */
  readonly #loads = new NodeLoads();
  #made = 0;

  constructor(run: Run) {
    this.#run = run;
    for (const pod of run.api.pods.values()) if (pod.spec.nodeName !== undefined) this.#loads.add(pod);
    run.api.watch((change) => this.#hear(change));
  }

  /** A new template, as `kubectl rollout restart` makes one. */
  rollOut(id: string, cause: number): void {
    const deployment = this.#run.api.deployments.get(id);
    if (!deployment) return;
    this.#revisions.set(id, (this.#revisions.get(id) ?? 0) + 1);
    this.#run.api.putDeployment({ ...deployment }, { says: phrase('timeline.template', { deployment: id }), cause });
  }

  scale(id: string, replicas: number, cause: number): void {
    const deployment = this.#run.api.deployments.get(id);
    if (!deployment) return;
    const next = { ...deployment, spec: { ...deployment.spec, replicas } };
    this.#run.api.putDeployment(next, { says: phrase('timeline.replicas', { deployment: id, replicas }), cause });
  }

  /** Marks a Pod as being deleted; kubelet does the rest. */
  deletePod(id: string, cause: number): void {
    const pod = this.#run.api.pods.get(id);
    if (!pod || isTerminating(pod)) return;
    const metadata = { ...pod.metadata, deletionTimestamp: String(this.#run.queue.now) };
    this.#run.api.putPod(id, { ...pod, metadata }, { says: phrase('timeline.deleting', { pod: id }), cause });
  }

  #hear(change: ApiChange): void {
    if (change.kind === 'deployment') return this.#enqueue(change.id, change.event);
    if (change.kind !== 'pod') return;
    this.#noteReady(change);
    if (change.before?.spec.nodeName !== undefined) this.#loads.remove(change.before);
    if (change.after?.spec.nodeName !== undefined) this.#loads.add(change.after);
    const pod = change.after ?? change.before;
    const owner = pod && [...this.#run.api.deployments.values()].find((each) => isOwnedBy(pod, each));
    if (owner) this.#enqueue(namespacedName(owner), change.event);
  }

  #noteReady({ id, before, after }: Extract<ApiChange, { kind: 'pod' }>): void {
    if (!after || !isReady(after)) this.#readySince.delete(id);
    else if (before && !isReady(before)) this.#readySince.set(id, this.#run.queue.now);
  }

  #enqueue(id: string, cause: number, delay = this.#run.delays.controller): void {
    if (this.#queued.has(id)) return;
    this.#queued.add(id);
    this.#run.queue.after(delay, () => {
      this.#queued.delete(id);
      this.#reconcile(id, cause);
    });
  }

  #pods(deployment: DeploymentObject): Sorted {
    const id = namespacedName(deployment);
    const revision = this.#revisions.get(id) ?? 0;
    const own = [...this.#run.api.pods.values()].filter(
      (pod) => isOwnedBy(pod, deployment) && !isTerminating(pod) && !hasEnded(pod),
    );
    const isFresh = (pod: PodObject): boolean => (this.#revisionOf.get(namespacedName(pod)) ?? 0) === revision;
    return { fresh: own.filter(isFresh), old: own.filter((pod) => !isFresh(pod)) };
  }

  /** Available: ready for minReadySeconds. */
  #isAvailable(pod: PodObject): boolean {
    const { queue, delays } = this.#run;
    const since = this.#readySince.get(namespacedName(pod)) ?? -Infinity;
    return isReady(pod) && queue.now - since >= delays.minReady;
  }

  /** One pass (pkg/controller/deployment/rolling.go): either Pods are made, or some are deleted. */
  #reconcile(id: string, cause: number): void {
    const deployment = this.#run.api.deployments.get(id);
    if (!deployment) return;
    const desired = Math.min(deployment.spec.replicas ?? 1, LIMITS.replicas);
    const { surge, unavailable } = this.#room(desired);
    const { fresh, old } = this.#pods(deployment);
    const total = fresh.length + old.length;
    const up = Math.min(desired + surge - total, desired - fresh.length);
    if (up > 0) {
      for (let i = 0; i < up; i++) this.#create(deployment, cause);
      return this.#enqueue(id, cause);
    }
    const victims =
      fresh.length > desired
        ? this.#order(fresh).slice(0, fresh.length - desired)
        : this.#surplus({ fresh, old }, desired - unavailable);
    for (const pod of victims) this.deletePod(namespacedName(pod), cause);
    this.#waitForMinReady(fresh, id, cause);
  }

  #room(desired: number): { readonly surge: number; readonly unavailable: number } {
    const { maxSurge, maxUnavailable } = this.#run.delays;
    const surge = Math.ceil((desired * maxSurge) / 100);
    const unavailable = Math.floor((desired * maxUnavailable) / 100);
    return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : unavailable };
  }

  /** Which old Pods may go: first those that are not available, then as many as keep enough available. */
  #surplus({ fresh, old }: Sorted, least: number): readonly PodObject[] {
    const missing = fresh.filter((pod) => !this.#isAvailable(pod)).length;
    const most = fresh.length + old.length - least - missing;
    if (old.length === 0 || most <= 0) return [];
    const ordered = this.#order(old);
    const broken = ordered.filter((pod) => !this.#isAvailable(pod)).slice(0, most);
    const healthy = ordered.filter((pod) => this.#isAvailable(pod));
    const available = healthy.length + fresh.length - missing;
    return [...broken, ...healthy.slice(0, Math.max(0, Math.min(available - least, most - broken.length)))];
  }

  /** Orders Pods for deletion: those that are not ready go first, then the youngest. */
  #order(pods: readonly PodObject[]): readonly PodObject[] {
    return pods.toReversed().toSorted((a, b) => Number(isReady(a)) - Number(isReady(b)));
  }

  #waitForMinReady(fresh: readonly PodObject[], id: string, cause: number): void {
    const { delays } = this.#run;
    if (delays.minReady > 0 && fresh.some((pod) => isReady(pod) && !this.#isAvailable(pod)))
      this.#enqueue(id, cause, delays.minReady);
  }

  #create(deployment: DeploymentObject, cause: number): void {
    const { api, delays, queue, document } = this.#run;
    const id = namespacedName(deployment);
    const revision = this.#revisions.get(id) ?? 0;
    const name = `${deployment.metadata.name}-${suffix(document.seed, `${id} ${revision} timeline ${this.#made++}`)}`;
    const { template } = deployment.spec;
    const pod: PodObject = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        namespace: getNamespace(deployment),
        labels: { ...template.metadata?.labels, [HASH]: suffix(0, `${id} ${revision}`, 10) },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: deployment.metadata.name }],
      },
      spec: template.spec ?? {},
    };
    const podId = namespacedName(pod);
    this.#revisionOf.set(podId, revision);
    const event = api.putPod(podId, pod, { says: phrase('timeline.created', { pod: podId }), cause });
    queue.after(delays.controller, () => this.#schedule(podId, event));
  }

  #schedule(id: string, cause: number): void {
    const { api, queue, delays } = this.#run;
    const pod = api.pods.get(id);
    if (!pod || pod.spec.nodeName !== undefined || isTerminating(pod)) return;
    const placed = hasEnded(pod) ? pod : this.#loads.place(pod, api.nodes);
    const node = placed?.spec.nodeName;
    // The scheduler tries again when a Node changes; here every second.
    if (!placed || node === undefined)
      return queue.after(Math.max(1000, delays.controller), () => this.#schedule(id, cause));
    api.putPod(id, placed, { says: phrase('timeline.scheduled', { pod: id, node }), cause });
  }
}
