/** A place on the stage, px. */
export interface StageSpot {
  readonly x: number;
  readonly y: number;
}

export interface Area extends StageSpot {
  readonly w: number;
  readonly h: number;
}

export const centre = ({ x, w }: Area): number => x + w / 2;
export const bottomOf = ({ y, h }: Area): number => y + h;
export const rightOf = ({ x, w }: Area): number => x + w;
export const keepWithin = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

const at = (value: number): string => String(Math.round(value * 10) / 10);
const spot = ({ x, y }: StageSpot): string => `${at(x)} ${at(y)}`;

function towards(from: StageSpot, to: StageSpot, by: number): StageSpot {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return from;
  const share = Math.min(by, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** A line through points, its corners rounded. */
export function rounded(points: readonly StageSpot[], radius = 12): string {
  const bends = points.filter((point, index) => index === 0 || !isSame(point, points[index - 1]));
  const [first, ...rest] = bends;
  if (!first || rest.length === 0) return '';
  const parts = [`M${spot(first)}`];
  for (const [index, corner] of rest.entries()) {
    const next = rest[index + 1];
    const before = bends[index];
    if (!next || !before) parts.push(`L${spot(corner)}`);
    else parts.push(`L${spot(towards(corner, before, radius))}Q${spot(corner)} ${spot(towards(corner, next, radius))}`);
  }
  return parts.join('');
}

function isSame(a: StageSpot, b: StageSpot | undefined): boolean {
  return b !== undefined && Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5;
}

/** A loose thread from above to below: it leaves and arrives straight. */
export function thread(from: StageSpot, to: StageSpot): string {
  const lean = (to.y - from.y) * 0.8;
  return `M${spot(from)}C${at(from.x)} ${at(from.y + lean)} ${at(to.x)} ${at(to.y - lean - 4)} ${spot(to)}`;
}

/** From below up to the side of what stands above, in one bend. */
export function sweep(from: StageSpot, to: StageSpot): string {
  const lean = to.x > from.x ? 40 : -40;
  const turn = to.y + 104;
  if (from.y <= turn) return rounded([from, { x: from.x, y: to.y }, to], 24);
  return `M${spot(from)}V${at(turn)}C${at(from.x)} ${at(to.y + 34)} ${at(from.x + lean)} ${at(to.y)} ${spot(to)}`;
}

/** A hexagon around a point, of radius `r`. */
export function hexagon({ x, y }: StageSpot, r: number): string {
  const side = r * 0.866;
  const corners = [
    { x, y: y - r },
    { x: x + side, y: y - r / 2 },
    { x: x + side, y: y + r / 2 },
    { x, y: y + r },
    { x: x - side, y: y + r / 2 },
    { x: x - side, y: y - r / 2 },
  ];
  return `M${corners.map(spot).join('L')}Z`;
}

/** Intervals of `within` that none of `taken` covers, widest first. */
export function freeSpans(
  within: readonly [number, number],
  taken: readonly (readonly [number, number])[],
): [number, number][] {
  const spans: [number, number][] = [];
  let left = within[0];
  for (const [from, to] of taken.toSorted((a, b) => a[0] - b[0])) {
    if (from > left) spans.push([left, Math.min(from, within[1])]);
    left = Math.max(left, to);
    if (left >= within[1]) break;
  }
  if (left < within[1]) spans.push([left, within[1]]);
  return spans.filter(([from, to]) => to > from).toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]));
}
