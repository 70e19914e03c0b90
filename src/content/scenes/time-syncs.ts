import { timeScene, WEB } from './time-bench';

/** Three changes in a row. */
export const THREE_CHANGES = timeScene({
  id: 'three-changes',
  release: '1.33',
  beside: { release: '1.34' },
  more: 3,
  question: 'longer-behind',
  script: {
    duration: 8000,
    delays: { watch: 0, controller: 0 },
    events: [
      { at: 1000, do: 'delete-service', service: 'default/app0' },
      { at: 1200, do: 'delete-service', service: 'default/app1' },
      { at: 1400, do: 'delete-service', service: 'default/app2' },
    ],
  },
});

/** minSyncPeriod 1 and 10 s. */
export const MIN_SYNC_PERIOD = timeScene({
  id: 'min-sync-period',
  beside: { delays: { minSync: 10_000 } },
  question: 'more-fail',
  script: { events: [{ at: 5000, do: 'roll-out', deployment: WEB }] },
});

/** A watch that is lost and comes back. */
export const WATCH_LOST = timeScene({
  id: 'watch-lost',
  question: 'how-long',
  script: {
    duration: 30_000,
    events: [
      { at: 1000, do: 'lose-watch', node: 'node1', forMs: 10_000 },
      { at: 2000, do: 'delete-pod', pod: WEB },
    ],
  },
});

/** All tables flushed, and the canary. */
export const FLUSH = timeScene({
  id: 'flush',
  question: 'how-long',
  script: { events: [{ at: 3000, do: 'flush', node: 'node1' }] },
});

/** A sync that takes seconds. */
export const BIG_SYNC = timeScene({
  id: 'big-sync',
  further: true,
  release: '1.25',
  beside: { release: '1.28' },
  more: 40,
  question: 'longer-behind',
  script: {
    duration: 12_000,
    // 40 Services stand for 10,000: what a rule takes is 250 times as long.
    delays: { syncPerRule: 15 * 250 },
    events: [{ at: 3000, do: 'scale', deployment: WEB, replicas: 2 }],
  },
});
