import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../../content/examples';
import { SOAKING } from '../../../core/lib/testing/soaking';
import type { IpAddress } from '../../../core/net/ip';
import { formatIp } from '../../../core/net/ip';
import type { ManyView } from '../../../engine/protocol';
import type { AddressKind } from '../../common/address-kind.model';
import { listFocus, shownFamily } from '../topology/flows.model';
import { layoutStage, type StageLayout } from '../topology/layout.model';
import { makeStage } from '../topology/topology.model';
import { listBars, meanText, orderText } from './bars.model';
import {
  makeCrowd,
  landedAt,
  lastLanded,
  lengthAt,
  type Crowd,
  coatAt,
  placeOn,
  drawnRoute,
  playheadAt,
  listRunners,
  runTime,
  findStep,
} from './crowd.model';
import { engineAtHand } from '../../../engine/testing/engine';

const kindOf = (address: IpAddress): AddressKind => {
  const text = formatIp(address);
  if (text.startsWith('10.244.')) return 'pod';
  return text.startsWith('10.') ? 'service' : 'physical';
};

const document = EXAMPLES[0]?.document();
if (!document) throw new Error('no example');
const engine = engineAtHand();
const bench = engine.open(document);

function layoutOf(flow: string): StageLayout {
  const result = engine.run(flow);
  return layoutStage(
    makeStage(document!, bench, { family: shownFamily(result, bench), focus: listFocus(result, undefined, bench) }),
  );
}

async function sent(flow: string, count: number): Promise<{ view: ManyView; crowd: Crowd }> {
  const view = engine.many(flow, { count, seed: 4 });
  const { graph } = layoutOf(flow);
  const routes = view.ways.map(({ legs }) => drawnRoute(graph, legs, kindOf));
  return { view, crowd: makeCrowd(routes, view.sent, view.landings.length) };
}

describe('a crowd', () => {
  it('has all of its packets on their way once, and lands every one where the engine says', async () => {
    const { view, crowd } = await sent('flow-1', 30);
    expect(landedAt(crowd, -1)).toEqual(new Uint16Array(view.landings.length));
    const counts = view.landings.map((_, at) => view.sent.filter(({ landing }) => landing === at).length);
    expect([...landedAt(crowd, crowd.duration)]).toEqual(counts);
    for (let packet = 0; packet < 30; packet++) {
      expect(lengthAt(crowd, packet, -1)).toBeUndefined();
      expect(lengthAt(crowd, packet, crowd.duration + 1)).toBeUndefined();
      expect(lengthAt(crowd, packet, crowd.leaves[packet] ?? 0)).toBe(0);
    }
    expect(lastLanded(crowd, 0, crowd.duration)).toBe(view.sent.findLastIndex(({ landing }) => landing === 0));
    expect(lastLanded(crowd, 0, -1)).toBe(view.sent.findIndex(({ landing }) => landing === 0));
  });

  it('keeps to drawn points, and turns from amber to teal and back', async () => {
    const { crowd } = await sent('flow-1', 10);
    for (const route of crowd.routes) {
      expect(route.coats.map(({ tone, back }) => `${tone}${back ? ' back' : ''}`)).toEqual([
        'service',
        'pod',
        'pod back',
        'service back',
      ]);
      expect(coatAt(route, 0)?.tone).toBe('service');
      expect(coatAt(route, route.total)).toMatchObject({ tone: 'service', back: true });
      const [start, end] = [placeOn(route, 0, { x: 0, y: 0 }), placeOn(route, route.total, { x: 0, y: 0 })];
      expect(end.x).toBeCloseTo(start.x, 3);
      expect(end.y).toBeCloseTo(start.y, 3);
      const landed = placeOn(route, route.landsAt, { x: 0, y: 0 });
      expect(landed.x).toBeCloseTo(route.landsOn.x, 3);
      expect(landed.y).toBeCloseTo(route.landsOn.y, 3);
    }
  });

  it.runIf(SOAKING)('has five hundred of a thousand on their way at once', async () => {
    const { crowd } = await sent('flow-1', 1000);
    const moving = Array.from({ length: 1000 }, (_, packet) => lengthAt(crowd, packet, crowd.duration / 2));
    expect(moving.filter((length) => length !== undefined).length).toBeGreaterThanOrEqual(450);
  });
});

describe('bars', () => {
  it('have means that add up, a band around them, and the order in letters', async () => {
    const { view } = await sent('flow-1', 30);
    const bars = listBars(view);
    expect(bars.map(({ mean, odds }) => [mean, odds])).toEqual([
      [10, '1/3'],
      [10, '1/3'],
      [10, '1/3'],
    ]);
    for (const { range, first, landing } of bars) {
      expect(range?.[0]).toBeCloseTo(10 - 2 * Math.sqrt(20 / 3), 6);
      expect(view.sent[first ?? -1]?.landing).toBe(landing);
    }
    expect(orderText(view).replaceAll(' ', '')).toBe(view.sent.map(({ landing }) => 'ABC'[landing]).join(''));
    expect([100 / 3, 12, 0.25].map(meanText)).toEqual(['33.3', '12', '0.3']);
  });
});

describe('several flows', () => {
  it('start together, each with its own walk, and each stays at its last step', () => {
    const walks = ['flow-1', 'flow-2', 'flow-5'].map((flow) => engine.run(flow));
    const runners = listRunners(layoutOf('flow-1').graph, walks, kindOf);
    const end = runTime(walks);
    expect(Math.round(playheadAt(end))).toBe(Math.max(...runners.map(({ steps }) => steps.length)) - 1);
    for (const { steps } of runners) {
      expect(findStep(steps, 0)?.index).toBe(0);
      expect(findStep(steps, end)?.index).toBe(steps.length - 1);
    }
    expect(new Set(runners.map(({ steps }) => findStep(steps, 1000)?.index))).toEqual(new Set([3]));
  });
});
