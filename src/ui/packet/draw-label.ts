import { clamp } from '../topology/geometry.model';
import { sized, type Frame } from './frame';
import type { LabelPart } from './label.model';
import { legOf, type Spot } from './path.model';
import type { Scene } from './scene';

const GAP = 6;

/** The header the packet carries, beside it: in the lane where it rests, sliding from lane to lane as it moves. */
export function drawLabel(frame: Frame, scene: Scene, spot: Spot): void {
  const { rests } = scene;
  const { transform } = frame;
  const all = partsAt(frame, scene, spot);
  const here = rests[spot.step];
  if (!all || !here) return;
  const next = rests[spot.step + 1] ?? here;
  const part = spot.done;
  const [low, high] = [mix(here.low, next.low, part) + 6, mix(here.high, next.high, part) - 6];
  const [first, last] = seen(frame, scene);
  const wanted = sized(12, LEAST, transform[2]);
  const whole = fitted(frame, all, wanted, high - low);
  const size = wanted * clamp((last - first) / whole.width, SMALLEST, 1);
  const { parts, widths, width } = size === wanted ? whole : fitted(frame, all, size, high - low);
  // Too long for its card it lies over the next one's lane, which holds no words either.
  const left = Math.max(first, Math.min(clamp(spot.x - width / 2, low, Math.max(low, high - width)), last - width));
  const middle = mix(here.y, next.y, part);
  drawStrip(frame, { left, middle, width, size });
  let x = left + size;
  parts.forEach((p, i) => {
    const own = widths[i] ?? 0;
    drawPart(frame, p, { x, middle, width: own, size });
    x += own + GAP;
  });
}

/** The header, and at the last step of a leg how it ended. */
function partsAt(frame: Frame, { path, labels, ends }: Scene, { step }: Spot): readonly LabelPart[] | undefined {
  const leg = legOf(path, step);
  const [parts, end] = [labels[step], ends[leg]];
  if (!parts || !end || (path.legs[leg + 1] ?? 0) - 1 !== step) return parts;
  return [...parts, { text: `${end.sign} ${frame.endWord(leg)}`, tone: 'end', variant: 'now', verdict: end.tone }];
}

/** CSS pixels: read from the last row. */
const LEAST = 11;

/** Of its size, on a pane narrower than the words. */
const SMALLEST = 0.8;

/** Between which x there is stage, and in view. */
function seen({ transform, width }: Frame, scene: Scene): readonly [number, number] {
  const [x, , zoom] = transform;
  const [first, last] = scene.width;
  return [Math.max(first, (EDGE - x) / zoom), Math.min(last, (width - EDGE - x) / zoom)];
}

const EDGE = 4;

interface Fitted {
  readonly parts: readonly LabelPart[];
  readonly widths: readonly number[];
  readonly width: number;
}

/** A rewrite shows three addresses. Where there is no room for them, the one that stays is left out: it is on the steps before and after. */
function fitted(frame: Frame, all: readonly LabelPart[], size: number, room: number): Fitted {
  const whole = { parts: all, ...measure(frame, all, size) };
  const rewritten = all.findIndex(({ variant }) => variant === 'was');
  if (whole.width <= room || rewritten < 0) return whole;
  const kept = all.findIndex(({ tone, variant }, i) => i > 0 && variant === undefined && tone !== 'plain');
  if (kept < 0) return whole;
  const parts = all.map((part, i): LabelPart => (i === kept ? { text: '…', tone: 'plain' } : part));
  return { parts, ...measure(frame, parts, size) };
}

function measure(
  { context, colours }: Frame,
  parts: readonly LabelPart[],
  size: number,
): { readonly widths: readonly number[]; readonly width: number } {
  context.font = `500 ${size}px ${colours.mono}`;
  context.textBaseline = 'middle';
  const widths = parts.map((p) => context.measureText(p.text).width + (p.variant === 'now' ? 2 * GAP : 0));
  return { widths, width: widths.reduce((sum, w) => sum + w, 0) + GAP * (parts.length - 1) + 2 * size };
}

function mix(a: number, b: number, part: number): number {
  return a + (b - a) * part;
}

interface Box {
  readonly middle: number;
  readonly width: number;
  readonly size: number;
}

function drawStrip({ context, colours }: Frame, { left, middle, width, size }: Box & { readonly left: number }): void {
  const height = size * 1.56;
  context.beginPath();
  context.roundRect(left, middle - height / 2, width, height, height / 2);
  context.fillStyle = colours.label;
  context.fill();
}

function drawPart({ context, colours }: Frame, part: LabelPart, box: Box & { readonly x: number }): void {
  const { x, middle, width, size } = box;
  const colour = colourOf(colours, part);
  if (part.variant === 'now') {
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(x, middle - size * 0.68, width, size * 1.36, size * 0.68);
    context.fill();
  }
  context.fillStyle = part.variant === 'now' ? colours.onAddress : colour;
  context.fillText(part.text, x + (part.variant === 'now' ? GAP : 0), middle + 0.5);
  if (part.variant === 'was') {
    context.fillStyle = colour;
    context.fillRect(x - 1, middle - size * 0.06, width + 2, Math.max(1, size * 0.12));
  }
}

function colourOf(colours: Frame['colours'], { tone, verdict = 'quiet' }: LabelPart): string {
  if (tone === 'end') return colours.endTone[verdict];
  if (tone === 'plain') return colours.labelMute;
  return tone === 'tag' ? colours.labelInk : colours.address[tone];
}
