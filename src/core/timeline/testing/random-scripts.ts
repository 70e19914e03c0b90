import fc from 'fast-check';
import type { Document } from '../../document/document';
import type { ScriptDelays, ScriptAction, ScriptEvent } from '../../document/script';
import { clusterDocument } from './documents';

const MOMENT = fc.integer({ min: 0, max: 15_000 });
const node = fc.constantFrom('node1', 'node2', 'node3');
const pod = fc.constantFrom('default/web0', 'default/web1', 'default/caller', 'default/nobody');
const deployment = fc.constantFrom('default/web0', 'default/web1');
const service = deployment;

const ROLL_OUT: fc.Arbitrary<ScriptAction> = deployment.map((name) => ({ do: 'roll-out', deployment: name }));

const ACTION: fc.Arbitrary<ScriptAction> = fc.oneof(
  ROLL_OUT,
  fc
    .tuple(deployment, fc.integer({ min: 0, max: 5 }))
    .map(([name, replicas]) => ({ do: 'scale', deployment: name, replicas }) as const),
  pod.map((name) => ({ do: 'delete-pod', pod: name }) as const),
  pod.map((name) => ({ do: 'crash', pod: name }) as const),
  fc
    .tuple(pod, fc.constantFrom(undefined, 3000))
    .map(([name, forMs]) => ({ do: 'fail-readiness', pod: name, forMs }) as const),
  node.map((name) => ({ do: 'lose-node', node: name }) as const),
  node.map((name) => ({ do: 'drain', node: name }) as const),
  node.map((name) => ({ do: 'delete-node', node: name }) as const),
  fc
    .tuple(node, fc.constantFrom(['192.0.2.1'], ['172.18.0.3'], ['172.18.0.2', '192.0.2.1']))
    .map(([name, addresses]) => ({ do: 'change-node-addresses', node: name, addresses }) as const),
  node.map((name) => ({ do: 'stop-proxy', node: name }) as const),
  node.map((name) => ({ do: 'restart-proxy', node: name }) as const),
  fc.tuple(node, fc.constantFrom(500, 8000)).map(([name, forMs]) => ({ do: 'lose-watch', node: name, forMs }) as const),
  node.map((name) => ({ do: 'flush', node: name }) as const),
  service.map((name) => ({ do: 'delete-service', service: name }) as const),
  fc
    .tuple(service, fc.constantFrom('web0', 'web1', 'nothing'))
    .map(([name, app]) => ({ do: 'change-selector', service: name, selector: { app } }) as const),
);

const DELAYS: fc.Arbitrary<Partial<ScriptDelays>> = fc.record(
  {
    watch: fc.constantFrom(0, 10, 700),
    sliceBatch: fc.constantFrom(0, 500),
    readinessPeriod: fc.constantFrom(500, 10_000),
    preStop: fc.constantFrom(0, 1000, 5000),
    shutdown: fc.constantFrom(0, 300),
    minSync: fc.constantFrom(0, 1000, 4000),
    syncBase: fc.constantFrom(0, 30, 2000),
    syncPerRule: fc.constantFrom(15, 20_000),
    maxSurge: fc.constantFrom(0, 25, 100),
    maxUnavailable: fc.constantFrom(0, 25, 100),
    nodeGrace: fc.constantFrom(1000, 4000),
    toleration: fc.constantFrom(0, 5000),
    syncPeriod: fc.constantFrom(1000, 6000),
  },
  { requiredKeys: [] },
);

const events = (action: fc.Arbitrary<ScriptAction>, most: number): fc.Arbitrary<readonly ScriptEvent[]> =>
  fc.array(
    fc.tuple(MOMENT, action).map(([at, each]) => ({ at, ...each })),
    { maxLength: most },
  );

const PROXIES = fc.constantFrom(
  ['iptables', '1.16'],
  ['iptables', '1.24'],
  ['iptables', '1.30'],
  ['iptables', '1.36'],
  ['nftables', '1.31'],
  ['nftables', '1.36'],
  ['nftables', '1.37'],
  ['iptables', '1.37'],
  ['ipvs', '1.30'],
  ['ipvs', '1.36'],
) satisfies fc.Arbitrary<readonly [string, string]>;

function documentOf(script: fc.Arbitrary<readonly ScriptEvent[]>): fc.Arbitrary<Document> {
  return fc
    .record({
      list: script,
      delays: DELAYS,
      proxy: PROXIES,
      seed: fc.integer({ min: 0, max: 0xffff }),
      replicas: fc.integer({ min: 1, max: 4 }),
      sends: fc.constantFrom('new', 'keep-alive', 'one-socket' as const),
      affinity: fc.constantFrom(undefined, 'ClientIP' as const),
    })
    .map(({ list, delays, proxy: [mode, release], seed, replicas, sends, affinity }) =>
      clusterDocument(
        {
          duration: 60_000,
          events: list,
          delays,
          clients: [
            { flow: 'tcp', perSecond: 2, sends: sends === 'one-socket' ? 'new' : sends },
            { flow: 'udp', perSecond: 1, sends: sends === 'keep-alive' ? 'new' : sends },
          ],
        },
        {
          replicas,
          services: 2,
          ...(affinity
            ? { service: { sessionAffinity: affinity, sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } } }
            : {}),
          document: {
            mode: mode as Document['mode'],
            release,
            kubeProxy: { mode: mode as Document['mode'], clusterCIDR: '10.244.0.0/16' },
            seed,
          },
        },
      ),
    );
}

/** Clusters with anything happening to them in the first quarter of a minute. */
export const randomScripts: fc.Arbitrary<Document> = documentOf(events(ACTION, 6));
/** Clusters that only roll out: nothing else takes a Pod away. */
export const randomRollOuts: fc.Arbitrary<Document> = documentOf(events(ROLL_OUT, 3));
