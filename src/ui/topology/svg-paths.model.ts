import { distance, roundedPath, type Point } from './geometry.model';
import type { Wire, WireKind } from './wires.model';

/** Wires of one look as one SVG path each, so that a stage is a handful of elements. */
export interface WirePaths {
  readonly lines: readonly { readonly kind: WireKind; readonly dashed: boolean; readonly d: string }[];
  /** Small heads that show which way a packet can go. */
  readonly arrows: string;
}

/** The paths of some wires, relative to `origin`. Lines that lie on one another are drawn once. */
export function wirePaths(wires: readonly Wire[], origin: Point): WirePaths {
  const groups = new Map<string, { kind: WireKind; dashed: boolean; parts: Set<string> }>();
  const arrows = new Set<string>();
  for (const wire of wires) {
    const points = wire.points.map(({ x, y }) => ({ x: x - origin.x, y: y - origin.y }));
    const dashed = wire.dashed ?? false;
    const key = `${wire.kind} ${dashed}`;
    const group = groups.get(key) ?? { kind: wire.kind, dashed, parts: new Set<string>() };
    group.parts.add(roundedPath(points));
    groups.set(key, group);
    if (wire.arrowAt) arrows.add(arrowAt(points, wire.arrowAt));
  }
  return {
    lines: [...groups.values()].map(({ kind, dashed, parts }) => ({ kind, dashed, d: [...parts].join('') })),
    arrows: [...arrows].join(''),
  };
}

const HEAD = 4;

/** An open arrow head `before` units before the end of a line. */
function arrowAt(points: readonly Point[], before: number): string {
  let left = before;
  for (let i = points.length - 1; i > 0; i--) {
    const [a, b] = [points[i - 1], points[i]];
    const length = distance(a, b);
    if (a && b && length >= left) return head(a, b, left / length);
    left -= length;
  }
  return '';
}

function head(a: Point, b: Point, part: number): string {
  const length = distance(a, b);
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const tip = { x: b.x - (b.x - a.x) * part, y: b.y - (b.y - a.y) * part };
  const back = { x: tip.x - dx * HEAD, y: tip.y - dy * HEAD };
  const side = { x: -dy * HEAD, y: dx * HEAD };
  return `M${back.x + side.x} ${back.y + side.y}L${tip.x} ${tip.y}L${back.x - side.x} ${back.y - side.y}`;
}
