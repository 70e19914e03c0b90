import { describe, expect, it } from 'vitest';
import { bottom, right, type Rect } from './geometry.model';
import { layoutStage, type StageLayout } from './layout.model';
import { benchOf, manyOf, TWO_NODES, type OpenedBench } from './testing/bench-of';
import { makeStage } from './topology.model';

function layout({ document, bench }: OpenedBench, previous?: StageLayout): StageLayout {
  return layoutStage(makeStage(document, bench, { family: 'ipv4', focus: new Set() }), previous?.slots);
}

/** Do two rectangles share area? Touching edges do not count. */
function overlaps(a: Rect, b: Rect): boolean {
  return a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);
}

/** Is `inner` within `outer`, edges included? */
function holds(outer: Rect, inner: Rect): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) && bottom(inner) <= bottom(outer);
}

const kindOf = (id: string): string => id.slice(0, id.indexOf(':') < 0 ? undefined : id.indexOf(':'));

/** Pairs of boxes that share area although neither is meant to hold the other. */
function clashes({ rects }: StageLayout): string[] {
  const boxes = [...rects].filter(([id]) => kindOf(id) !== 'rail');
  const found: string[] = [];
  boxes.forEach(([a, rectA], i) => {
    for (const [b, rectB] of boxes.slice(i + 1)) {
      const nested = [kindOf(a), kindOf(b)].some((kind) => kind === 'card' || kind === 'service-network');
      if (overlaps(rectA, rectB) && !(nested && (holds(rectA, rectB) || holds(rectB, rectA))))
        found.push(`${a} and ${b}`);
    }
  });
  return found;
}

const MANY_SERVICES = Array.from({ length: 18 }, (_, i) => `service default/service-${i} 10.96.0.${i + 1}:8080`).join(
  '\n',
);

const BALANCED = `${TWO_NODES}\nclient gateway 172.18.0.254\nclient load-balancer 172.18.0.249`;
const CROWDED = `${BALANCED}\nclient another 172.18.0.248`;

describe.each([
  ['two nodes', benchOf(TWO_NODES)],
  ['three machines outside', benchOf(BALANCED)],
  ['many Services', benchOf(`${MANY_SERVICES}\n${TWO_NODES}`)],
  ['one node, six Pods', manyOf(1, 6)],
  ['one node, seven Pods', manyOf(1, 7)],
  ['one node, 110 Pods', manyOf(1, 110)],
  ['four nodes, 37 Pods each', manyOf(4, 37)],
  ['60 nodes', manyOf(60, 1)],
  ['nothing', benchOf('')],
])('%s', (_name, drawn) => {
  const stage = layout(drawn);

  it('overlaps nothing', () => {
    expect(clashes(stage)).toEqual([]);
  });

  it('keeps everything inside its bounds', () => {
    const outside = [...stage.rects].filter(([, rect]) => !holds(stage.bounds, rect));
    expect(outside).toEqual([]);
  });

  it('leads no wire through a Pod that is not its own', () => {
    const pods = [...stage.rects].filter(([id]) => kindOf(id) === 'pod');
    const through = stage.graph.wires.flatMap((wire) =>
      wire.points.slice(1).flatMap((point, i) => {
        const segment = segmentRect(wire.points[i] ?? point, point);
        return pods
          .filter(([id, rect]) => id !== wire.from && overlaps(rect, segment))
          .map(([id]) => `${wire.from} ${id}`);
      }),
    );
    expect(through).toEqual([]);
  });

  it('runs every wire straight up, down or sideways', () => {
    const slanted = stage.graph.wires.filter(({ points }) =>
      points.some((point, i) => i > 0 && point.x !== points[i - 1]?.x && point.y !== points[i - 1]?.y),
    );
    expect(slanted).toEqual([]);
  });
});

function segmentRect(a: { x: number; y: number }, b: { x: number; y: number }): Rect {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x) + 0.1,
    height: Math.abs(a.y - b.y) + 0.1,
  };
}

