import type { NodeProgram } from '../document/node-program';
import { sameValue } from '../lib/memo';
import { phrase } from '../lib/phrase';
import { createSyncRunner, type SyncRunner } from '../kubernetes/proxy/sync-runner';
import { getMinor } from '../kubernetes/release';
import { featuresSince } from '../kubernetes/changes';
import { IPTABLES_CHANGES, LARGE_CLUSTER_ENDPOINTS } from '../kubernetes/proxy/iptables/context';
import { NFTABLES_CHANGES } from '../kubernetes/proxy/nftables/context';
import { FULL_SYNC_PERIOD } from '../kubernetes/proxy/shared/durations';
import { namespacedName } from '../kubernetes/types';
import { ownerOf, type ApiChange } from './api-server';
import type { NodeAddresses, RulesSource } from './node-addresses';
import { periodsOf, runnerKind, syncPeriods, countEndpoints, countSyncRules, rulesOf } from './delays';
import { chanceOf, lagOf, type Run } from './run';
import type { Writing } from './half-written';

/** The version of a kube-proxy that was stopped before the beginning: older than all. */
export const STOPPED = -1;

/** What the kernel of a node has from a moment on. */
export interface RulesChange extends RulesSource {
  readonly at: number;
  readonly node: string;
  /** Somebody emptied the tables of iptables since. */
  readonly flushed: boolean;
  readonly event: number;
  /** What kube-proxy knew before, for what it cleans up; absent: nothing was synced. */
  readonly before?: number | undefined;
  /** A sync is on its way that writes in many calls (IPVS), or one that never ended; absent: they are of {@link version}. */
  readonly writing?: Writing;
  /** True where the kube-proxy that wrote is gone: what is written of it stays. */
  readonly stopped?: true;
}

/** What a kube-proxy is told of: Services with their slices, and its Node. */
type Heard = Extract<ApiChange, { readonly kind: 'service' | 'node' }>;

/** From this minor on a kube-proxy ends when its Node is deleted or has other addresses (kubernetes #138183). */
const ENDS_WITH_NODE = 37;

/** A sync as it was run. */
export interface Sync {
  readonly node: string;
  readonly start: number;
  readonly end: number;
  readonly full: boolean;
  /** The version that its trackers had when it began. */
  readonly version: number;
  /** True where nothing of a sync was written: not a change is lost, but put off. */
  readonly failed: boolean;
}

/** One kube-proxy: its trackers, its runner, its syncs (pkg/proxy/MODE/proxier.go). */
export class KubeProxy {
  readonly node: string;
  /** What its kernel has had, oldest first. */
  readonly rules: RulesChange[] = [];
  readonly syncs: Sync[] = [];
  readonly #run: Run;
  readonly #program: Pick<NodeProgram, 'mode' | 'release' | 'config'>;
  readonly #periods: ReturnType<typeof periodsOf>;
  /** The version its trackers have. */
  seen: number;
  /** The version its rules are of. */
  synced: number;
  flushed = false;
  running: boolean;
  #runner: SyncRunner;
  #began: number;
  #generation = 0;
  #changed = new Set<string>();
  #needsFull = false;
  #isSyncing = false;
  #isRequested = false;
  #known: number | undefined = 0;
  #lastFull = 0;
  #cause: number | undefined;
  #nextWake = 0;
  #deafUntil = 0;
  #lastHeard = 0;
  /** Addresses of the Node as kube-proxy read them when it started, and those that its rules are of. */
  #addresses: NodeAddresses;
  #written: NodeAddresses;
  #writing: Writing | undefined;

