import { phrase, type Phrase } from '../lib/phrase';
import { addressPod } from '../kubernetes/controllers/pod-addresses';
import { isReady, isTerminating, listPodIPs } from '../kubernetes/pods';
import type { PodObject } from '../kubernetes/types';
import type { ApiChange } from './api-server';
import { isServing, type EndedBy, type PodLife, chanceOf, lagOf, type Run } from './run';

/** A status update is on its way to the API server for so long. */
const STATUS = 5;
/** CrashLoopBackOff: nothing, 10 s, 20 s … 5 minutes. */
const BACKOFF = 10_000;
const LONGEST_BACKOFF = 300_000;

/** What kubelet knows of a Pod beside what the API holds. */
interface Managed {
  readonly life: PodLife;
  /** When its container started: probes are counted from there. */
  started: number;
  restarts: number;
  /** Probes that failed in a row. */
  failures: number;
  /** The probe fails in between. */
  failing: readonly [from: number, until: number];
  probing: boolean;
  isStopping: boolean;
}

/** All kubelets: containers start, are probed, crash and end. */
export class Kubelets {
  readonly #run: Run;
  readonly #managed = new Map<string, Managed>();
  /** How many Pods that are there have an address. */
  readonly #addresses = new Addresses();

  constructor(run: Run) {
    this.#run = run;
    for (const [id, pod] of run.api.pods) this.#adopt(id, pod);
    run.api.watch((change) => this.#hear(change));
  }

  /** A Pod that runs when the timeline begins. */
  #adopt(id: string, pod: PodObject): void {
    const { delays } = this.#run;
    const node = pod.spec.nodeName;
    if (node === undefined || listPodIPs(pod).length === 0) return;
    const started = -1 - chanceOf(this.#run, id).below(delays.readinessPeriod);
    const life = { id, pod, node, ips: listPodIPs(pod), from: -Infinity, until: Infinity };
    const serving = [{ from: -Infinity, until: Infinity }];
    this.#addresses.take(life.ips);
    this.#run.lives.set(id, { ...life, serving });
    this.#keep(this.#run.lives.get(id) as PodLife, started);
  }

  #keep(life: PodLife, started: number): Managed {
    const managed: Managed = {
      life,
      started,
      restarts: 0,
      failures: 0,
      failing: [Infinity, Infinity],
      probing: false,
      isStopping: false,
    };
    this.#managed.set(life.id, managed);
    return managed;
  }