describe('adding a Pod', () => {
  const before = layout(benchOf(TWO_NODES));

  it('moves nothing, wherever the API server lists it', () => {
    const first = TWO_NODES.replace('pod default/client', 'pod default/aaa 10.244.1.77\n pod default/client');
    const after = layout(benchOf(first), before);
    for (const [id, rect] of before.rects) expect(after.rects.get(id)).toEqual(rect);
    expect(after.rects.has('pod:default/aaa')).toBe(true);
  });

  it('reuses the place of a Pod that was killed', () => {
    const after = layout(benchOf(TWO_NODES.replaceAll('web-8d2a', 'web-zzzz')), before);
    expect(after.rects.get('pod:default/web-zzzz')).toEqual(before.rects.get('pod:default/web-8d2a'));
    expect(after.rects.get('pod:default/web-f1b0')).toEqual(before.rects.get('pod:default/web-f1b0'));
  });

  it('gives the same picture for the same cluster', () => {
    expect(layout(benchOf(TWO_NODES))).toEqual(before);
  });
});

it('lines the gates of all nodes up', () => {
  const { rects } = layout(benchOf(TWO_NODES));
  expect(rects.get('gate:node1/PREROUTING')?.y).toBe(rects.get('gate:node2/PREROUTING')?.y);
});

it('keeps the proportions of a stage pane for two nodes', () => {
  const { width, height } = layout(benchOf(TWO_NODES)).bounds;
  expect(width / height).toBeGreaterThan(1.7);
  expect(width / height).toBeLessThan(2.2);
});

describe('the lower left corner of the pane, where its buttons are', () => {
  const lowest = (text: string): number => {
    const { rects, bounds } = layout(benchOf(text));
    const corner = { x: bounds.x, y: bounds.y + bounds.height - 38, width: 120, height: 30 };
    return [...rects].filter(([id, rect]) => kindOf(id) === 'outside' && overlaps(rect, corner)).length;
  };

  it.each([
    ['one machine outside', TWO_NODES],
    ['three of them', BALANCED],
    ['four', CROWDED],
  ])('has no box of %s in it', (_name, text) => {
    expect(lowest(text)).toBe(0);
  });

  it('costs no height where nothing is there', () => {
    const [one, three, four] = [TWO_NODES, BALANCED, CROWDED].map((text) => layout(benchOf(text)).bounds);
    // Three boxes are narrower, that the nodes keep their size.
    expect(three).toEqual(one);
    expect(four?.height).toBeGreaterThan(one?.height ?? 0);
  });
});

describe('a Pod whose link ends at no bridge, beside devices of other programs', () => {
  const { document, bench } = manyOf(1, 1);
  const drawn = makeStage(document, bench, { family: 'ipv4', focus: new Set() });
  const bar = { kind: 'bridge', addresses: [], count: 0, guessed: false } as const;
  const nodes = drawn.nodes.map((card) => ({
    ...card,
    pods: card.pods.map((pod) => ({ ...pod, address: '192.168.236.133', veth: { name: 'cali1' } })),
    upper: [
      { ...bar, name: 'docker0' },
      { ...bar, name: 'br-1' },
    ],
  }));
  const stage = layoutStage({ ...drawn, nodes });

  it('has a wire that crosses none of them', () => {
    const bars = [...stage.rects].filter(([id]) => /docker0|br-1/.test(id)).map(([, rect]) => rect);
    const wire = stage.graph.vertices.get([...stage.graph.vertices.keys()].find((id) => id.endsWith('cali1')) ?? '');
    expect(bars).toHaveLength(2);
    expect(wire && bars.every(({ x }) => wire.x < x)).toBe(true);
  });

  it('is wide enough for its address', () => {
    const pod = [...stage.rects].find(([id]) => kindOf(id) === 'pod');
    expect(pod?.[1].width).toBe(144);
    expect(layout(manyOf(1, 1)).grid.pod.width).toBe(110);
  });
});
