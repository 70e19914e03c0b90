import { describe, expect, test } from 'vitest';
import type { Document } from '../document/document';
import type { Script } from '../document/script';
import type { ProxyModeId } from '../kubernetes/types';
import { Memo } from '../lib/memo';
import { clusterDocument, lived, runToEnd } from './testing/documents';
import { liveThrough, type Lived } from './timeline';

const SERVICES = 10;
const PER_RULE = 100_000;
/** What a service port is to a sync: itself, and its three servers (`delays.ts`). */
const PORT = 4 + 3 * 3;
/** `default/kubernetes` with one server goes before all others. */
const BEFORE = 4 + 3;
const WHOLE = BEFORE + 2 * SERVICES * PORT;

/** node1 has rules of nothing; its kube-proxy comes back after a second, and asked are the first Service and the last. */
function comesBack(mode: ProxyModeId, more: Partial<Script> = {}): Document {
  const script: Partial<Script> = {
    duration: 36_000,
    events: [{ at: 1000, do: 'restart-proxy', node: 'node1' }, ...(more.events ?? [])],
    clients: [
      { flow: 'tcp', perSecond: 10, sends: 'new' },
      { flow: 'last', perSecond: 10, sends: 'new' },
    ],
    delays: { syncPerRule: PER_RULE, proxyStart: 1000 },
  };
  const document = clusterDocument(script, {
    services: SERVICES,
    document: { mode, release: '1.33', kubeProxy: { mode, clusterCIDR: '10.244.0.0/16' } },
  });
  const [flow] = document.flows;
  const last = {
    ...flow!,
    id: 'last',
    to: { kind: 'service', namespace: 'default', name: 'web9', via: 'clusterIP' },
  } as const;
  const { release, kubeProxy } = document;
  return {
    ...document,
    flows: [...document.flows, last],
    stopped: { node1: { mode, release, kubeProxy, services: [], endpointSlices: [] } },
  };
}

const requestsOf = ({ requests }: Lived, client: number) => requests.filter((each) => each.client === client);
const firstServed = (timeline: Lived, client: number): number =>
  requestsOf(timeline, client).find(({ outcome, took }) => outcome === 'served' && took === undefined)?.at ?? Infinity;

describe('a sync of IPVS that takes seconds', () => {
  const timeline = lived(comesBack('ipvs'));
  const sync = timeline.control.syncs.find(({ node, end }) => node === 'node1' && end > 3000)!;
  const from = sync.start + 30;
  const at = (units: number): number => from + ((sync.end - from) * units) / WHOLE;
  /** `dns` of a Service goes before its `http`. */
  const made = (service: number): number => at(BEFORE + (2 * service + 1) * PORT + 4);
  const withServer = (service: number): number => at(BEFORE + (2 * service + 1) * PORT + 7);

  test('is as long as its rules are many', () => {
    expect(sync.end - sync.start).toBe(30 + ((30 + WHOLE) * PER_RULE) / 1000);
  });

  test.each([
    ['the first Service', 0, 0],
    ['the last', 1, 9],
  ] as const)('%s is served from when its first server is written', (_name, client, service) => {
    expect(firstServed(timeline, client) - withServer(service)).toBeGreaterThanOrEqual(0);
    expect(firstServed(timeline, client) - withServer(service)).toBeLessThan(102);
    const after = requestsOf(timeline, client).filter((each) => each.at > withServer(service) + 1);
    expect(after.every(({ outcome }) => outcome === 'served')).toBe(true);
  });

  test('until then nobody answers, because the sync had not come to it: SYNs get lost behind the gateway', () => {
    for (const [client, service] of [
      [0, 0],
      [1, 9],
    ] as const) {
      const early = requestsOf(timeline, client).filter((each) => each.at > from && each.at < withServer(service));
      expect(early.length).toBeGreaterThan(20);
      const failed = early.filter(({ outcome }) => outcome !== 'served');
      expect(failed.every(({ why }) => why === 'half-written')).toBe(true);
      // A SYN that is sent again once there is a server is served.
      expect(early.every(({ outcome, took }) => outcome !== 'served' || took !== undefined)).toBe(true);
      // From when the virtual server is there without servers, IPVS refuses it on the node (`ip_vs_leave`).
      const met = early.filter((each) => each.at > made(service));
      expect(met.length).toBeGreaterThan(0);
      expect(met.every(({ outcome }) => outcome === 'refused')).toBe(true);
    }
  });

  test('the servers of a Service are asked one more at a time', () => {
    const pods = (until: number): number =>
      new Set(requestsOf(timeline, 0).flatMap((each) => (each.at < until && each.pod ? each.pod : []))).size;
    const step = (sync.end - from) * (3 / WHOLE);
    expect([0, 1, 2].map((nth) => pods(withServer(0) + (nth + 1) * step))).toEqual([1, 2, 3]);
  });

  test('each request ends as it does when every one is walked', () => {
    const each = runToEnd(liveThrough(comesBack('ipvs'), new Memo(), true));
    expect(each.requests.map(({ outcome }) => outcome)).toEqual(timeline.requests.map(({ outcome }) => outcome));
  });

  test('stopped in the middle it leaves what it wrote', () => {
    const middle = Math.round((withServer(0) + made(9)) / 2);
    const halted = lived(comesBack('ipvs', { events: [{ at: middle, do: 'stop-proxy', node: 'node1' }] }));
    const late = (client: number) => requestsOf(halted, client).filter((each) => each.at > middle);
    expect(late(0).every(({ outcome }) => outcome === 'served')).toBe(true);
    expect(late(1).some(({ outcome }) => outcome === 'served')).toBe(false);
    expect(halted.failures.some(({ kind }) => kind === 'half-written')).toBe(true);
  });
});

test.each(['iptables', 'nftables'] as const)('%s is written at once: nobody meets half of it', (mode) => {
  const timeline = lived(comesBack(mode));
  const sync = timeline.control.syncs.find(({ node, end }) => node === 'node1' && end > 3000)!;
  for (const client of [0, 1]) {
    const own = requestsOf(timeline, client);
    // A SYN that was dropped in silence is sent again, and may come when all is written.
    const servedAt = own.flatMap(({ at, took, outcome }) => (outcome === 'served' ? at + (took ?? 0) : []));
    expect(servedAt.filter((at) => at < sync.end)).toEqual([]);
    expect(own.filter((each) => each.at >= sync.end).every(({ outcome }) => outcome === 'served')).toBe(true);
  }
  expect(timeline.failures.some(({ kind }) => kind === 'half-written')).toBe(false);
});
