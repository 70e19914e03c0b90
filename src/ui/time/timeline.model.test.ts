import { describe, expect, it, test } from 'vitest';
import { DELAY_NAMES, DELAY_RANGES } from '../../core/document/script';
import { clusterDocument, lived } from '../../core/timeline/testing/documents';
import { delayAt, makeAction, sayDelay, SLIDER, toSlider, targetOf, VERBS } from './script.model';
import {
  behindAt,
  happenedBy,
  listDeeds,
  nextHappening,
  inSpan,
  laneRows,
  listTicks,
  listTimelineRows,
  makeCsv,
  panSpan,
  requestPaths,
  tellingSpan,
  zoomSpan,
} from './timeline.model';
import { formatTime } from '../common/texts.model';

const timeline = lived(
  clusterDocument({
    duration: 20_000,
    events: [{ at: 2000, do: 'roll-out', deployment: 'default/web0' }],
    clients: [{ flow: 'tcp', perSecond: 20, sends: 'new' }],
  }),
);

test('a lane for whoever does something, and one for each client, below each other', () => {
  const rows = laneRows(timeline);
  expect(rows[0]?.key).toBe('client 0');
  expect(rows.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['user', 'api', 'slices', 'kubelet node1', 'kube-proxy node2', 'kernel node3', 'client 0']),
  );
  expect(new Set(rows.map(({ y }) => y)).size).toBe(rows.length);
});

test('a scene begins with when something happens, whole: of a long timeline a part, of a short one all', () => {
  const times = timeline.events.flatMap(({ at, until }) => [at, until ?? at]);
  const { from, until } = tellingSpan([timeline], 30_000);
  expect(from).toBeLessThan(Math.min(...times));
  expect(until).toBeGreaterThan(Math.max(...times));
  expect(until - from).toBeLessThan((Math.max(...times) - Math.min(...times)) * 1.4);
  expect([from % 100, until % 100]).toEqual([0, 0]);
  expect(tellingSpan([timeline], Math.max(...times))).toEqual({ from: 0, until: Math.max(...times) });
});

test('a scene in which nothing happens but requests that are served is seen whole', () => {
  const requests = timeline.requests.filter(({ outcome }) => outcome === 'served');
  expect(requests.length).toBeGreaterThan(10);
  expect(tellingSpan([{ ...timeline, events: [], requests }], 30_000)).toEqual({ from: 0, until: 30_000 });
});

test('what is done is told with its time, and what could not be done is not', () => {
  expect(listDeeds(timeline)).toEqual([{ at: 2000, verb: 'roll-out', name: 'default/web0', how: '' }]);
  const none = clusterDocument({ duration: 5000, events: [{ at: 10, do: 'crash', pod: 'default/gone' }], clients: [] });
  expect(listDeeds(lived(none))).toEqual([]);
  const scaled = clusterDocument({
    duration: 5000,
    events: [{ at: 10, do: 'scale', deployment: 'default/web0', replicas: 5 }],
    clients: [],
  });
  expect(listDeeds(lived(scaled))).toEqual([{ at: 10, verb: 'scale', name: 'default/web0', how: '5' }]);
});

test('a moment has its newest event and counts what failed until then; playing goes from each to the next', () => {
  const failed = timeline.requests.filter(({ outcome }) => outcome !== 'served');
  expect(happenedBy(timeline, 0)).toEqual({ event: undefined, failed: 0 });
  expect(happenedBy(timeline, timeline.duration)).toEqual({ event: timeline.events.at(-1), failed: failed.length });
  const seen: number[] = [];
  for (let at = nextHappening(timeline, -1); at !== undefined; at = nextHappening(timeline, at)) seen.push(at);
  const times = [...timeline.events, ...failed].map(({ at }) => at);
  expect(seen).toEqual([...new Set(times)].toSorted((a, b) => a - b));
  for (const at of seen) expect(happenedBy(timeline, at).event?.at ?? 0).toBeLessThanOrEqual(at);
});

