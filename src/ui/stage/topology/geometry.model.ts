import { path } from 'd3';
import type { Hook } from '../../../core/linux/hooks';
import type { StageLayout } from './layout.model';

/**
 * Kinds of line. `link`: a cable or veth pair. `rail`: a physical segment. `stack`: the way inside
 * one kernel, between devices, gates and processes. `bar`: along a bridge, drawn by the bridge itself.
 */
export type WireKind = 'link' | 'rail' | 'stack' | 'bar';

/** A drawn line between two vertices. A packet moves along wires and nowhere else. */
export interface Wire {
  readonly from: string;
  readonly to: string;
  readonly points: readonly Point[];
  readonly kind: WireKind;
  /** A packet can only go from `from` to `to`. */
  readonly oneWay?: boolean;
  /** Guessed, not in the dump. */
  readonly dashed?: boolean;
  /** Where its direction is shown: so far before its end. */
  readonly arrowAt?: number;
}

interface Arc {
  readonly to: string;
  readonly points: readonly Point[];
  readonly length: number;
}

/** Everything drawn that a packet can move along, ready for {@link routeBetween}. */
export interface WireGraph {
  readonly vertices: ReadonlyMap<string, Point>;
  readonly wires: readonly Wire[];
  readonly arcs: ReadonlyMap<string, readonly Arc[]>;
}

/** Joins wires into a graph. Wires whose ends are unknown vertices are a defect of the layout and throw. */
export function wireGraph(vertices: ReadonlyMap<string, Point>, wires: readonly Wire[]): WireGraph {
  const arcs = new Map<string, Arc[]>([...vertices.keys()].map((id) => [id, []]));
  for (const wire of wires) {
    const [from, to] = [arcs.get(wire.from), arcs.get(wire.to)];
    if (!from || !to) throw new Error(`wire between unknown places: ${wire.from} - ${wire.to}`);
    const length = getLength(wire.points);
    from.push({ to: wire.to, points: wire.points, length });
    if (!wire.oneWay) to.push({ to: wire.from, points: wire.points.toReversed(), length });
  }
  return { vertices, wires, arcs };
}

/**
 * The shortest way along drawn wires, as one polyline; undefined when no wires lead there.
 * One-way wires are kept: from a bridge to `eth0` the way leads through the gates.
 */
export function routeBetween(graph: WireGraph, from: string, to: string): readonly Point[] | undefined {
  const start = graph.vertices.get(from);
  if (!start || !graph.vertices.has(to)) return undefined;
  if (from === to) return [start];
  const reached = new Map<string, { length: number; via?: string; arc?: Arc }>([[from, { length: 0 }]]);
  const open = new Set([from]);
  while (open.size > 0) {
    const here = nearest(open, reached);
    if (here === to) return unwind(reached, start, to);
    open.delete(here);
    const soFar = reached.get(here)?.length ?? 0;
    for (const arc of graph.arcs.get(here) ?? []) {
      const length = soFar + arc.length;
      if (length >= (reached.get(arc.to)?.length ?? Infinity)) continue;
      reached.set(arc.to, { length, via: here, arc });
      open.add(arc.to);
    }
  }
  return undefined;
}

function nearest(open: ReadonlySet<string>, reached: ReadonlyMap<string, { length: number }>): string {
  let [best, length] = ['', Infinity];
  for (const id of open) {
    const candidate = reached.get(id)?.length ?? Infinity;
    if (candidate < length) [best, length] = [id, candidate];
  }
  return best;
}

function unwind(reached: ReadonlyMap<string, { via?: string; arc?: Arc }>, start: Point, to: string): readonly Point[] {
  const arcs: Arc[] = [];
  for (let at = reached.get(to); at?.arc; at = reached.get(at.via ?? '')) arcs.unshift(at.arc);
  return simplifyPolyline([start, ...arcs.flatMap(({ points }) => points)]);
}

/** Names of everything that has a place on the stage; `netns` are ids of the bench. */
export const placeAt = {
  card: (netns: string): string => `card:${netns}`,
  compact: (netns: string): string => `compact:${netns}`,
  moreNodes: 'more-nodes',
  /** A Pod's box; its vertex is the `eth0` at its lower edge. */
  pod: (netns: string): string => `pod:${netns}`,
  /** A client's or router's box. */
  outside: (netns: string): string => `outside:${netns}`,
  /** A device as a packet leaves it towards the gates (or where it has only one end). */
  device: (netns: string, device: string): string => `dev:${netns}/${device}`,
  /** The other end of a wide bar: where packets come from POSTROUTING. */
  deviceOut: (netns: string, device: string): string => `out:${netns}/${device}`,
  gate: (netns: string, hook: Hook): string => `gate:${netns}/${hook}`,
  /** The routing decision after PREROUTING. */
  routing: (netns: string): string => `route:${netns}`,
  /** The routing decision of a packet made here, before OUTPUT. */
  routingOut: (netns: string): string => `route-out:${netns}`,
  /** The IPVS director behind INPUT. */
  director: (netns: string): string => `ipvs:${netns}`,
  local: (netns: string): string => `local:${netns}`,
  /** The virtual switch of a Windows node. */
  vswitch: (netns: string): string => `vswitch:${netns}`,
  rail: (segment: string): string => `rail:${segment}`,
  lane: 'service-network',
} as const;