  #hear(change: ApiChange): void {
    if (change.kind !== 'pod') return;
    const { after, before, id, event } = change;
    if (!after) return this.#orphan(id, event);
    const node = after.spec.nodeName;
    if (node === undefined) return isTerminating(after) ? this.#forget(id, event) : undefined;
    if (before?.spec.nodeName === undefined) this.#soon(node, () => this.#start(id, event));
    if (isTerminating(after) && !(before && isTerminating(before))) this.#soon(node, () => this.#stop(id, event));
  }

  /** Ends a Pod whose object is gone while it runs, as kubelet ends one that is deleted. */
  #orphan(id: string, event: number): void {
    const managed = this.#managed.get(id);
    if (managed && !managed.isStopping) this.#soon(managed.life.node, () => this.#stop(id, event));
  }

  #soon(node: string, run: () => void): void {
    this.#after(node, lagOf(this.#run, `kubelet ${node}`), run);
  }

  /** Nothing happens any more on a node that is gone. */
  #after(node: string, delay: number, run: () => void): void {
    this.#run.queue.after(delay, () => {
      if (!this.#run.lost.has(node)) run();
    });
  }

  #note(node: string, says: Phrase, cause?: number): number {
    return this.#run.journal.note({ lane: `kubelet ${node}`, says, cause });
  }

  #start(id: string, cause: number): void {
    const { api, delays, lives, queue } = this.#run;
    const pod = api.pods.get(id);
    if (!pod?.spec.nodeName || isTerminating(pod)) return;
    const node = pod.spec.nodeName;
    const addressed = this.#address(pod);
    if (!addressed) return;
    const life: PodLife = {
      id,
      pod: addressed,
      node,
      ips: listPodIPs(addressed),
      from: queue.now,
      until: Infinity,
      serving: [],
    };
    this.#addresses.take(life.ips);
    lives.set(id, life);
    const event = this.#note(node, phrase('timeline.starts', { pod: id }), cause);
    const managed = this.#keep(life, queue.now);
    this.#after(node, delays.start, () => this.#listen(managed, event));
  }

  /** The Pod with its addresses, not ready; undefined: the node has none left. */
  #address(pod: PodObject): PodObject | undefined {
    const { api } = this.#run;
    const placed = addressPod(pod, api.nodes, this.#addresses);
    if (!placed) return undefined;
    const { node } = placed;
    api.setNodes(api.nodes.map((each) => (each.metadata.name === node.metadata.name ? node : each)));
    return withReady(placed.pod, false);
  }

  #listen(managed: Managed, cause: number): void {
    const { life } = managed;
    if (managed.isStopping) return;
    const { queue, delays } = this.#run;
    life.serving.push({ from: queue.now, until: Infinity });
    managed.started = queue.now + delays.readinessDelay;
    const event = this.#note(life.node, phrase('timeline.listens', { pod: life.id }), cause);
    this.#status(life.id, { ...life.pod }, event);
    this.#probe(managed, event);
  }

  /** A status update that only says that it runs, with its address. */
  #status(id: string, pod: PodObject, cause: number): void {
    const { api } = this.#run;
    this.#after(pod.spec.nodeName ?? '', STATUS, () => {
      const known = api.pods.get(id);
      if (!known || listPodIPs(known).length > 0) return;
      const next = { ...known, ...(pod.status ? { status: pod.status } : {}) };
      api.putPod(id, next, { says: phrase('timeline.running', { pod: id, ip: listPodIPs(pod).join(', ') }), cause });
    });
  }

  /** Probes while there is something to find out: not ready yet, or a probe that fails. */
  #probe(managed: Managed, cause?: number): void {
    if (managed.probing) return;
    managed.probing = true;
    const { queue, delays } = this.#run;
    const { readinessPeriod } = delays;
    const since = Math.max(0, queue.now - managed.started);
    const next = managed.started + Math.ceil(since / readinessPeriod) * readinessPeriod;
    const tick = (): void => {
      managed.probing = false;
      this.#tick(managed, cause);
      if (this.#hasToProbe(managed)) this.#after(managed.life.node, delays.readinessPeriod, () => again());
    };
    const again = (): void => {
      if (!managed.probing) this.#probe(managed);
    };
    this.#after(managed.life.node, next - queue.now, tick);
  }

  #hasToProbe({ life, failing }: Managed): boolean {
    const { api, queue } = this.#run;
    const pod = api.pods.get(life.id);
    if (!pod || !isServing(life, queue.now)) return false;
    return !isReady(pod) || (failing[0] <= queue.now && queue.now < failing[1]);
  }

  #tick(managed: Managed, cause?: number): void {
    const { api, queue, delays } = this.#run;
    const { life, failing } = managed;
    const pod = api.pods.get(life.id);
    if (!pod || !isServing(life, queue.now)) return;
    const passes = !(failing[0] <= queue.now && queue.now < failing[1]);
    managed.failures = passes ? 0 : managed.failures + 1;
    if (passes && !isReady(pod)) {
      const event = this.#note(life.node, phrase('timeline.probe-passes', { pod: life.id }), cause);
      this.#report(life, true, event);
    } else if (!passes && isReady(pod) && managed.failures >= delays.readinessFailures) {
      const event = this.#note(life.node, phrase('timeline.probe-fails', { pod: life.id, count: managed.failures }));
      this.#report(life, false, event);
    }
  }

  /** Tells the API server whether the Pod is ready. */
  #report({ id, node }: PodLife, ready: boolean, cause: number): void {
    const { api } = this.#run;
    this.#after(node, STATUS, () => {
      const pod = api.pods.get(id);
      if (!pod || isReady(pod) === ready) return;
      const says = ready ? phrase('timeline.ready', { pod: id }) : phrase('timeline.not-ready', { pod: id });
      api.putPod(id, withReady(pod, ready), { says, cause });
    });
  }

  /** A Pod is deleted: preStop, SIGTERM, and after the grace period SIGKILL (pkg/kubelet/kuberuntime killContainer). */
  #stop(id: string, cause: number): void {
    const managed = this.#managed.get(id);
    if (!managed) return this.#forget(id, cause);
    const { delays } = this.#run;
    managed.isStopping = true;
    const { node } = managed.life;
    const term = Math.min(delays.preStop, delays.grace);
    const end = Math.min(term + delays.shutdown, Math.max(delays.grace, term));
    const first =
      term > 0
        ? this.#note(node, phrase('timeline.pre-stop', { pod: id, seconds: term / 1000 }), cause)
        : this.#note(node, phrase('timeline.sigterm', { pod: id }), cause);
    if (term > 0) this.#after(node, term, () => this.#note(node, phrase('timeline.sigterm', { pod: id }), first));
    this.#after(node, end, () => this.#exit(managed, first));
  }

  /** The container is gone; then the Pod's network, then the object. */
  #exit(managed: Managed, cause: number): void {
    const { life } = managed;
    const event = this.#note(life.node, phrase('timeline.ended', { pod: life.id }), cause);
    this.#end(life, 'terminated', event);
    this.#report(life, false, event);
    this.#after(life.node, this.#run.delays.teardown, () => {
      this.#leave(life);
      this.#forget(life.id, this.#note(life.node, phrase('timeline.torn-down', { pod: life.id }), event));
    });
  }

  #forget(id: string, cause: number): void {
    this.#managed.delete(id);
    if (this.#run.api.pods.has(id))
      this.#run.api.putPod(id, undefined, { says: phrase('timeline.gone', { pod: id }), cause });
  }

  #end(life: PodLife, endedBy: EndedBy, event: number): void {
    const now = life.serving.at(-1);
    if (!now || now.until !== Infinity) return;
    now.until = this.#run.queue.now;
    now.endedBy = endedBy;
    now.event = event;
  }

  /** A container's process dies by itself: the Pod and its address stay. */
  crash(id: string, cause: number): void {
    const managed = this.#managed.get(id);
    if (!managed || managed.isStopping || !isServing(managed.life, this.#run.queue.now)) return;
    const { life } = managed;
    const { delays } = this.#run;
    this.#end(life, 'crashed', cause);
    const noticed = chanceOf(this.#run, `${id} crash ${managed.restarts}`).below(delays.relist + 1);
    const backoff = managed.restarts === 0 ? 0 : Math.min(BACKOFF * 2 ** (managed.restarts - 1), LONGEST_BACKOFF);
    managed.restarts++;
    this.#after(life.node, noticed, () => {
      const event = this.#note(life.node, phrase('timeline.crash-seen', { pod: id, seconds: backoff / 1000 }), cause);
      this.#report(life, false, event);
      this.#after(life.node, backoff + delays.start, () => this.#listen(managed, event));
    });
  }

  /** The readiness probe fails from now on, or for a while; what the process does stays as it is. */
  failReadiness(id: string, forMs: number | undefined): void {
    const managed = this.#managed.get(id);
    if (!managed) return;
    const { now } = this.#run.queue;
    managed.failing = [now, forMs === undefined ? Infinity : now + forMs];
    this.#probe(managed);
    if (forMs !== undefined) this.#after(managed.life.node, forMs, () => this.#probe(managed));
  }

  /** A machine is gone, with everything on it. */
  lose(node: string, cause: number): void {
    const { lives, queue } = this.#run;
    for (const life of lives.values()) {
      if (life.node !== node || life.until <= queue.now) continue;
      this.#end(life, 'node-lost', cause);
      this.#leave(life);
    }
  }

  /** Takes a Pod's network down; its addresses are free. */
  #leave(life: PodLife): void {
    if (life.until > this.#run.queue.now) this.#addresses.free(life.ips);
    life.until = this.#run.queue.now;
  }
}

/** Addresses of Pods that are there; some of them, those of nodes, are of several Pods. */
class Addresses {
  readonly #counts = new Map<string, number>();

  take(ips: readonly string[]): void {
    for (const ip of ips) this.#counts.set(ip, (this.#counts.get(ip) ?? 0) + 1);
  }

  free(ips: readonly string[]): void {
    for (const ip of ips) this.#counts.set(ip, (this.#counts.get(ip) ?? 1) - 1);
  }

  has(ip: string): boolean {
    return (this.#counts.get(ip) ?? 0) > 0;
  }
}

/** The Pod with its Ready condition. */
export function withReady(pod: PodObject, ready: boolean): PodObject {
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'Ready');
  const conditions = [...others, { type: 'Ready', status: ready ? 'True' : 'False' }];
  return { ...pod, status: { ...pod.status, conditions } };
}