test('a delay is said with its unit', () => {
  const said = [sayDelay('minSyncPeriod, ms', 1000), sayDelay('A crash, at most ms', 250), sayDelay('A sync, µs', 3)];
  expect(said).toEqual(['minSyncPeriod 1 s', 'A crash 250 ms', 'A sync 3 µs']);
  expect([sayDelay('preStop sleep, ms', 0), sayDelay('preStop sleep, ms', 65_000)]).toEqual([
    'preStop sleep 0 ms',
    'preStop sleep 1:05',
  ]);
  expect([sayDelay('maxSurge, %', 25), sayDelay('nf_conntrack_max, 0: no limit', 300)]).toEqual([
    'maxSurge 25 %',
    'nf_conntrack_max 300',
  ]);
});

test('the list has every event and every request that failed, in order', () => {
  const rows = listTimelineRows(timeline);
  const failed = timeline.requests.filter(({ outcome }) => outcome !== 'served').length;
  expect(rows.length).toBe(timeline.events.length + failed);
  expect(failed).toBeGreaterThan(0);
  expect(rows.every(({ at }, nth) => nth === 0 || at >= (rows[nth - 1]?.at ?? 0))).toBe(true);
});

test('a node is behind between what was stored and its sync', () => {
  const [first] = timeline.nodes[0]?.behind ?? [];
  const [from = 0, until = 0] = first ?? [];
  expect(until).toBeGreaterThan(from);
  expect(behindAt(timeline, 'node1', from)).toBe(0);
  expect(behindAt(timeline, 'node1', from - 1)).toBeUndefined();
});

describe('what is looked at', () => {
  it('stays within the whole, and zooms around a moment', () => {
    const near = zoomSpan({ from: 0, until: 20_000 }, { at: 5000, factor: 0.5, duration: 20_000 });
    expect(near).toEqual({ from: 2500, until: 12_500 });
    expect(zoomSpan(near, { at: 5000, factor: 100, duration: 20_000 })).toEqual({ from: 0, until: 20_000 });
    expect(panSpan({ from: 0, until: 1000 }, -1, 20_000)).toEqual({ from: 0, until: 1000 });
    expect(inSpan(timeline.events, { from: 2000, until: 2000 }).length).toBeGreaterThan(0);
  });

  it('draws each outcome as a path of its own', () => {
    const paths = requestPaths(timeline.requests, { y: 10, x: (at) => at / 20 });
    expect([...paths.keys()].toSorted()).toEqual(
      [...new Set(timeline.requests.map(({ outcome }) => outcome))].toSorted(),
    );
  });
});

test.each([
  [340, '340 ms'],
  [1250, '1.25 s'],
  [125_000, '2:05'],
])('%d ms is %s', (ms, text) => {
  expect(formatTime(ms)).toBe(text);
});

test('CSV keeps commas, quotes and what looks like a formula as text', () => {
  expect(makeCsv([['a,b', 'say "no"', '=1+1']])).toBe(`"a,b","say ""no""",'=1+1\r\n`);
});

test('every delay has a place on its slider, and every event what it is about', () => {
  for (const name of DELAY_NAMES) {
    const [least, most] = DELAY_RANGES[name];
    expect([delayAt(name, 0), delayAt(name, SLIDER)]).toEqual([least, most]);
    expect(toSlider(name, least)).toBe(0);
    expect(toSlider(name, most)).toBe(SLIDER);
  }
  for (const verb of VERBS) expect(targetOf(makeAction(verb, 'a/b', 1))).toBe('a/b');
});

it.each([
  [0, 400_000, 10, ['0', '60000', '120000', '180000', '240000', '300000', '360000']],
  [
    0,
    60_000,
    12,
    ['0', '5000', '10000', '15000', '20000', '25000', '30000', '35000', '40000', '45000', '50000', '55000', '60000'],
  ],
  [1010, 1052, 5, ['1010', '1020', '1030', '1040', '1050']],
])('writes times as a clock is divided: %i to %i', (from, until, most, times) => {
  expect(listTicks({ from, until }, most).map(String)).toEqual(times);
});
