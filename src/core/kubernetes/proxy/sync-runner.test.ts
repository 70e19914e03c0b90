import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SYNC_RUNNER_KINDS, syncRuns, type SyncRequests } from './sync-runner';

const asked: SyncRequests = {
  minSyncPeriodMs: 1000,
  maxIntervalMs: 30_000,
  syncCostMs: 100,
  requestsMs: [500, 600, 700],
  untilMs: 10_000,
};

test('two changes in a row are both written at once until 1.33, the third waits; from 1.34 on the second waits', () => {
  expect(syncRuns('burst', asked)).toEqual([
    [500, 600],
    [600, 700],
    [1700, 1800],
  ]);
  expect(syncRuns('interval', asked)).toEqual([
    [500, 600],
    [1600, 1700],
  ]);
});

test('two changes in one millisecond are one until 1.33; from 1.34 on the second waits as any other', () => {
  const twice = { ...asked, requestsMs: [500, 500] };
  expect(syncRuns('burst', twice)).toEqual([[500, 600]]);
  expect(syncRuns('interval', twice)).toEqual([
    [500, 600],
    [1600, 1700],
  ]);
  const whileOneWaits = { ...asked, requestsMs: [500, 700, 900, 900] };
  expect(syncRuns('interval', whileOneWaits)).toEqual(syncRuns('interval', { ...asked, requestsMs: [500, 700] }));
});

test('nothing asked for: one sync each maxInterval after the end of the last', () => {
  for (const kind of SYNC_RUNNER_KINDS)
    expect(syncRuns(kind, { ...asked, requestsMs: [], untilMs: 61_000 })).toEqual([
      [30_000, 30_100],
      [60_100, 60_200],
    ]);
});

const ms = (max: number): fc.Arbitrary<number> => fc.integer({ min: 0, max });

const ANY: fc.Arbitrary<SyncRequests> = fc.record({
  minSyncPeriodMs: fc.constantFrom(0, 1, 333, 1000, 10_000),
  maxIntervalMs: fc.constantFrom(50, 30_000, 3_600_000),
  syncCostMs: fc.constantFrom(1, 20, 900, 7000),
  requestsMs: fc.array(ms(40_000), { maxLength: 30 }).map((each) => each.toSorted((a, b) => a - b)),
  untilMs: ms(60_000),
});

test('no sync begins before the last ends, every request is followed by one, and none comes sooner than allowed', () => {
  fc.assert(
    fc.property(ANY, fc.constantFrom(...SYNC_RUNNER_KINDS), (each, kind) => {
      const runs = syncRuns(kind, each);
      for (const [at, [start, end]] of runs.entries()) {
        const before = runs[at - 1]?.[1] ?? 0;
        expect(end - start).toBe(each.syncCostMs);
        expect(start).toBeGreaterThanOrEqual(before);
        if (kind === 'interval' && at > 0)
          expect(start).toBeGreaterThanOrEqual(Math.min(before + each.minSyncPeriodMs, before + each.maxIntervalMs));
      }
      // A bucket of two: any three starts lie a period apart.
      if (kind === 'burst')
        for (const [at, [start]] of runs.slice(2).entries())
          expect(start - (runs[at]?.[0] ?? 0)).toBeGreaterThanOrEqual(each.minSyncPeriodMs);
      const longest = each.syncCostMs + Math.max(each.minSyncPeriodMs, each.maxIntervalMs);
      for (const request of each.requestsMs)
        if (request + longest <= each.untilMs) expect(runs.some(([start]) => start >= request)).toBe(true);
    }),
  );
});
