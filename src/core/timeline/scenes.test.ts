import { describe, expect, test } from 'vitest';
import { setNodeKernel } from '../document/edits/nodes';
import type { Script, ScriptEvent } from '../document/script';
import { NEWEST_RELEASE } from '../kubernetes/release';
import { clusterDocument, listFailed, lived } from './testing/documents';
import type { Lived } from './timeline';

/** What scenes about time claim, on numbers. */

const asks = (sends: 'new' | 'keep-alive' | 'one-socket' = 'new', perSecond = 20, flow = 'tcp'): Script['clients'] => [
  { flow, perSecond, sends },
];
const rollOut: ScriptEvent = { at: 5000, do: 'roll-out', deployment: 'default/web0' };
const proxied = (release: string, mode: 'iptables' | 'ipvs' = 'iptables') => ({
  release,
  mode,
  kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' },
});

/** When the syncs of a node began. */
function starts({ control }: Lived, node = 'node1'): readonly number[] {
  return control.syncs.filter((sync) => sync.node === node).map(({ start }) => start);
}

function at({ events }: Lived, id: string, after = 0): number {
  return events.find((event) => event.at >= after && event.says.id === id)?.at ?? Number.NaN;
}

describe('three changes in a row', () => {
  const change = (nth: number): ScriptEvent => ({
    at: 1000 + nth * 200,
    do: 'delete-service',
    service: `default/web${nth}`,
  });
  const events = [change(0), change(1), change(2)];
  const script = { duration: 10_000, events, delays: { watch: 0, controller: 0, sliceBatch: 100_0 } };

  test('1.33: two at once, the third a second later; 1.34: one at once, the others together after a second', () => {
    const [burst, interval] = ['1.33', '1.34'].map((release) =>
      starts(lived(clusterDocument(script, { services: 3, document: proxied(release) }))),
    );
    expect(burst?.slice(0, 2)).toEqual([1000, 1200]);
    expect(burst?.[2]).toBeGreaterThanOrEqual(2000);
    expect(interval?.[0]).toBe(1000);
    expect(interval?.[1]).toBeGreaterThanOrEqual(2000);
  });
});

test('minSyncPeriod 0, 1, 10 s: the longer, the more of a rollout’s requests fail', () => {
  const counts = [0, 1000, 10_000].map((minSync) =>
    listFailed(lived(clusterDocument({ duration: 60_000, events: [rollOut], clients: asks(), delays: { minSync } }))),
  );
  expect(counts[0]).toBeLessThan(counts[1] ?? 0);
  expect(counts[1]).toBeLessThan(counts[2] ?? 0);
});

test('a watch that is lost: requests to a Pod that went fail until it is back, then none does', () => {
  const events: ScriptEvent[] = [
    { at: 1000, do: 'lose-watch', node: 'node1', forMs: 10_000 },
    { at: 2000, do: 'delete-pod', pod: 'default/web0' },
  ];
  const timeline = lived(clusterDocument({ duration: 30_000, events, clients: asks() }));
  const times = timeline.requests.filter(({ outcome }) => outcome !== 'served').map((request) => request.at);
  expect(Math.min(...times)).toBeGreaterThanOrEqual(2000);
  expect(Math.max(...times)).toBeGreaterThan(9000);
  expect(Math.max(...times)).toBeLessThan(11_200);
});

test('a rolling update: without preStop some requests fail, with preStop none does', () => {
  const [without, withPreStop] = [0, 5000].map((preStop) =>
    lived(clusterDocument({ duration: 60_000, events: [rollOut], clients: asks('new', 40), delays: { preStop } })),
  );
  expect(listFailed(without as Lived)).toBeGreaterThan(0);
  expect(listFailed(withPreStop as Lived)).toBe(0);
});

