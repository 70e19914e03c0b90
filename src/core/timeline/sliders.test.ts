import { expect, test } from 'vitest';
import { DELAY_NAMES, type ScriptDelays } from '../document/script';
import { SOAKING } from '../lib/testing/soaking';
import { clusterDocument, lived } from './testing/documents';

/** Another value than the usual one, of each delay. */
const OTHER: ScriptDelays = {
  watch: 500,
  controller: 500,
  sliceBatch: 500,
  start: 4000,
  readinessDelay: 4000,
  readinessPeriod: 3000,
  readinessFailures: 1,
  relist: 9000,
  preStop: 3000,
  shutdown: 2000,
  grace: 2000,
  teardown: 3000,
  minReady: 3000,
  maxSurge: 100,
  maxUnavailable: 100,
  minSync: 5000,
  syncPeriod: 5000,
  syncBase: 1000,
  syncPerRule: 10_000,
  proxyStart: 6000,
  nodeGrace: 9000,
  toleration: 9000,
  probe: 2000,
  probeFailures: 5,
  clientTimeout: 1000,
  conntrackMax: 20,
};

/** A timeline in which everything happens that any delay is about. */
function told(delays: Partial<ScriptDelays>): string {
  const document = clusterDocument(
    {
      duration: SOAKING ? 60_000 : 45_000,
      events: [
        { at: 2000, do: 'roll-out', deployment: 'default/web0' },
        { at: 12_000, do: 'fail-readiness', pod: 'default/web0' },
        { at: 22_000, do: 'crash', pod: 'default/web0' },
        { at: 26_000, do: 'flush', node: 'node1' },
        { at: 30_000, do: 'restart-proxy', node: 'node2' },
        { at: 31_000, do: 'lose-node', node: 'node3' },
      ],
      clients: [
        { flow: 'tcp', perSecond: SOAKING ? 5 : 2, sends: 'new' },
        { flow: 'outside', perSecond: SOAKING ? 5 : 2, sends: 'new' },
      ],
      delays: { nodeGrace: 4000, toleration: 4000, preStop: 1000, shutdown: 4000, ...delays },
    },
    { replicas: 4, service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' } },
  );
  const { events, requests, nodes } = lived(document);
  return JSON.stringify({ events, requests, nodes });
}

test('every slider changes a timeline', { timeout: 120_000 }, () => {
  const usual = told({});
  expect(DELAY_NAMES.filter((name) => told({ [name]: OTHER[name] }) === usual)).toEqual([]);
});
