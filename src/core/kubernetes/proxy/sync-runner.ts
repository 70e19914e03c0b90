import { assertNever } from '../../lib/result';

/**
 * The runner that decides when kube-proxy writes its rules: `burst` until 1.33 (a token bucket of two), `interval` from
 * 1.34 (at least minSyncPeriod from the end of one sync to the start of the next).
 */
export type SyncRunnerKind = 'burst' | 'interval';

export const SYNC_RUNNER_KINDS: readonly SyncRunnerKind[] = ['burst', 'interval'];

/** How often a runner may sync, and how often it does without being asked. */
export interface SyncPeriods {
  /** `minSyncPeriod` of the configuration; 0: as often as asked. */
  readonly minSyncPeriodMs: number;
  /** After so long without a sync there is one; above 0. */
  readonly maxIntervalMs: number;
}

/** Periods of a runner and the requests to it; milliseconds since its start. */
export interface SyncRequests extends SyncPeriods {
  /** Duration of one sync. */
  readonly syncCostMs: number;
  /** When a tracker had a change, in ascending order. */
  readonly requestsMs: readonly number[];
  /** Nothing that would start later is told. */
  readonly untilMs: number;
}

/** [start, end] of a sync, milliseconds. */
export type SyncRun = readonly [start: number, end: number];

/** How many syncs the bucket holds when it is full. */
const BURST = 2;

/** Decides, moment by moment, whether a sync starts. Milliseconds since the start of its kube-proxy. */
export interface SyncRunner {
  /** When it looks by itself, whether or not anybody asks. */
  readonly timer: number;
  /** Looks at `now` (a request came, a sync ended while one waited, or its timer ran out): does a sync start? */
  readonly wake: (now: number, requested: boolean) => boolean;
  /** The sync that it started is over. */
  readonly ended: (now: number) => void;
}

/**
 * A runner as a kube-proxy has it when it starts.
 * Source: pkg/util/async/bounded_frequency_runner.go (1.16-1.33), pkg/proxy/runner (1.34+).
 */
export function createSyncRunner(kind: SyncRunnerKind, periods: SyncPeriods): SyncRunner {
  switch (kind) {
    case 'burst':
      return new BurstRunner(periods);
    case 'interval':
      return new IntervalRunner(periods);
    default:
      return assertNever(kind);
  }
}

/**
 * Every sync that a runner starts up to `untilMs`. Requests that come before a sync takes them are one; of two in the same
 * millisecond, `interval` syncs at once for the first and later for the other, `burst` takes both together (recorded:
 * 1.30.5). `maxIntervalMs` must be above 0.
 */
export function syncRuns(kind: SyncRunnerKind, asked: SyncRequests): readonly SyncRun[] {
  const runs: SyncRun[] = [];
  const pending = new Pending(asked.requestsMs);
  const runner = createSyncRunner(kind, asked);
  let now = 0;
  for (;;) {
    const before = now;
    now = Math.min(pending.from(now), Math.max(now, runner.timer));
    if (now > asked.untilMs) return runs;
    // Whoever was idle until now starts with the first that comes.
    const taken = kind === 'interval' && now > before ? pending.takeOne(now) : pending.takeUntil(now);
    if (!runner.wake(now, taken)) continue;
    runs.push([now, now + asked.syncCostMs]);
    now += asked.syncCostMs;
    runner.ended(now);
  }
}

/** The requests, as they are taken. */
class Pending {
  #next = 0;
  readonly #requests: readonly number[];

  constructor(requests: readonly number[]) {
    this.#requests = requests;
  }

  /** When the next is there to be taken, not before `now`. */
  from(now: number): number {
    const at = this.#requests[this.#next];
    return at === undefined ? Number.POSITIVE_INFINITY : Math.max(now, at);
  }

  /** Takes the first that came up to `now`. False: none did. */
  takeOne(now: number): boolean {
    const isThere = (this.#requests[this.#next] ?? Number.POSITIVE_INFINITY) <= now;
    if (isThere) this.#next++;
    return isThere;
  }

  /** Takes all that came up to `now`: they are one. False: none did. */
  takeUntil(now: number): boolean {
    const before = this.#next;
    while ((this.#requests[this.#next] ?? Number.POSITIVE_INFINITY) <= now) this.#next++;
    return this.#next > before;
  }
}

/** Tokens counted in milliseconds of waiting, so that nothing is rounded. */
class Bucket {
  readonly #period: number;
  #saved: number;
  #since = 0;

  constructor(period: number) {
    this.#period = period;
    this.#saved = BURST * period;
  }

  /** TryAccept: a token, if there is one. */
  take(now: number): boolean {
    this.#saved = Math.min(BURST * this.#period, this.#saved + now - this.#since);
    this.#since = now;
    if (this.#saved < this.#period) return false;
    this.#saved -= this.#period;
    return true;
  }
}

class BurstRunner implements SyncRunner {
  readonly #periods: SyncPeriods;
  readonly #bucket: Bucket;
  #lastRun = 0;
  timer: number;

  constructor(periods: SyncPeriods) {
    this.#periods = periods;
    this.#bucket = new Bucket(periods.minSyncPeriodMs);
    this.timer = periods.maxIntervalMs;
  }

  wake(now: number): boolean {
    if (this.#bucket.take(now)) return true;
    const possible = this.#lastRun + this.#periods.minSyncPeriodMs;
    this.timer = this.timer > now ? Math.min(this.timer, possible) : possible;
    return false;
  }

  ended(now: number): void {
    this.#lastRun = now;
    this.timer = now + this.#periods.maxIntervalMs;
  }
}

class IntervalRunner implements SyncRunner {
  readonly #periods: SyncPeriods;
  /** At the start the first wait does not apply. */
  #earliest = 0;
  #wanted = false;
  timer: number;

  constructor(periods: SyncPeriods) {
    this.#periods = periods;
    this.timer = periods.maxIntervalMs;
  }

  wake(now: number, requested: boolean): boolean {
    const isDue = now >= this.timer;
    this.#wanted ||= requested;
    if (this.#wanted && now < this.#earliest) this.timer = Math.min(this.timer, this.#earliest);
    return isDue || (this.#wanted && now >= this.#earliest);
  }

  ended(now: number): void {
    this.#wanted = false;
    this.#earliest = now + this.#periods.minSyncPeriodMs;
    this.timer = now + this.#periods.maxIntervalMs;
  }
}