  constructor(run: Run, node: string) {
    this.#run = run;
    this.node = node;
    const program = run.programs.get(node);
    this.#program = program ?? {
      mode: run.document.mode,
      release: run.document.release,
      config: run.document.kubeProxy,
    };
    this.#periods = periodsOf(this.#program, run.document.script);
    this.running = !program?.stopped;
    this.seen = this.running ? 0 : STOPPED;
    this.synced = this.seen;
    this.#addresses = run.api.node(node)?.status.addresses;
    this.#written = this.#addresses;
    // It has run for a while: where its periods stand is chance.
    const phase = chanceOf(run, `kube-proxy ${node} began`).below(this.#periods.syncPeriod);
    this.#began = -phase;
    this.#lastFull = -phase;
    this.#runner = this.#newRunner();
    this.rules.push({ ...this.#held(), at: -Infinity, event: -1 });
    this.#setTimer();
    run.api.watch((change) => this.#hear(change));
  }

  #newRunner(): SyncRunner {
    return createSyncRunner(runnerKind(this.#program.release), syncPeriods(this.#program, this.#periods));
  }

  get #lane(): `kube-proxy ${string}` {
    return `kube-proxy ${this.node}`;
  }

  /** A watch event comes in the order it was sent, later than it was. */
  #hear(change: ApiChange): void {
    const isOwn = change.kind === 'node' && change.name === this.node;
    if (change.kind !== 'service' && !isOwn) return;
    const { queue, document } = this.#run;
    const lag = lagOf(this.#run, this.#lane) + (document.script?.lag?.[this.node] ?? 0);
    const at = Math.max(this.#lastHeard, this.#deafUntil, queue.now + lag);
    this.#lastHeard = at;
    queue.at(at, () => this.#receive(change, queue.now));
  }

  #receive(change: Heard, now: number): void {
    if (now < this.#deafUntil) {
      this.#run.queue.at(this.#deafUntil, () => this.#receive(change, this.#run.queue.now));
      return;
    }
    if (!this.running || this.#run.lost.has(this.node)) return;
    if (change.kind === 'node') return this.#minds(change.event);
    if (change.version <= this.seen) return;
    this.seen = change.version;
    this.#changed.add(change.id);
    const says = phrase('timeline.tracked', { service: change.id });
    this.#request(this.#run.journal.note({ lane: this.#lane, says, cause: change.event }));
  }

  /**
   * Ends kube-proxy where its Node is another: from 1.37 on one whose Node is gone or has other addresses ends
   * (kubernetes #138183).
   */
  #minds(cause: number): void {
    const { api, journal } = this.#run;
    const { mode, release } = this.#program;
    if (mode === 'ebpf' || getMinor(release) < ENDS_WITH_NODE) return;
    const node = api.node(this.node);
    if (node && sameValue(node.status.addresses, this.#addresses)) return;
    const says = node ? phrase('timeline.ends-addresses') : phrase('timeline.ends-deleted');
    this.start(journal.note({ lane: this.#lane, says, cause }));
  }

  #request(cause: number): void {
    this.#cause = cause;
    if (this.#isSyncing) this.#isRequested = true;
    else this.#wake(true);
  }

  #wake(requested: boolean): void {
    const { now } = this.#run.queue;
    if (!this.running || this.#run.lost.has(this.node)) return;
    if (this.#runner.wake(now - this.#began, requested)) this.#startSync();
    else this.#setTimer();
  }

  #setTimer(): void {
    const at = this.#began + this.#runner.timer;
    const nth = ++this.#nextWake;
    const generation = this.#generation;
    this.#run.queue.at(at, () => {
      if (nth === this.#nextWake && generation === this.#generation && !this.#isSyncing) this.#wake(false);
    });
  }

  /** Whether everything is written anew (`tryPartialSync` in pkg/proxy/iptables/proxier.go, and its like in nftables). */
  #isFull(): boolean {
    const { mode } = this.#program;
    if (this.#needsFull || (mode !== 'iptables' && mode !== 'nftables')) return true;
    const isHourPast = this.#run.queue.now - this.#lastFull > FULL_SYNC_PERIOD;
    if (mode === 'nftables') {
      const { partialSync, hourlyFullSync } = featuresSince(NFTABLES_CHANGES, this.#program);
      return !partialSync || (hourlyFullSync && isHourPast);
    }
    const { partialSync, hourlyFullSync, keepsLargePartial } = featuresSince(IPTABLES_CHANGES, this.#program);
    if (!partialSync) return true;
    return hourlyFullSync && isHourPast && !(keepsLargePartial && this.#isLarge());
  }

  #isLarge(): boolean {
    const { api } = this.#run;
    return countEndpoints(api.views[this.seen] ?? api.view) > LARGE_CLUSTER_ENDPOINTS;
  }

  #startSync(): void {
    const { queue, journal, api, delays } = this.#run;
    const full = this.#isFull();
    const version = this.seen;
    const view = api.views[version] ?? api.view;
    const written = full ? countSyncRules(view) : [...this.#changed].reduce((sum, id) => sum + rulesOf(view, id), 0);
    const cost = Math.round(delays.syncBase + (written * delays.syncPerRule) / 1000);
    const says = full
      ? phrase('timeline.full-sync', { rules: written, ms: cost })
      : phrase('timeline.partial-sync', { services: this.#changed.size, rules: written, ms: cost });
    const cause = journal.note({ lane: this.#lane, says, until: queue.now + cost, cause: this.#cause });
    this.#changed = new Set();
    this.#isSyncing = true;
    this.#cause = undefined;
    const generation = this.#generation;
    const sync = { node: this.node, start: queue.now, end: queue.now + cost, full, version };
    this.#writeFrom(queue.now + delays.syncBase, sync);
    // A partial restore names chains that a flush took away: it fails, and the next one is full.
    queue.after(cost, () => {
      if (generation !== this.#generation || this.#run.lost.has(this.node)) return;
      this.#endSync({ ...sync, failed: this.flushed && !full && this.#program.mode === 'iptables' }, cause);
    });
  }

  /** netlink calls of IPVS take effect one by one; iptables-restore and a transaction of nft at their end. */
  #writeFrom(from: number, { version, end: until }: Pick<Sync, 'version' | 'end'>): void {
    const isSame = version === this.synced && sameValue(this.#addresses, this.#written);
    if (this.#program.mode !== 'ipvs' || isSame || from >= until) return;
    const generation = this.#generation;
    this.#run.queue.at(from, () => {
      if (generation !== this.#generation || this.#run.lost.has(this.node)) return;
      this.#writing = { version, from, until, addresses: this.#addresses };
      this.rules.push(this.#heldNow());
    });
  }

  /** What the kernel has before the sync that runs is over. */
  #heldNow(): RulesChange {
    const writing = this.#writing ? { writing: this.#writing } : {};
    return { ...this.#held(), at: this.#run.queue.now, event: -1, ...writing };
  }

  #held(): Pick<RulesChange, 'node' | 'version' | 'flushed' | 'addresses'> {
    return { node: this.node, version: this.synced, flushed: this.flushed, addresses: this.#written };
  }

  #endSync(sync: Sync, cause: number): void {
    const { queue, journal } = this.#run;
    this.syncs.push(sync);
    this.#isSyncing = false;
    if (sync.failed) {
      this.#needsFull = true;
      const failed = journal.note({ lane: this.#lane, says: phrase('timeline.sync-failed'), cause });
      queue.after(this.#periods.syncPeriod, () => this.#needsFull && this.#request(failed));
    } else this.#commit(sync, cause);
    this.#runner.ended(queue.now - this.#began);
    const isAsked = this.#isRequested;
    this.#isRequested = false;
    if (isAsked) this.#wake(true);
    else this.#setTimer();
  }

  #commit({ version, full }: Sync, cause: number): void {
    const { queue, journal } = this.#run;
    const isNew = version !== this.synced || this.flushed || !sameValue(this.#addresses, this.#written);
    this.synced = version;
    this.#written = this.#addresses;
    this.#writing = undefined;
    this.flushed = false;
    if (full) [this.#needsFull, this.#lastFull] = [false, queue.now];
    const says = phrase('timeline.rules', { node: this.node });
    const event = isNew ? journal.note({ lane: `kernel ${this.node}`, says, cause }) : cause;
    this.rules.push({ ...this.#held(), at: queue.now, event, before: this.#known });
    this.#known = version;
  }

  /** The process ends; what it wrote stays. */
  stop(): void {
    if (this.#writing) this.rules.push({ ...this.#heldNow(), stopped: true });
    this.#writing = undefined;
    this.running = false;
    this.#isSyncing = false;
    this.#isRequested = false;
    this.#generation++;
  }

  /** Starts kube-proxy: it lists everything, and writes everything. */
  start(cause: number): void {
    const { queue, delays, journal, api, lost } = this.#run;
    this.stop();
    const generation = this.#generation;
    queue.after(delays.proxyStart, () => {
      if (generation !== this.#generation || lost.has(this.node)) return;
      const node = api.node(this.node);
      // What a kube-proxy writes that finds no Node of its name is not established for the releases here.
      if (!node) return void journal.note({ lane: this.#lane, says: phrase('timeline.no-node'), cause });
      this.#addresses = node.status.addresses;
      this.running = true;
      this.seen = api.views.length - 1;
      this.#needsFull = true;
      this.#known = undefined;
      this.#began = queue.now;
      this.#runner = this.#newRunner();
      this.#request(journal.note({ lane: this.#lane, says: phrase('timeline.listed'), cause }));
    });
  }

  /** Cuts kube-proxy's watch for `forMs`; afterwards it lists everything. */
  loseWatch(forMs: number, cause: number): void {
    const { queue, api, journal } = this.#run;
    this.#deafUntil = Math.max(this.#deafUntil, queue.now + forMs);
    queue.at(this.#deafUntil, () => {
      if (!this.running || queue.now < this.#deafUntil || this.seen === api.views.length - 1) return;
      for (const id of changedSince(api.views, this.seen)) this.#changed.add(id);
      this.seen = api.views.length - 1;
      this.#request(journal.note({ lane: this.#lane, says: phrase('timeline.relisted'), cause }));
    });
  }

  /**
   * `iptables -t … -F; iptables -t … -X` in nat, mangle and filter: the rules are gone; who finds out, and when, depends on
   * the release. From 1.17 on the canary of mangle is looked for, then those of the other tables (pkg/util/iptables/iptables.go,
   * `Monitor`): one table alone is not noticed.
   */
  flush(cause: number): void {
    const { queue, journal } = this.#run;
    const { mode, release } = this.#program;
    const says = phrase('timeline.flushed', { node: this.node });
    const event = journal.note({ lane: `kernel ${this.node}`, says, cause });
    this.flushed = true;
    this.rules.push({ ...this.#heldNow(), event });
    if (mode !== 'iptables' || getMinor(release) < 17) return;
    const since = queue.now - this.#began;
    const { syncPeriod } = this.#periods;
    const next = this.#began + Math.ceil((since + 1) / syncPeriod) * syncPeriod;
    const generation = this.#generation;
    queue.at(next, () => {
      if (!this.flushed || generation !== this.#generation || this.#run.lost.has(this.node)) return;
      this.#needsFull = true;
      this.#request(journal.note({ lane: this.#lane, says: phrase('timeline.canary'), cause: event }));
    });
  }
}

/** Services that differ between a version and the newest. */
function changedSince(views: Run['api']['views'], from: number): readonly string[] {
  const [before, after] = [views[from], views.at(-1)];
  if (!before || !after) return [];
  const old = new Set<object>([...before.services, ...before.endpointSlices]);
  const now = new Set<object>([...after.services, ...after.endpointSlices]);
  const other = [...before.services, ...after.services, ...before.endpointSlices, ...after.endpointSlices].filter(
    (each) => !(old.has(each) && now.has(each)),
  );
  return other.map((each) => (each.kind === 'Service' ? namespacedName(each) : ownerOf(each)));
}
