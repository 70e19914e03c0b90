import { scaleLog, type ScaleLogarithmic } from 'd3';
import type { CostPoint, CostCurve } from '../../../core/questions/cost/cost';
import type { ProxyModeId } from '../../../core/kubernetes/types';

/** Measures that can be read off the curves. */
export const MEASURES = ['packet', 'answer', 'kernel', 'start', 'change', 'calls'] as const;
export type Measure = (typeof MEASURES)[number];

/** The value of a measure. Packets: rules tested and lookups together, at the Service where they are most. */
export function costValue(measure: Measure, { first, answer, kernel, start, change }: CostPoint): number {
  switch (measure) {
    case 'packet':
      return first.most.rules + first.most.lookups;
    case 'answer':
      return answer.rules + answer.lookups;
    case 'kernel':
      return kernel.rules + kernel.elements + kernel.servers + kernel.sockets;
    case 'start':
      return start.bytes;
    case 'change':
      return change.bytes;
    case 'calls':
      return start.calls;
  }
}

/** How a curve's last value grew against its first one while Services grew so much. */
export interface Growth {
  readonly from: number;
  readonly to: number;
  /** `flat`: no growth; `linear`: in step with Services once there are many of them; `between`. */
  readonly kind: 'flat' | 'linear' | 'between';
}

/** Less than this from one size to the next is no growth. */
const FLAT = 1.05;

/** Growth between the last two sizes tells the law: what does not depend on the size no longer weighs there. */
export function makeGrowth(values: readonly number[], sizes: readonly number[]): Growth {
  const [from = 0, to = 0] = [values[0], values.at(-1)];
  const before = values.at(-2) ?? from;
  const times = (sizes.at(-1) ?? 1) / (sizes.at(-2) ?? 1);
  const grown = before === 0 ? (to === 0 ? 1 : times) : to / before;
  if (grown < FLAT) return { from, to, kind: 'flat' };
  return { from, to, kind: grown > times * 0.8 ? 'linear' : 'between' };
}

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly services: number;
  readonly value: number;
}

export interface ChartLine {
  readonly mode: ProxyModeId;
  readonly title: string;
  readonly points: readonly ChartPoint[];
  /** `M10 20L30 40`. */
  readonly path: string;
  /** Where its name stands, moved apart from the others. */
  readonly labelY: number;
}

export interface Chart {
  readonly lines: readonly ChartLine[];
  readonly xTicks: readonly { readonly x: number; readonly services: number }[];
  readonly yTicks: readonly { readonly y: number; readonly value: number }[];
  /** The document's own number of Services. */
  readonly own?: { readonly x: number; readonly services: number };
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Pixels between two names at the lines' ends. */
const LABEL_GAP = 16;

/** Did every packet arrive that the work of a mode is counted by? Counts that end where it ended compare with nothing. */
export const hasArrived = ({ points }: Pick<CostCurve, 'points'>): boolean =>
  points.every(({ delivered }) => delivered);

/**
 * Lays the curves of one measure out, both axes logarithmic; what is below 1 stands at 1 (a log has no 0). A mode in
 * which nothing arrived has no curve: it would be drawn as the cheapest.
 */
export function makeChart(all: readonly CostCurve[], measure: Measure, frame: Frame, own?: number): Chart {
  const curves = all.filter(hasArrived);
  const sizes = all[0]?.points.map(({ services }) => services) ?? [];
  const most = Math.max(10, ...curves.flatMap(({ points }) => points.map((point) => costValue(measure, point))));
  const x = scaleLog([sizes[0] ?? 1, sizes.at(-1) ?? 10], [frame.left, frame.width - frame.right]);
  const y = scaleLog([1, most], [frame.height - frame.bottom, frame.top]);
  const lines = apart(curves.map((curve) => makeLine(curve, measure, x, y)));
  const powers = Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, i) => 10 ** i);
  const inside = own !== undefined && own >= (sizes[0] ?? 1) && own <= (sizes.at(-1) ?? 1);
  return {
    lines,
    xTicks: sizes.map((services) => ({ x: x(services), services })),
    yTicks: powers.map((value) => ({ y: y(value), value })),
    ...(inside ? { own: { x: x(own), services: own } } : {}),
  };
}

type Scale = ScaleLogarithmic<number, number>;

function makeLine(curve: CostCurve, measure: Measure, x: Scale, y: Scale): ChartLine {
  const points = curve.points.map((point) => {
    const value = costValue(measure, point);
    return { x: x(point.services), y: y(Math.max(1, value)), services: point.services, value };
  });
  const path = points.map((point, i) => `${i === 0 ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join('');
  return { mode: curve.mode, title: curve.title, points, path, labelY: points.at(-1)?.y ?? 0 };
}

/** Moves the names at the ends apart, from the top down. */
function apart(lines: readonly ChartLine[]): ChartLine[] {
  let above = Number.NEGATIVE_INFINITY;
  const placed = new Map<ChartLine, number>();
  for (const line of lines.toSorted((a, b) => a.labelY - b.labelY)) {
    above = Math.max(line.labelY, above + LABEL_GAP);
    placed.set(line, above);
  }
  return lines.map((line) => ({ ...line, labelY: placed.get(line) ?? line.labelY }));
}