/** All lengths of the stage are in its own units: CSS pixels at zoom 1. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

function centre(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

export function right(rect: Rect): number {
  return rect.x + rect.width;
}

export function bottom(rect: Rect): number {
  return rect.y + rect.height;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** Length of a polyline. */
function getLength(points: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += distance(points[i - 1], points[i]);
  return length;
}

export function distance(a: Point | undefined, b: Point | undefined): number {
  return a && b ? Math.hypot(b.x - a.x, b.y - a.y) : 0;
}

/** The polyline without points that repeat or lie on a straight way between their neighbours. */
export function simplifyPolyline(points: readonly Point[]): readonly Point[] {
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
function roundedPath(points: readonly Point[], radius = 6): string {
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

/** A place of the stage in its pane: screen = stage * zoom + (x, y). As xyflow's viewport. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Pane {
  readonly width: number;
  readonly height: number;
}

/** Below this the smallest words (12.5 of the stage's units) are under 11 px: no longer read from a seat. */
const LEGIBLE = 0.87;
/**
 * Scale at which a reader at the screen still has 9 px: with more rows of Pods the whole stage is worth more than its
 * words.
 */
const READABLE = 0.72;
const CLOSEST = 1.6;
const MARGIN = 6;

/** What a camera keeps in view where not everything can be: the node the packet is on, and its place there. */
export interface CameraFocus {
  readonly card: Rect;
  readonly at?: Rect | undefined;
}

/**
 * The whole stage if it can be read so; else as much as can, around the node the packet is on and, where that is larger
 * than the pane, its place there, never showing more emptiness than needed.
 */
export function cameraFor(bounds: Rect, pane: Pane, focus?: CameraFocus): Camera {
  // Words are worth more than the margin.
  const whole = Math.max(zoomFor(bounds, pane), Math.min(zoomFor(bounds, pane, 0), LEGIBLE));
  if (whole >= READABLE || !focus) return centred(bounds, pane, whole);
  const { card, at = card } = focus;
  // A card that is cut at both sides tells less than one of smaller words.
  const least = clamp(zoomFor({ ...card, height: 0 }, pane), READABLE, LEGIBLE);
  const zoom = clamp(zoomFor({ ...card, height: bounds.height }, pane), least, 1);
  const isWhole = card.width * zoom + 2 * MARGIN <= pane.width + 1;
  return {
    zoom,
    x: isWhole
      ? along(pane.width, bounds.x, bounds.width, centre(card).x, zoom)
      : along(pane.width, card.x, card.width, centre(at).x, zoom),
    y: along(pane.height, bounds.y, bounds.height, centre(at).y, zoom),
  };
}

function zoomFor(bounds: Rect, pane: Pane, margin = MARGIN): number {
  const fit = (room: number, length: number): number => (length > 0 ? (room - 2 * margin) / length : CLOSEST);
  return clamp(Math.min(fit(pane.width, bounds.width), fit(pane.height, bounds.height)), 0.05, CLOSEST);
}

function centred(bounds: Rect, pane: Pane, zoom: number): Camera {
  const middle = centre(bounds);
  return { zoom, x: pane.width / 2 - middle.x * zoom, y: pane.height / 2 - middle.y * zoom };
}

/** Offset on one axis: centred on `middle`, but not past the ends of what there is. */
function along(room: number, start: number, length: number, middle: number, zoom: number): number {
  if (length * zoom + 2 * MARGIN <= room) return room / 2 - (start + length / 2) * zoom;
  const most = MARGIN - start * zoom;
  const least = room - MARGIN - (start + length) * zoom;
  return clamp(room / 2 - middle * zoom, least, most);
}

const EDGE = 6;

interface NotesPlace extends Point {
  readonly width: number;
  /** `y` is the lower edge: a longer text grows upwards. */
  readonly up: boolean;
}

/**
 * Where a node's notes stand: over the row of gates the packet is not at, so that the lane between the rows is the
 * label's. At INPUT (and the director behind it) PREROUTING stays in sight, from which the packet came. Undefined where
 * there are no gates. Under a virtual switch.
 */
export function notesAt({ rects }: StageLayout, netns: string, hook: Hook | undefined): NotesPlace | undefined {
  const vswitch = rects.get(placeAt.vswitch(netns));
  if (vswitch) return { x: vswitch.x, y: bottom(vswitch) + 2, width: vswitch.width, up: false };
  const gate = (name: Hook) => rects.get(placeAt.gate(netns, name));
  const own = hook ? gate(hook) : rects.get(placeAt.routing(netns));
  const [input, output, pre, forward, post] = [
    gate('INPUT'),
    gate('OUTPUT'),
    gate('PREROUTING'),
    gate('FORWARD'),
    gate('POSTROUTING'),
  ];
  if (!own || !input || !output || !pre || !forward || !post) return undefined;
  if (own.y < input.y)
    return { x: input.x - EDGE, y: input.y - 2, width: right(output) - input.x + 2 * EDGE, up: false };
  const [first, last] = hook === 'INPUT' ? [forward, post] : [pre, forward];
  const aside = hook === 'INPUT' ? 26 : 0;
  return { x: first.x - aside, y: bottom(first) + 2, width: right(last) - first.x + aside, up: true };
}

/** Wires of one look as one SVG path each, so that a stage is a handful of elements. */
interface WirePaths {
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
