import type { NodeProgram } from '../document/node-program';
import { phrase } from '../lib/phrase';
import { createSyncRunner, type SyncRunner } from '../kubernetes/proxy/sync-runner';
import { getMinor } from '../kubernetes/release';
import { featuresSince } from '../kubernetes/changes';
import { IPTABLES_CHANGES, LARGE_CLUSTER_ENDPOINTS } from '../kubernetes/proxy/iptables/context';
import { NFTABLES_CHANGES } from '../kubernetes/proxy/nftables/context';
import { FULL_SYNC_PERIOD } from '../kubernetes/proxy/shared/durations';
import { namespacedName } from '../kubernetes/types';
import { ownerOf, type ApiChange } from './api-server';
import { periodsOf, runnerKind, syncPeriods, countEndpoints, countSyncRules, rulesOf } from './delays';
import { chanceOf, lagOf, type Run } from './run';
import type { Writing } from './half-written';

/** The version of a kube-proxy that was stopped before the beginning: older than all. */
export const STOPPED = -1;

/** What the kernel of a node has from a moment on. */
export interface RulesChange {
  readonly at: number;
  readonly node: string;
  /** Which version of the objects its rules are written from. */
  readonly version: number;
  /** Somebody emptied the tables of iptables since. */
  readonly flushed: boolean;
  readonly event: number;
  /** What kube-proxy knew before, for what it cleans up; absent: nothing was synced. */
  readonly before?: number | undefined;
  /** A sync is on its way that writes in many calls (IPVS), or one that never ended; absent: they are of {@link version}. */
  readonly writing?: Writing;
  /** Who wrote is gone: what is written of it stays. */
  readonly stopped?: true;
}

/** A sync as it was run. */
export interface Sync {
  readonly node: string;
  readonly start: number;
  readonly end: number;
  readonly full: boolean;
  /** The version that its trackers had when it began. */
  readonly version: number;
  /** They had written nothing of it: not a change is lost, but put off. */
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
    // It has run for a while: where its periods stand is chance.
    const phase = chanceOf(run, `kube-proxy ${node} began`).below(this.#periods.syncPeriod);
    this.#began = -phase;
    this.#lastFull = -phase;
    this.#runner = this.#newRunner();
    this.rules.push({ at: -Infinity, node, version: this.seen, flushed: false, event: -1 });
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
    if (change.kind !== 'service') return;
    const { queue, document } = this.#run;
    const lag = lagOf(this.#run, this.#lane) + (document.script?.lag?.[this.node] ?? 0);
    const at = Math.max(this.#lastHeard, this.#deafUntil, queue.now + lag);
    this.#lastHeard = at;
    queue.at(at, () => this.#receive(change, queue.now));
  }

  #receive(change: Extract<ApiChange, { kind: 'service' }>, now: number): void {
    if (now < this.#deafUntil) {
      this.#run.queue.at(this.#deafUntil, () => this.#receive(change, this.#run.queue.now));
      return;
    }
    if (!this.running || this.#run.lost.has(this.node) || change.version <= this.seen) return;
    this.seen = change.version;
    this.#changed.add(change.id);
    const says = phrase('timeline.tracked', { service: change.id });
    this.#request(this.#run.journal.note({ lane: this.#lane, says, cause: change.event }));
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
    if (this.#program.mode !== 'ipvs' || version === this.synced || from >= until) return;
    const generation = this.#generation;
    this.#run.queue.at(from, () => {
      if (generation !== this.#generation || this.#run.lost.has(this.node)) return;
      this.#writing = { version, from, until };
      this.rules.push(this.#heldNow());
    });
  }

  /** What the kernel has before the sync that runs is over. */
  #heldNow(): RulesChange {
    const { synced: version, flushed, node } = this;
    const writing = this.#writing ? { writing: this.#writing } : {};
    return { at: this.#run.queue.now, node, version, flushed, event: -1, ...writing };
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
    const isNew = version !== this.synced || this.flushed;
    this.synced = version;
    this.#writing = undefined;
    this.flushed = false;
    if (full) [this.#needsFull, this.#lastFull] = [false, queue.now];
    const says = phrase('timeline.rules', { node: this.node });
    const event = isNew ? journal.note({ lane: `kernel ${this.node}`, says, cause }) : cause;
    this.rules.push({ at: queue.now, node: this.node, version, flushed: false, event, before: this.#known });
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

  /** It starts: lists everything, and writes everything. */
  start(cause: number): void {
    const { queue, delays, journal, api, lost } = this.#run;
    this.stop();
    const generation = this.#generation;
    queue.after(delays.proxyStart, () => {
      if (generation !== this.#generation || lost.has(this.node)) return;
      this.running = true;
      this.seen = api.views.length - 1;
      this.#needsFull = true;
      this.#known = undefined;
      this.#began = queue.now;
      this.#runner = this.#newRunner();
      this.#request(journal.note({ lane: this.#lane, says: phrase('timeline.listed'), cause }));
    });
  }

  /** It hears nothing until then; afterwards it lists everything. */
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