describe('a load balancer with policy Local', () => {
  const service = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' } as const;
  const script = {
    duration: 40_000,
    events: [{ at: 5000, do: 'drain', node: 'node2' } as const],
    clients: asks('new', 20, 'outside'),
    delays: { preStop: 15_000, probe: 5000, probeFailures: 2 },
  };
  const timelineOf = (release: string, delays = {}): Lived =>
    lived(
      clusterDocument(
        { ...script, delays: { ...script.delays, ...delays } },
        { service, nodes: 2, replicas: 2, document: proxied(release) },
      ),
    );

  test('terminating endpoints: 1.25 drops what the health check still sends there, 1.28 serves it', () => {
    expect(listFailed(timelineOf('1.25'))).toBeGreaterThan(0);
    expect(listFailed(timelineOf('1.28'))).toBe(0);
  });

  test('a node without Pods gets packets until its health check has failed often enough', () => {
    const timeline = timelineOf('1.25');
    const out = at(timeline, 'timeline.node-out');
    const wrong = timeline.requests.filter(({ why }) => why === 'dropped').map((request) => request.at);
    expect(Math.max(...wrong)).toBeLessThanOrEqual(out);
    expect(out - 5000).toBeLessThanOrEqual(2 * 5000 + 1500);
    expect(listFailed(timelineOf('1.25', { probe: 1000 }))).toBeLessThan(listFailed(timeline));
  });
});

test('a stale UDP entry goes when kube-proxy is back: its first sync has every Service for a new one', () => {
  const events: ScriptEvent[] = [
    { at: 2000, do: 'stop-proxy', node: 'node1' },
    { at: 3000, do: 'roll-out', deployment: 'default/web0' },
    { at: 20_000, do: 'restart-proxy', node: 'node1' },
  ];
  const late = (release: string): number => {
    const script = { duration: 45_000, events, clients: asks('one-socket', 2, 'udp') };
    const { requests } = lived(clusterDocument(script, { document: proxied(release) }));
    return requests.filter((request) => request.at > 23_000 && request.outcome !== 'served').length;
  };
  for (const release of ['1.30', '1.31', '1.32', NEWEST_RELEASE]) expect(late(release)).toBe(0);
});

test('all tables flushed: requests fail until the canary is missed, at most syncPeriod later', () => {
  for (const syncPeriod of [30_000, 5000]) {
    const events: ScriptEvent[] = [{ at: 3000, do: 'flush', node: 'node1' }];
    const timeline = lived(clusterDocument({ duration: 60_000, events, clients: asks(), delays: { syncPeriod } }));
    const canary = at(timeline, 'timeline.canary');
    const back = at(timeline, 'timeline.rules', canary);
    expect(canary - 3000).toBeLessThanOrEqual(syncPeriod);
    const wrong = timeline.requests.filter(({ outcome }) => outcome !== 'served').map((request) => request.at);
    expect(wrong).toEqual(timeline.requests.map((request) => request.at).filter((time) => time >= 3000 && time < back));
    expect(wrong.length).toBeGreaterThan(0);
  }
});

test('a node is lost: after 40 s its endpoints go, after 300 s more its Pods are made elsewhere', () => {
  const events: ScriptEvent[] = [{ at: 10_000, do: 'lose-node', node: 'node2' }];
  const timeline = lived(clusterDocument({ duration: 400_000, events, clients: asks('new', 2) }));
  expect(at(timeline, 'timeline.node-unknown')).toBe(50_000);
  expect(at(timeline, 'timeline.evicts')).toBe(350_000);
  expect(at(timeline, 'timeline.created')).toBeGreaterThan(350_000);
  const wrong = timeline.requests.filter(({ why }) => why === 'node-lost').map((request) => request.at);
  expect(Math.max(...wrong)).toBeGreaterThan(45_000);
  expect(Math.max(...wrong)).toBeLessThan(52_000);
});

test('a crash keeps the address, a Pod that is made anew has another', () => {
  const after = (what: 'crash' | 'delete-pod'): ReadonlySet<string> => {
    const events: ScriptEvent[] = [{ at: 3000, do: what, pod: 'default/web0' }];
    const { requests } = lived(clusterDocument({ duration: 20_000, events, clients: asks() }, { replicas: 1 }));
    return new Set(requests.filter(({ outcome }) => outcome === 'served').map(({ to }) => to));
  };
  expect(after('crash').size).toBe(1);
  expect(after('delete-pod').size).toBe(2);
});

