import { describe, expect, it } from 'vitest';
import { distance, simplifyPolyline, routeBetween, wireGraph, type WireGraph } from './geometry.model';
import { layoutStage } from './layout.model';
import { benchOf, TWO_NODES } from './testing/bench-of';
import { makeStage } from './topology.model';

function graphOf(text: string): WireGraph {
  const { document, bench } = benchOf(text);
  return layoutStage(makeStage(document, bench, { family: 'ipv4', focus: new Set() })).graph;
}

/** Gates, Pods and hosts a way passes, in order. */
function passes(graph: WireGraph, from: string, to: string): string[] {
  const way = routeBetween(graph, from, to) ?? [];
  const names = [...graph.vertices].filter(
    ([id]) => /^(gate|pod|local|outside|dev):/.test(id) && !/(left|right|rail)$/.test(id),
  );
  const met: string[] = [];
  way.slice(1).forEach((end, i) => {
    const start = way[i] ?? end;
    const on = names.filter(([, at]) => distance(start, at) + distance(at, end) === distance(start, end));
    for (const [id] of on.sort((a, b) => distance(start, a[1]) - distance(start, b[1])))
      if (!met.includes(id)) met.push(id);
  });
  return met;
}

describe('a way along the wires of two nodes', () => {
  const graph = graphOf(TWO_NODES);

  it.each([
    // A frame goes up from the bridge into the host, through the gates, and out.
    [
      'dev:node1/vethclient',
      'gate:node1/PREROUTING',
      ['dev:node1/vethclient', 'dev:node1/cni0', 'gate:node1/PREROUTING'],
    ],
    ['gate:node1/POSTROUTING', 'dev:node1/eth0', ['gate:node1/POSTROUTING', 'dev:node1/eth0']],
    [
      'gate:node1/POSTROUTING',
      'pod:default/web-6c5f',
      ['gate:node1/POSTROUTING', 'dev:node1/vethweb-6c5f', 'pod:default/web-6c5f'],
    ],
    ['dev:node1/eth0', 'dev:node2/eth0', ['dev:node1/eth0', 'dev:node2/eth0']],
    ['dev:node1/lo', 'gate:node1/PREROUTING', ['dev:node1/lo', 'gate:node1/PREROUTING']],
    ['outside:client', 'dev:node1/eth0', ['outside:client', 'dev:node1/eth0']],
    ['gate:node1/INPUT', 'gate:node1/OUTPUT', ['gate:node1/INPUT', 'local:node1', 'gate:node1/OUTPUT']],
    // Nothing leads back into a gate, nor around the gates. (Along the bridge it goes past other ports.)
    [
      'gate:node1/PREROUTING',
      'pod:default/client',
      [
        'gate:node1/PREROUTING',
        'gate:node1/FORWARD',
        'gate:node1/POSTROUTING',
        'dev:node1/vethweb-6c5f',
        'dev:node1/vethclient',
        'pod:default/client',
      ],
    ],
    [
      'dev:node2/eth0',
      'pod:default/web-8d2a',
      [
        'dev:node2/eth0',
        'gate:node2/PREROUTING',
        'gate:node2/FORWARD',
        'gate:node2/POSTROUTING',
        'dev:node2/vethweb-f1b0',
        'dev:node2/vethweb-8d2a',
        'pod:default/web-8d2a',
      ],
    ],
  ])('%s to %s passes %j', (from, to, expected) => {
    expect(passes(graph, from, to)).toEqual(expected);
  });

  it('knows no way to what is not drawn', () => {
    expect(routeBetween(graph, 'dev:node1/eth0', 'dev:node3/eth0')).toBeUndefined();
  });
});

it('leads a routed Pod through the host end of its pair', () => {
  const graph = graphOf('node node1 172.18.0.2 routed\n pod default/a 10.244.1.2\n pod default/b 10.244.1.3');
  const way = passes(graph, 'pod:default/a', 'pod:default/b').map((id) => id.replace('gate:node1/', ''));
  expect(way).toEqual([
    'pod:default/a',
    'dev:node1/calia',
    'PREROUTING',
    'FORWARD',
    'POSTROUTING',
    'dev:node1/calib',
    'pod:default/b',
  ]);
});

it('refuses a wire to nowhere', () => {
  const wire = { from: 'a', to: 'b', points: [], kind: 'link' } as const;
  expect(() => wireGraph(new Map([['a', { x: 0, y: 0 }]]), [wire])).toThrow('unknown places: a - b');
});

it('keeps turning points and drops the rest', () => {
  const points = [0, 1, 2, 1].map((x) => ({ x, y: 0 }));
  expect(simplifyPolyline(points).map(({ x }) => x)).toEqual([0, 2, 1]);
});
