import { path } from 'd3';

/** All lengths of the stage are in its own units: CSS pixels at zoom 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

export function centre(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

export function right(rect: Rect): number {
  return rect.x + rect.width;
}

export function bottom(rect: Rect): number {
  return rect.y + rect.height;
}

/** Do two rectangles share area? Touching edges do not count. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);
}

/** Is `inner` within `outer`, edges included? */
export function holds(outer: Rect, inner: Rect): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) && bottom(inner) <= bottom(outer);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** Length of a polyline. */
export function lengthOf(points: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += distance(points[i - 1], points[i]);
  return length;
}

export function distance(a: Point | undefined, b: Point | undefined): number {
  return a && b ? Math.hypot(b.x - a.x, b.y - a.y) : 0;
}

/** The polyline without points that repeat or lie on a straight way between their neighbours. */
export function tidy(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const last = kept.at(-1);
    if (last && last.x === point.x && last.y === point.y) continue;
    const before = kept.at(-2);
    if (last && before && isBetween(before, last, point)) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** Is `b` on the straight way from `a` to `c` (no turning back)? */
function isBetween(a: Point, b: Point, c: Point): boolean {
  const cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
  const along = (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y);
  return cross === 0 && along > 0;
}

/** An SVG path of a polyline with its corners rounded. */
export function roundedPath(points: readonly Point[], radius = 6): string {
  const drawn = path();
  points.forEach((point, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (!before) drawn.moveTo(point.x, point.y);
    else if (!after) drawn.lineTo(point.x, point.y);
    else {
      const r = Math.min(radius, distance(before, point) / 2, distance(point, after) / 2);
      drawn.arcTo(point.x, point.y, after.x, after.y, r);
    }
  });
  return drawn.toString();
}
