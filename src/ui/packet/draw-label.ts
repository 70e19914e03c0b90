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
  const parts = partsAt(frame, scene, spot);
  const here = rests[spot.step];
  if (!parts || !here) return;
  const next = rests[spot.step + 1] ?? here;
  const part = spot.done;
  const [low, high] = [mix(here.low, next.low, part) + 6, mix(here.high, next.high, part) - 6];
  const wanted = sized(12, 10.5, transform[2]);
  const measured = measure(frame, parts, wanted);
  // A rewrite shows three addresses: smaller before it spreads over the next card, but not much.
  const size = measured.width > high - low ? wanted * Math.max(SMALLEST, (high - low) / measured.width) : wanted;
  const { widths, width } = size === wanted ? measured : measure(frame, parts, size);
  const left = clamp(spot.x - width / 2, low, Math.max(low, high - width));
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

const SMALLEST = 0.82;

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
  const height = size * 1.95;
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
    context.roundRect(x, middle - size * 0.8, width, size * 1.6, size * 0.8);
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
