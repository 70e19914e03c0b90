import { describe, expect, test } from 'vitest';
import type { Document } from '../document/document';
import { namespacedName } from '../kubernetes/types';
import { explore, makeTrace } from '../sim/explore';
import { resolveFlow } from '../document/resolve-flow';
import { readEnd } from './ending';
import { findSameEnd, Moments, type ClusterMoment, type OpenedRequest } from './moment';
import { clusterDocument, runToEnd, lived } from './testing/documents';

const asked = { flow: 'tcp', perSecond: 20, sends: 'new' } as const;
const rollOut = { at: 5000, do: 'roll-out', deployment: 'default/web0' } as const;

const momentsOf = (document: Document): Moments => runToEnd(Moments.of(document));
const at = (moments: Moments, time: number, client?: number): ClusterMoment => runToEnd(moments.at(time, client));

function opened(moments: Moments, time: number, client: number): OpenedRequest {
  at(moments, time, client);
  return moments.open({ at: time, client }) as OpenedRequest;
}

describe('a moment of a rollout', () => {
  const document = clusterDocument({
    duration: 60_000,
    events: [rollOut],
    clients: [asked],
    delays: { minSync: 4000 },
  });
  const timeline = lived(document);

  test('nodes that have the old rules are said, with how long, as the whole timeline says', () => {
    const moments = momentsOf(document);
    const seen = [4000, 6600, 7000, 20_000].map((time) => {
      const { differs } = at(moments, time);
      for (const { node, behind = 0 } of differs) {
        const [from = Number.NaN] =
          timeline.nodes
            .find((each) => each.node === node)
            ?.behind.find(([begin, end]) => begin <= time && time < end) ?? [];
        expect(behind).toBe(time - from);
      }
      return differs.length;
    });
    expect(seen[0]).toBe(0);
    expect(Math.max(...seen)).toBeGreaterThan(0);
  });

  test('the Pods are those the API server has, and the rules of a node lead where its last sync said', () => {
    const moments = momentsOf(document);
    const before = at(moments, 4000);
    const after = at(moments, 59_000);
    const names = ({ document: { cluster } }: ClusterMoment): readonly string[] => cluster.pods.map(namespacedName);
    expect(names(after).filter((name) => names(before).includes(name))).toEqual(['default/caller']);
    const landings = ({ document: own, derived }: ClusterMoment): readonly string[] => {
      const flow = resolveFlow(own, derived.network, own.flows[0]!);
      if (!flow.ok) throw new Error(flow.error.id);
      const input = { network: derived.network, flow: flow.value, seed: 1, state: derived.stateFor!(flow.value) };
      return explore(input)
        .outcomes.map((outcome) => readEnd(makeTrace(input, outcome)).to)
        .sort();
    };
    const served = (from: number, until: number): readonly string[] =>
      [...new Set(timeline.requests.filter((each) => each.at >= from && each.at < until).map(({ to }) => to))].sort();
    expect(landings(before)).toEqual(served(0, 4000));
    expect(landings(after)).toEqual(served(50_000, 60_000));
  });

  test('each request that failed is walked again as it was, and ends as it did', () => {
    const moments = momentsOf(document);
    const failed = timeline.requests.filter(({ outcome }) => outcome !== 'served');
    expect(failed.length).toBeGreaterThan(0);
    for (const request of failed) {
      const { input, outcomes, shown } = opened(moments, request.at, request.client);
      expect(readEnd(makeTrace(input, outcomes[shown ?? -1]!))).toMatchObject({
        to: request.to,
        outcome: request.outcome,
      });
    }
  });

  test('where no way ends as a request did, none stands for it', () => {
    const ends = [
      { to: 'default/a', outcome: 'served' },
      { to: 'default/b', outcome: 'refused' },
    ] as const;
    expect(findSameEnd(ends, { to: 'default/b', outcome: 'reset' })).toBe(1);
    expect(findSameEnd(ends, { to: 'default/c', outcome: 'served' })).toBeUndefined();
    expect(findSameEnd(ends, { to: 'default/a', outcome: 'refused' })).toBeUndefined();
  });

  test('the kernels know the connections of the requests before', () => {
    const moment = at(momentsOf(document), 3000);
    const state = moment.derived.stateFor!({ netns: 'node1' } as never);
    const before = timeline.requests.filter((each) => each.at < 3000).length;
    expect(state.get('node1')?.conntrack.entries().length).toBe(before);
    expect(moment.connectionsFrom).toBe(0);
  });

  test('an earlier moment is the same whether or not a later one was looked at before', () => {
    const moments = momentsOf(document);
    const first = at(moments, 6600);
    at(moments, 30_000);
    const again = at(moments, 6600);
    expect(again.differs).toEqual(first.differs);
    expect(again.document).toEqual(first.document);
  });
});

test('a node that was flushed has built-in chains without a rule, one that is lost is gone', () => {
  const document = clusterDocument({
    duration: 60_000,
    events: [
      { at: 1000, do: 'flush', node: 'node1' },
      { at: 2000, do: 'lose-node', node: 'node3' },
    ],
    clients: [asked],
  });
  const { derived, differs } = at(momentsOf(document), 2500);
  expect(differs).toEqual([
    { node: 'node1', flushed: true },
    { node: 'node3', lost: 500 },
  ]);
  const tables = [...(derived.network.netns.get('node1')?.xtables.ipv4?.tables.values() ?? [])];
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['mangle', 'nat', 'filter']));
  const chains = tables.flatMap((table) => [...table.chains.values()]);
  expect(chains.map(({ name, length, policy }) => [/^[A-Z]+$/.test(name), length, policy])).toEqual(
    chains.map(() => [true, 0, 'ACCEPT']),
  );
  const written = derived.compiled.get('node1 ipv4')?.state.xtables.tables;
  expect(written?.get('nat')?.has('KUBE-SERVICES')).toBe(false);
  expect(derived.compiled.get('node2 ipv4')?.state.xtables.tables.get('nat')?.has('KUBE-SERVICES')).toBe(true);
  expect(derived.network.netns.has('node3')).toBe(false);
});

test('IPVS: a server that terminates is listed with weight 0 as long as it has connections', () => {
  const document = clusterDocument(
    {
      duration: 25_000,
      events: [{ at: 5000, do: 'scale', deployment: 'default/web0', replicas: 1 }],
      delays: { preStop: 10_000 },
      clients: Array.from({ length: 4 }, () => ({ ...asked, perSecond: 4, sends: 'keep-alive' as const })),
    },
    { document: { mode: 'ipvs', kubeProxy: { mode: 'ipvs', clusterCIDR: '10.244.0.0/16' } } },
  );
  const { derived } = at(momentsOf(document), 8000);
  const listed = derived.compiled.get('node1 ipv4')?.state.ipvs?.virtualServers.flatMap(({ servers }) => servers) ?? [];
  const kernel = derived.network.netns.get('node1')?.ipvs?.services.flatMap(({ servers }) => servers) ?? [];
  expect(listed.some(({ weight }) => weight === 0)).toBe(true);
  expect(listed.map(({ weight }) => weight)).toEqual(kernel.map(({ weight }) => weight));
});
