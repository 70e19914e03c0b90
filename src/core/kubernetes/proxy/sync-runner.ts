import { assertNever } from '../../lib/result';

/**
 * Who decides when kube-proxy writes its rules: `burst` until 1.33 (a token bucket of two), `interval` from 1.34
 * (at least minSyncPeriod from the end of one sync to the start of the next).
 */
export type SyncRunnerKind = 'burst' | 'interval';

export const SYNC_RUNNER_KINDS: readonly SyncRunnerKind[] = ['burst', 'interval'];

/** What a runner was given, and what it was asked for; milliseconds since its start. */
export interface SyncRequests {
  /** `minSyncPeriod` of the configuration; 0: as often as asked. */
  readonly minSyncPeriodMs: number;
  /** After so long without a sync there is one. */
  readonly maxIntervalMs: number;
  /** What one sync takes. */
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

/**
 * Every sync that a runner starts up to `untilMs`. Requests that come before a sync takes them are one.
 * `maxIntervalMs` must be above 0.
 * Source: pkg/util/async/bounded_frequency_runner.go (1.16-1.33), pkg/proxy/runner (1.34+).
 */
export function syncRuns(kind: SyncRunnerKind, asked: SyncRequests): readonly SyncRun[] {
  switch (kind) {
    case 'burst':
      return burstRuns(asked);
    case 'interval':
      return intervalRuns(asked);
    default:
      return assertNever(kind);
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

  /** Takes all that came up to `now`: they are one. */
  takeUntil(now: number): void {
    while ((this.#requests[this.#next] ?? Number.POSITIVE_INFINITY) <= now) this.#next++;
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

function burstRuns(asked: SyncRequests): SyncRun[] {
  const { minSyncPeriodMs, maxIntervalMs, syncCostMs, requestsMs, untilMs } = asked;
  const runs: SyncRun[] = [];
  const pending = new Pending(requestsMs);
  const bucket = new Bucket(minSyncPeriodMs);
  let [now, lastRun, timer] = [0, 0, maxIntervalMs];
  for (;;) {
    now = Math.min(pending.from(now), timer);
    if (now > untilMs) return runs;
    pending.takeUntil(now);
    if (bucket.take(now)) {
      runs.push([now, now + syncCostMs]);
      now += syncCostMs;
      lastRun = now;
      timer = now + maxIntervalMs;
    } else {
      const possible = lastRun + minSyncPeriodMs;
      timer = timer > now ? Math.min(timer, possible) : possible;
    }
  }
}

function intervalRuns(asked: SyncRequests): SyncRun[] {
  const { minSyncPeriodMs, maxIntervalMs, syncCostMs, requestsMs, untilMs } = asked;
  const runs: SyncRun[] = [];
  const pending = new Pending(requestsMs);
  let [end, earliest] = [0, 0];
  for (;;) {
    const start = Math.min(Math.max(pending.from(end), earliest), end + maxIntervalMs);
    if (start > untilMs) return runs;
    pending.takeUntil(start);
    end = start + syncCostMs;
    earliest = end + minSyncPeriodMs;
    runs.push([start, end]);
  }
}
