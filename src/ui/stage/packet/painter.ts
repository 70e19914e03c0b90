import type { useStoreApi } from '@xyflow/react';
import type { BenchStore } from '../../../store/store';
import { readColours, type Colours, watchCanvas, type CanvasScene } from './scene';
import { newSpot, getLeg, spotAt, type PacketPath, type Spot } from './path.model';
import { markFirstPacket } from '../../common/when';
import { clamp } from '../topology/geometry.model';
import type { LabelPart } from '../topology/moment.model';

/** What a frame needs to know besides the scene. */
interface Frame {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Colours;
  /** Stage to pane: `[x, y, zoom]`, as xyflow keeps it. */
  readonly transform: readonly [number, number, number];
  /** CSS size of the canvas, and device pixels per CSS pixel. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly playhead: number;
  readonly still: boolean;
  /** How the end of a leg is called in the language of the page. */
  readonly endWord: (leg: number) => string;
}

/** A size in stage units that is at least `least` CSS pixels on the screen and at most twice itself. */
function sized(size: number, least: number, zoom: number): number {
  return clamp(least / zoom, size, size * 2);
}

const GAP = 6;

/** The header the packet carries, beside it: in the lane where it rests, sliding from lane to lane as it moves. */
function drawLabel(frame: Frame, scene: CanvasScene, spot: Spot): void {
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
function partsAt(frame: Frame, { path, labels, ends }: CanvasScene, { step }: Spot): readonly LabelPart[] | undefined {
  const leg = getLeg(path, step);
  const [parts, end] = [labels[step], ends[leg]];
  if (!parts || !end || (path.legs[leg + 1] ?? 0) - 1 !== step) return parts;
  return [...parts, { text: `${end.sign} ${frame.endWord(leg)}`, tone: 'end', variant: 'now', verdict: end.tone }];
}

/** CSS pixels: read from the last row. */
const LEAST = 11;

/** Of its size, on a pane narrower than the words. */
const SMALLEST = 0.8;

/** Between which x there is stage, and in view. */
function seen({ transform, width }: Frame, scene: CanvasScene): readonly [number, number] {
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
  const colour = getColour(colours, part);
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

function getColour(colours: Frame['colours'], { tone, verdict = 'quiet' }: LabelPart): string {
  if (tone === 'end') return colours.endTone[verdict];
  if (tone === 'plain') return colours.labelMute;
  return tone === 'tag' ? colours.labelInk : colours.address[tone];
}

/** The packet: a disc on the wire, with a head where it is going. */
function drawPacket({ context, colours, transform }: Frame, scene: CanvasScene, spot: Spot): void {
  const radius = sized(7, 6, transform[2]);
  context.beginPath();
  context.arc(spot.x + perchAt(scene, spot, 'x'), spot.y + perchAt(scene, spot, 'y'), radius, 0, 2 * Math.PI);
  context.fillStyle = colours.accent;
  context.fill();
  context.lineWidth = radius / 3.5;
  context.strokeStyle = colours.panel;
  context.stroke();
  if (spot.done > LEAVING && spot.done < 1 - LEAVING) drawHead(context, spot, radius, colours.onAccent);
}

/** Share of a way within which the packet comes down from its perch to the wire, and up to the next. */
const LEAVING = 0.12;

function perchAt({ rests }: CanvasScene, { step, done, moves }: Spot, axis: 'x' | 'y'): number {
  const here = rests[step]?.perch[axis] ?? 0;
  if (!moves) return here;
  const next = rests[step + 1]?.perch[axis] ?? 0;
  return here * Math.max(0, 1 - done / LEAVING) + next * Math.max(0, 1 - (1 - done) / LEAVING);
}

function drawHead(context: CanvasRenderingContext2D, { x, y, dx, dy }: Spot, radius: number, colour: string): void {
  const size = radius * 0.5;
  context.beginPath();
  context.moveTo(x + dx * size, y + dy * size);
  context.lineTo(x - dx * size * 0.6 - dy * size, y - dy * size * 0.6 + dx * size);
  context.lineTo(x - dx * size * 0.6 + dy * size, y - dy * size * 0.6 - dx * size);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

/** How earlier legs ended, where no gate's box says so: a sign and its word. */
function drawEnds(frame: Frame, scene: CanvasScene, spot: Spot): void {
  const { path, ends, gated } = scene;
  const present = getLeg(path, spot.step);
  for (let leg = 0; leg < present; leg++) {
    const end = ends[leg];
    if (!end || end.tone === 'ok' || gated[leg]) continue;
    const at = path.starts[(path.legs[leg + 1] ?? 1) - 1] ?? 0;
    drawEnd(frame, [path.points[2 * at] ?? 0, path.points[2 * at + 1] ?? 0], {
      text: `${end.sign} ${frame.endWord(leg)}`,
      colour: frame.colours.tone[end.tone],
    });
  }
}

interface EndWords {
  readonly text: string;
  readonly colour: string;
}

/** A tag above the place, so that the packet's label below stays free. */
function drawEnd({ context, colours, transform }: Frame, [x, y]: readonly [number, number], end: EndWords): void {
  const size = sized(11.5, 11, transform[2]);
  context.font = `600 ${size}px ${colours.mono}`;
  const width = context.measureText(end.text).width + size * 1.2;
  const height = size * 1.8;
  const top = y - sized(7, 6, transform[2]) - height - 5;
  context.beginPath();
  context.roundRect(x - width / 2, top, width, height, height / 2);
  context.fillStyle = colours.panel;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = end.colour;
  context.stroke();
  context.fillStyle = end.colour;
  context.textBaseline = 'middle';
  context.fillText(end.text, x - width / 2 + size * 0.6, top + height / 2 + 0.5);
}

/** Paints one frame: the way of the leg faintly, what was travelled strongly, the packet and its label. */
function drawFrame(frame: Frame, scene: CanvasScene, spot: Spot): void {
  const { context, ratio, transform } = frame;
  const [x, y, zoom] = transform;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, frame.width * ratio, frame.height * ratio);
  if (scene.path.starts.length < 2) return;
  spotAt(scene.path, frame.playhead, spot, frame.still);
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  drawWay(frame, scene, spot);
  for (const rect of scene.covers) context.clearRect(rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2);
  drawEnds(frame, scene, spot);
  drawPacket(frame, scene, spot);
  drawLabel(frame, scene, spot);
}

function drawWay(frame: Frame, { path, lines }: CanvasScene, spot: Spot): void {
  const { context, colours } = frame;
  const leg = getLeg(path, spot.step);
  const [first, next] = [path.legs[leg] ?? 0, path.legs[leg + 1] ?? 0];
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.strokeStyle = colours.accent;
  context.lineWidth = 3;
  context.globalAlpha = 0.22;
  if (leg > 0) context.stroke(getLine(lines, path, path.legs[leg - 1] ?? 0, first - 1));
  context.stroke(getLine(lines, path, first, next - 1));
  context.globalAlpha = 1;
  context.lineWidth = 3.5;
  context.stroke(getLine(lines, path, first, spot.step));
  strokePart(context, path, spot);
}

/** The line from the place of step `first` to that of step `last`; kept, for it is the same in most frames. */
function getLine(lines: Map<string, Path2D>, { points, starts }: PacketPath, first: number, last: number): Path2D {
  const key = `${first} ${last}`;
  const known = lines.get(key);
  if (known) return known;
  const line = new Path2D();
  for (let way = first; way < last; way++) {
    for (let i = starts[way] ?? 0; i < (starts[way + 1] ?? 0); i++) {
      const [x = 0, y = 0] = [points[2 * i], points[2 * i + 1]];
      if (i === starts[first]) line.moveTo(x, y);
      else line.lineTo(x, y);
    }
  }
  lines.set(key, line);
  return line;
}

/** From the place of the present step to where the packet is now. */
function strokePart(context: CanvasRenderingContext2D, { points, along, starts }: PacketPath, spot: Spot): void {
  const [from, to] = [starts[spot.step] ?? 0, starts[spot.step + 1] ?? 0];
  if (to - from < 2 || spot.done === 0) return;
  const target = spot.done * (along[to - 1] ?? 0);
  context.beginPath();
  context.moveTo(points[2 * from] ?? 0, points[2 * from + 1] ?? 0);
  for (let i = from + 1; i < to && (along[i] ?? 0) < target; i++) {
    context.lineTo(points[2 * i] ?? 0, points[2 * i + 1] ?? 0);
  }
  context.lineTo(spot.x, spot.y);
  context.stroke();
}

interface PainterSources {
  readonly bench: BenchStore;
  readonly flow: ReturnType<typeof useStoreApi>;
}

interface PainterSurfaces {
  readonly canvas: HTMLCanvasElement;
  /** Elements over the canvas, in stage coordinates: moved with the view, never drawn again for it. */
  readonly over: HTMLElement;
}

interface Look {
  readonly still: boolean;
  /** How each leg's end is called. */
  readonly words: readonly string[];
}

export interface Painter {
  /** Another trace, layout or language. */
  readonly show: (scene: CanvasScene, look: Look) => void;
  readonly stop: () => void;
}

/**
 * Paints whenever something it shows has changed, at most once a frame, and not at all while
 * nothing changes. The page's clock moves the playhead; here it is only read.
 */
export function startPainting({ canvas, over }: PainterSurfaces, { bench, flow }: PainterSources): Painter {
  const context = canvas.getContext('2d');
  const spot = newSpot();
  let scene: CanvasScene | undefined;
  let look: Look = { still: false, words: [] };
  let colours: Colours | undefined;
  let size = { width: 0, height: 0, ratio: 1 };
  let handle = 0;

  const paint = (): void => {
    if (!context || !scene || size.width === 0) return;
    colours ??= readColours(canvas.parentElement ?? canvas);
    const { playhead } = bench.getState().view;
    const { transform } = flow.getState();
    const endWord = (leg: number): string => look.words[leg] ?? '';
    drawFrame({ context, colours, transform, ...size, playhead, still: look.still, endWord }, scene, spot);
    if (playhead > 0) markFirstPacket();
  };
  const ask = (): void => {
    handle ||= requestAnimationFrame(() => {
      handle = 0;
      paint();
    });
  };
  const follow = (): void => {
    const [x, y, zoom] = flow.getState().transform;
    over.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
  };
  follow();
  const stopWatching = watchCanvas(canvas, {
    resized: (next) => {
      size = next;
      ask();
    },
    recoloured: () => {
      colours = undefined;
      ask();
    },
  });
  const unsubscribe = [
    bench.subscribe((state, old) => {
      if (state.view.playhead !== old.view.playhead) ask();
    }),
    flow.subscribe((state, old) => {
      if (state.transform === old.transform) return;
      follow();
      ask();
    }),
  ];
  return {
    show: (nextScene, nextLook) => {
      [scene, look] = [nextScene, nextLook];
      ask();
    },
    stop: () => {
      cancelAnimationFrame(handle);
      stopWatching();
      for (const end of unsubscribe) end();
    },
  };
}