test('a connection that stays open never moves to new Pods', () => {
  const events: ScriptEvent[] = [{ at: 3000, do: 'scale', deployment: 'default/web0', replicas: 6 }];
  const pods = (sends: 'new' | 'keep-alive'): number => {
    const { requests } = lived(clusterDocument({ duration: 30_000, events, clients: asks(sends, 5) }));
    return new Set(requests.filter((request) => request.at > 10_000).map(({ pod }) => pod)).size;
  };
  expect(pods('keep-alive')).toBe(1);
  expect(pods('new')).toBe(6);
});

test('IPVS lets servers go gracefully: an open connection is served until the process ends, no new one goes there', () => {
  const events: ScriptEvent[] = [{ at: 5000, do: 'scale', deployment: 'default/web0', replicas: 1 }];
  const script = {
    duration: 25_000,
    events,
    delays: { preStop: 10_000 },
    clients: [...asks('keep-alive', 4), ...asks('keep-alive', 4), ...asks('new', 4)],
  };
  const { requests, events: all } = lived(clusterDocument(script, { document: proxied('1.30', 'ipvs') }));
  const leaving = new Set(
    all.filter(({ says }) => says.id === 'timeline.deleting').map(({ says }) => String(says.values?.['pod'])),
  );
  const during = requests.filter((request) => request.at > 6000 && request.at < 14_000);
  expect(leaving.size).toBe(2);
  expect(during.every(({ outcome }) => outcome === 'served')).toBe(true);
  expect(during.some(({ client, pod = '' }) => client < 2 && leaving.has(pod))).toBe(true);
  expect(during.some(({ client, pod = '' }) => client === 2 && leaving.has(pod))).toBe(false);
});

test('affinity runs out between requests that are further apart than its timeout', () => {
  const service = { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 3 } } } as const;
  const pods = (perSecond: number): number => {
    const { requests } = lived(clusterDocument({ duration: 60_000, clients: asks('new', perSecond) }, { service }));
    return new Set(requests.map(({ pod }) => pod)).size;
  };
  expect(pods(1)).toBe(1);
  expect(pods(0.2)).toBe(3);
});

test('a full sync of many Services takes seconds, a partial one of 1.28 does not', () => {
  const events: ScriptEvent[] = [{ at: 3000, do: 'scale', deployment: 'default/web0', replicas: 2 }];
  const cost = (release: string): number => {
    const script = { duration: 8000, events, delays: { syncPerRule: 1000 } };
    const { control } = lived(clusterDocument(script, { services: 60, document: proxied(release) }));
    return Math.max(...control.syncs.map(({ start, end }) => end - start));
  };
  expect(cost('1.25')).toBeGreaterThan(1000);
  expect(cost('1.28')).toBeLessThan(100);
});

test('a full connection table drops what is new, until connections that are over are forgotten: 120 s (TIME_WAIT)', () => {
  const script = { duration: 260_000, clients: asks('new', 5), delays: { conntrackMax: 20 } };
  const { requests, failures } = lived(clusterDocument(script));
  const served = requests.filter(({ outcome }) => outcome === 'served');
  // Whose SYN was dropped, and sent again, is served by then.
  const times = served.map(({ at: sent, took = 0 }) => sent + took).toSorted((a, b) => a - b);
  const first = times.slice(0, 20);
  expect(first).toEqual(requests.slice(0, 20).map((request) => request.at));
  expect(times.slice(20, 40)).toEqual(first.map((each) => each + 120_000));
  expect(times.slice(40)).toEqual(first.map((each) => each + 240_000));
  expect(failures).toMatchObject([{ kind: 'table-full', outcome: 'timed-out' }]);
});

test('a table that was full lets what closes go early since 4.12: fewer requests are dropped than before', () => {
  const script = { duration: 110_000, clients: asks('new', 10), delays: { conntrackMax: 400 } };
  const [old, since] = ['4.11.12', '4.12.1'].map((kernel) =>
    listFailed(lived(setNodeKernel(clusterDocument(script), 'node1', kernel))),
  );
  expect(since).toBeGreaterThan(0);
  // Each run of the collector makes room for a twentieth.
  expect(since).toBeLessThan((old ?? 0) - 60);
});
