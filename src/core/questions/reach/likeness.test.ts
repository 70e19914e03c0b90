import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { createDerive } from '../../document/derive';
import { emptyDocument, type Document } from '../../document/document';
import { openCluster } from '../../document/edits/open-cluster';
import { changeProxy } from '../../document/edits/proxy';
import { node, makeCluster, pod, service } from '../../kubernetes/build';
import { PROXY_MODE_IDS } from '../../kubernetes/mode-ids';
import type { KubernetesObject, OtherObject, ProxyModeId } from '../../kubernetes/types';
import { some, thinned, tries } from '../../lib/testing/soaking';
import type { Caller } from './callers';
import { fateBetween, isDestinationOf, openWhole, type ReachSide } from './cells';
import type { Destination } from './destinations';
import { fateKey, type FlowFate } from './fate';
import { Likeness } from './likeness';
import { StatementSide } from './statement-side';
import { shopCluster } from './testing/shop';

const releaseOf = (mode: ProxyModeId): string => ({ userspace: '1.25', ebpf: '1.16' })[mode as string] ?? '1.33';

/** All that a reader sees of a fate but names and addresses. */
function view(fate: FlowFate | undefined): string {
  if (!fate) return 'nobody';
  const shares = fate.to.map(({ odds = '?' }) => odds).toSorted();
  return [fateKey(fate), fate.self, fate.onlyItself, shares.join('+'), fate.sources.length].join(' | ');
}

/** Walks every flow: how many, how many keys they have, and flows of one key that go otherwise. */
function hold(side: ReachSide): { flows: number; keys: number; wrong: string[] } {
  const likeness = new Likeness(side);
  const seen = new Map<string, { readonly id: string; readonly view: string }>();
  const wrong: string[] = [];
  let flows = 0;
  for (const destination of side.destinations) {
    for (const caller of side.callers) {
      flows++;
      const key = likeness.flowKey(caller, destination);
      const own = { id: `${caller.id} > ${destination.id}`, view: view(fateBetween(side, caller, destination)) };
      const first = seen.get(key) ?? own;
      seen.set(key, first);
      if (first.view !== own.view) wrong.push(`${own.id}: ${own.view}, but ${first.id}: ${first.view}`);
    }
  }
  return { flows, keys: seen.size, wrong };
}

const open = (document: Document): ReachSide => openWhole(document, createDerive(), 'ipv4');

const SERVICES = fc.record({
  type: fc.constantFrom('ClusterIP' as const, 'NodePort' as const, 'LoadBalancer' as const),
  externalTrafficPolicy: fc.constantFrom('Cluster' as const, 'Local' as const),
  internalTrafficPolicy: fc.constantFrom('Cluster' as const, 'Local' as const),
  sessionAffinity: fc.constantFrom('None' as const, 'ClientIP' as const),
  headless: fc.boolean(),
  source: fc.constantFrom([], ['203.0.113.0/24']),
});
const NODES = ['one', 'two', 'three', 'four'];
const PODS = fc.array(
  fc.record({ node: fc.constantFrom(...NODES), ready: fc.integer({ min: 0, max: 3 }).map(Boolean), of: fc.nat(3) }),
  {
    minLength: 2,
    maxLength: 7,
  },
);

const policy = (app: string): OtherObject =>
  ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'only', namespace: 'default' },
    spec: {
      podSelector: { matchLabels: { app } },
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 's1' } } }, { ipBlock: { cidr: '203.0.113.0/24' } }] }],
    },
  }) as OtherObject;

/** A cluster of four nodes, three of one zone, with Services of two kinds. */
const CLUSTERS = fc
  .record({
    kinds: fc.tuple(SERVICES, SERVICES),
    of: fc.array(fc.nat(1), { minLength: 3, maxLength: 4 }),
    pods: PODS,
    guarded: fc.boolean(),
  })
  .map(({ kinds, of, pods, guarded }): Document => {
    const objects: KubernetesObject[] = [
      ...NODES.map((name, i) => node(name, { zone: i < 3 ? 'a' : 'b' })),
      ...pods.map(({ node: on, ready, of: app }, i) =>
        pod(`s${app}-${i}`, {
          node: on,
          ready,
          labels: { app: `s${app}` },
          containers: [{ name: 'c', ports: [{ containerPort: 8080 }] }],
        }),
      ),
      ...of.map((kind, i) => {
        const { type, externalTrafficPolicy, headless, source, ...rest } = kinds[kind === 0 ? 0 : 1];
        return service(`s${i}`, {
          ...rest,
          selector: { app: `s${i}` },
          ports: [{ port: 80, targetPort: 8080 }],
          ...(type === 'ClusterIP' ? (headless ? { clusterIP: 'None' } : {}) : { type, externalTrafficPolicy }),
          ...(type === 'LoadBalancer' ? { loadBalancerSourceRanges: source } : {}),
        });
      }),
    ];
    const cluster = { ...makeCluster(objects), ...(guarded ? { others: [policy('s0')] } : {}) };
    return openCluster(emptyDocument(), cluster).document;
  });

describe('flows that are alike', () => {
  it.each(thinned(PROXY_MODE_IDS, 2))('go alike in the cluster of two nodes and seven Services, in %s', (mode) => {
    const { flows, keys, wrong } = hold(open(shopCluster(mode, releaseOf(mode))));
    expect(wrong).toEqual([]);
    expect(keys).toBeLessThan(flows);
  });

  it.each(some(EXAMPLES, 3).map(({ id }) => id))('go alike in the example %s', (id) => {
    const example = EXAMPLES.find((each) => each.id === id);
    if (!example) throw new Error(id);
    expect(hold(open(example.document('en'))).wrong).toEqual([]);
  });

  it('are all spoken for, each by one of its key', () => {
    const side = open(shopCluster());
    const likeness = new Likeness(side);
    const statements = new StatementSide(side, likeness);
    const sumByKey = (callers: Iterable<{ readonly caller: Caller; readonly count: number }>, to: Destination) => {
      const sums = new Map<string, number>();
      for (const { caller, count } of callers) {
        const key = likeness.flowKey(caller, to);
        sums.set(key, (sums.get(key) ?? 0) + count);
      }
      return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
    };
    let speakers = 0;
    for (const to of side.destinations) {
      const asked = side.callers.filter((caller) => isDestinationOf(caller, to));
      const spoken = [...statements.speakers(side.callers, to)];
      speakers += spoken.length;
      expect(sumByKey(spoken, to), to.id).toEqual(
        sumByKey(
          asked.map((caller) => ({ caller, count: 1 })),
          to,
        ),
      );
    }
    expect(speakers).toBeLessThan(side.destinations.length * side.callers.length * 0.8);
  });

  it('go alike in any cluster, in any mode', () => {
    const all = { flows: 0, keys: 0 };
    fc.assert(
      fc.property(CLUSTERS, fc.constantFrom(...PROXY_MODE_IDS), (document, mode) => {
        const { flows, keys, wrong } = hold(open(changeProxy(document, { mode, release: releaseOf(mode) })));
        expect(wrong).toEqual([]);
        all.flows += flows;
        all.keys += keys;
      }),
      { numRuns: tries(100) },
    );
    expect(all.keys).toBeLessThan(all.flows * 0.8);
  });
});
