import { describe, expect, it } from 'vitest';
import type { CostPoint } from '../../../core/questions/cost/cost';
import { MEASURES, makeChart, makeGrowth, costValue } from './cost.model';

const point = (services: number, rules: number): CostPoint => ({
  services,
  endpoints: 2,
  kernel: { rules, elements: 1, servers: 2, sockets: 3 },
  start: { bytes: 100 * services, calls: services },
  change: { bytes: 0, calls: 0 },
  first: { least: { rules: 1, lookups: 0 }, most: { rules, lookups: 2 } },
  answer: { rules: 4, lookups: 1 },
  crossings: 0,
  rewrites: 2,
  delivered: true,
});

const FRAME = { width: 600, height: 300, left: 50, right: 100, top: 10, bottom: 30 };

describe('the cost chart', () => {
  it.each([
    ['packet', 12],
    ['answer', 5],
    ['kernel', 16],
    ['start', 500],
    ['change', 0],
    ['calls', 5],
  ] as const)('%s', (measure, value) => {
    expect(costValue(measure, point(5, 10))).toBe(value);
  });

  it.each([
    ['flat', [14, 14, 14]],
    ['flat', [0, 0, 0]],
    ['linear', [15, 110, 1010]],
    ['between', [10, 20, 40]],
  ] as const)('%s: %j', (kind, values) => {
    expect(makeGrowth(values, [1, 100, 1000]).kind).toBe(kind);
  });

  it('puts larger clusters to the right and dearer modes higher', () => {
    const points = [point(1, 10), point(100, 110)];
    const curves = [
      { mode: 'iptables', title: 'iptables', release: '1.30', points },
      { mode: 'ipvs', title: 'IPVS', release: '1.30', points: [point(1, 10), point(100, 10)] },
    ] as const;
    const { lines, xTicks, own } = makeChart(curves, 'packet', FRAME, 10);
    const [iptables, ipvs] = lines;
    expect(iptables?.points.at(-1)?.y).toBeLessThan(ipvs?.points.at(-1)?.y ?? 0);
    expect(xTicks.map(({ x }) => x)).toEqual([50, 500]);
    expect(own?.x).toBeCloseTo(275);
    expect(makeChart(curves, 'packet', FRAME, 5000).own).toBeUndefined();
  });

  it('draws no curve of a mode in which nothing arrived, and is laid out as if it were not there', () => {
    const points = [point(1, 10), point(100, 110)];
    const lost = points.map((each) => ({
      ...each,
      first: { ...each.first, most: { rules: 0, lookups: 0 } },
      delivered: false,
    }));
    const iptables = { mode: 'iptables', title: 'iptables', release: '1.30', points } as const;
    const kernelspace = { mode: 'kernelspace', title: 'kernelspace', release: '1.30', points: lost } as const;
    for (const measure of MEASURES) {
      const alone = makeChart([iptables], measure, FRAME);
      expect(makeChart([iptables, kernelspace], measure, FRAME), measure).toEqual(alone);
      expect(makeChart([kernelspace, iptables], measure, FRAME), measure).toEqual(alone);
    }
  });

  it('keeps names at the ends apart', () => {
    const same = ['iptables', 'ipvs', 'nftables'] as const;
    const points = [point(1, 10), point(100, 10)];
    const { lines } = makeChart(
      same.map((mode) => ({ mode, title: mode, release: '1.30', points })),
      'packet',
      FRAME,
    );
    const ys = lines.map(({ labelY }) => labelY).toSorted((a, b) => a - b);
    expect(ys.slice(1).every((y, i) => y - (ys[i] ?? 0) >= 16)).toBe(true);
  });
});
