import type { StageSpot } from './lines.model';

const SAMPLES = 24;

/** Places along a path as the stage writes one (`M`, `L`, `V`, `H`, `Q`, `C`, absolute), px: 25 of each of its parts. */
export function samplePath(d: string): readonly StageSpot[] {
  const spots: StageSpot[] = [];
  let now: StageSpot = { x: 0, y: 0 };
  for (const part of d.split(/(?=[MLVHQC])/)) {
    const control = [now, ...listControls(part, now)];
    if (!part.startsWith('M')) for (let step = 0; step <= SAMPLES; step++) spots.push(onCurve(control, step / SAMPLES));
    now = control.at(-1) ?? now;
  }
  return spots;
}

/** Where a part of a path goes to, behind the points that pull at it. */
function listControls(part: string, { x, y }: StageSpot): readonly StageSpot[] {
  const numbers = part.slice(1).trim().split(/[ ,]+/).map(Number);
  if (part.startsWith('V')) return [{ x, y: numbers[0] ?? y }];
  if (part.startsWith('H')) return [{ x: numbers[0] ?? x, y }];
  const pairs = Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => at * 2);
  return pairs.map((at) => ({ x: numbers[at] ?? x, y: numbers[at + 1] ?? y }));
}

/** De Casteljau: a place on the curve of these points. */
function onCurve(control: readonly StageSpot[], share: number): StageSpot {
  const [first = { x: 0, y: 0 }, ...rest] = control;
  if (rest.length === 0) return first;
  const nearer = rest.map((to, index) => {
    const from = control[index] ?? first;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
  return onCurve(nearer, share);
}
