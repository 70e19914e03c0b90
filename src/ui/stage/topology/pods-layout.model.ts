import { clamp, type Point, type Rect, placeAt, type Wire, type WireKind } from './geometry.model';
import type { NodeCard, PodBox } from './stage-types';

/**
 * Heights of a card's storeys, from above. Two nodes have to fit a pane of 670 x 345 CSS px (1280 x 720 with every
 * pane open) with their smallest words, 12.5 here, at 11 px: every storey is as low as its words allow.
 */
export const CARD = {
  pad: 8,
  header: 24,
  /** Between Pods and bridge: `eth0` and the veth's name. */
  podLane: 20,
  /** Between bridge and gates, and the two rows of gates, where the packet's label rests. */
  lane: 16,
  bar: 22,
  gate: 38,
  lowerBar: 22,
} as const;

/** How Pods are set in every card: `full` with name, address and `eth0`, or `dense` in many columns. */
export interface PodGrid {
  readonly form: 'full' | 'dense';
  readonly columns: number;
  readonly rows: number;
  readonly pod: { readonly width: number; readonly height: number };
  /** Between rows. */
  readonly gap: number;
  /** Of all rows together. */
  readonly height: number;
  readonly width: number;
  /** No card has anything above its gates: that storey is left out. */
  readonly bare: boolean;
  /** Some node has an IPVS director: its storey is kept free in every card. */
  readonly director: boolean;
}

export interface CardFrame {
  readonly at: Point;
  readonly width: number;
  readonly grid: PodGrid;
  /** Which slot of the grid each Pod has. */
  readonly slots: ReadonlyMap<string, number>;
}

/** A point that a line comes down (or up) from to a bus or bridge. */
export interface Stop {
  readonly id: string;
  readonly x: number;
}

/** Where the wires of Pods arrive at the storey of the bridges. */
export interface PodPorts {
  /** By bridge: the stops on it. */
  readonly bridged: ReadonlyMap<string, readonly Stop[]>;
  /** Host ends without a bridge: their vertices. */
  readonly routed: readonly Stop[];
}

/** What a layout is put together from: boxes, points that packets can stand on, and wires between points. */
export interface Drawing {
  readonly rects: Map<string, Rect>;
  readonly vertices: Map<string, Point>;
  readonly wires: Wire[];
}

export function emptyDrawing(): Drawing {
  return { rects: new Map(), vertices: new Map(), wires: [] };
}

interface WireOptions {
  readonly kind: WireKind;
  readonly oneWay?: boolean;
  readonly dashed?: boolean;
  readonly arrowAt?: number;
  /** Corners on the way. */
  readonly via?: readonly Point[];
}

/** Draws a wire between two vertices that are already there. */
export function connect(drawing: Drawing, from: string, to: string, { via = [], ...options }: WireOptions): void {
  const [a, b] = [drawing.vertices.get(from), drawing.vertices.get(to)];
  if (!a || !b) throw new Error(`no place called ${a ? to : from}`);
  drawing.wires.push({ from, to, points: [a, ...via, b], ...options });
}

/** A horizontal line that things are attached to: a bridge, a bus, a rail. */
interface Track {
  readonly y: number;
  readonly kind: WireKind;
  readonly dashed?: boolean;
  readonly stops: readonly { readonly id: string; readonly x: number }[];
}

/** Puts a vertex at every stop of a track and wires neighbours together. */
export function drawTrack(drawing: Drawing, { y, kind, dashed, stops }: Track): void {
  const ordered = stops.toSorted((a, b) => a.x - b.x);
  for (const { id, x } of ordered) drawing.vertices.set(id, { x, y });
  for (let i = 1; i < ordered.length; i++) {
    const [a, b] = [ordered[i - 1], ordered[i]];
    if (a && b) connect(drawing, a.id, b.id, { kind, ...(dashed ? { dashed } : {}) });
  }
}

const FULL = { width: 110, height: 40, columns: 3, rowGap: 20 } as const;
const DENSE = { width: 100, height: 36, columns: 4, rowGap: 12 } as const;
/** Letters of an address they are wide enough for, how much one more takes, and for how many Pods are widened. */
const LETTERS = { fit: 11, width: 8.5, most: 16 } as const;
const GAP = 9;
/** Up to this many Pods on the fullest node they are drawn in full. */
const MOST_FULL_PODS = 6;

/** What a grid is made for; `letters`: of the longest address of a Pod. */
interface GridNeeds {
  readonly summary: boolean;
  readonly bare: boolean;
  readonly director: boolean;
  readonly letters: number;
}

/** One grid for all cards, made for the fullest node; `slots` is the highest number of slots any node uses. */
export function podGrid(slots: number, { summary, bare, director, letters }: GridNeeds): PodGrid {
  const form = slots <= MOST_FULL_PODS ? 'full' : 'dense';
  const size = form === 'full' ? FULL : DENSE;
  const columns = form === 'full' ? FULL.columns : Math.max(DENSE.columns, Math.min(12, Math.ceil(Math.sqrt(slots))));
  const more = Math.max(0, Math.min(letters, LETTERS.most) - LETTERS.fit);
  const width = size.width + Math.ceil(more * LETTERS.width);
  const rows = Math.ceil(slots / columns);
  const pods = rows * size.height + Math.max(0, rows - 1) * size.rowGap;
  return {
    form,
    columns,
    rows,
    pod: { width, height: size.height },
    gap: size.rowGap,
    height: pods + (summary ? SUMMARY : 0),
    width: columns * (width + GAP) - GAP,
    bare,
    director,
  };
}

/** Height of the line that counts Pods instead of drawing them. */
const SUMMARY = 24;

/**
 * Gives each Pod a slot. Pods that had one keep it; new ones take the lowest free. So adding or
 * killing a Pod moves no other.
 */
export function assignSlots(
  pods: readonly PodBox[],
  previous: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  const room = Math.max(pods.length, FULL.columns);
  for (const { id } of pods) {
    const slot = previous.get(id);
    if (slot !== undefined && slot < room + FULL.columns) slots.set(id, slot);
  }
  const taken = new Set(slots.values());
  let next = 0;
  for (const { id } of pods) {
    if (slots.has(id)) continue;
    while (taken.has(next)) next++;
    taken.add(next);
    slots.set(id, next);
  }
  return slots;
}

/** Rects of the bridges of a card by name. */
type Bridges = ReadonlyMap<string, Rect>;

/** The line inside a bridge that frames move along. */
export function getTrack(bridge: Rect): number {
  return bridge.y + 5;
}

/** Draws a card's Pods, lowest row first, and leads their wires to the storey of the bridges at `bar`. */
export function placePods(drawing: Drawing, card: NodeCard, frame: CardFrame, bridges: Bridges, bar: number): PodPorts {
  const bridged = new Map<string, Stop[]>();
  const routed: Stop[] = [];
  for (const pod of card.pods) {
    const slot = frame.slots.get(pod.id) ?? 0;
    const rect = slotRect(slot, frame, bar);
    drawing.rects.set(placeAt.pod(pod.id), rect);
    const foot: Point = { x: rect.x + rect.width / 2, y: rect.y + rect.height };
    drawing.vertices.set(placeAt.pod(pod.id), foot);
    if (!pod.veth) continue;
    const way = wayDown(rect, foot, slot, frame);
    const { name, bridge = '' } = pod.veth;
    const stop = plug(
      drawing,
      { id: placeAt.device(card.id, name), x: way.at(-1)?.x ?? foot.x },
      bridges.get(bridge),
      bar,
    );
    const turn = stop.x === (way.at(-1)?.x ?? foot.x) ? [] : sideways(way.at(-1)?.x ?? foot.x, stop.x, bar - 4);
    connect(drawing, placeAt.pod(pod.id), stop.id, { kind: 'link', via: [...way, ...turn] });
    if (bridges.has(bridge)) bridged.set(bridge, [...(bridged.get(bridge) ?? []), stop]);
    else routed.push(stop);
  }
  placeLooseEnds(drawing, card, frame, bridges, bridged);
  return { bridged, routed };
}

/** How far right the wires come down that no bar ends; undefined: there are none. */
export function lastWire(card: NodeCard, frame: CardFrame): number | undefined {
  const bars = new Set(card.upper.map(({ name }) => name));
  const xs = card.pods.flatMap(({ id, veth }) => {
    if (!veth || bars.has(veth.bridge ?? '')) return [];
    const slot = frame.slots.get(id) ?? 0;
    const rect = slotRect(slot, frame, 0);
    const foot = { x: rect.x + rect.width / 2, y: rect.y + rect.height };
    return [wayDown(rect, foot, slot, frame).at(-1)?.x ?? foot.x];
  });
  return xs.length === 0 ? undefined : Math.max(...xs);
}

/** The host's end: on a bridge a stop of its track, else a place of its own at the same height. */
function plug(drawing: Drawing, { id, x }: Stop, bridge: Rect | undefined, bar: number): Stop {
  const at = bridge ? clamp(x, bridge.x + 8, bridge.x + bridge.width - 8) : x;
  drawing.vertices.set(id, { x: at, y: bridge ? getTrack(bridge) : bar + CARD.bar / 2 });
  return { id, x: at };
}

function sideways(from: number, to: number, y: number): Point[] {
  return [
    { x: from, y },
    { x: to, y },
  ];
}

function slotRect(slot: number, { at, grid, width }: CardFrame, bar: number): Rect {
  const { columns, pod, gap } = grid;
  const [column, row] = [slot % columns, Math.floor(slot / columns)];
  const left = at.x + (width - grid.width) / 2;
  return {
    x: left + column * (pod.width + GAP),
    y: bar - CARD.podLane - pod.height - row * (pod.height + gap),
    ...pod,
  };
}

/**
 * The lowest row's wires go straight down; others run in the gutter right of their column, those of
 * the last column in the one on its left.
 */
function wayDown(rect: Rect, foot: Point, slot: number, { grid }: CardFrame): Point[] {
  if (slot < grid.columns) return [];
  const isLast = slot % grid.columns === grid.columns - 1;
  const gutter = isLast ? rect.x - GAP / 2 + 2 : rect.x + rect.width + GAP / 2 - 2;
  return sideways(foot.x, gutter, foot.y + Math.min(6, grid.gap / 2));
}

/** Bridge ports with nobody drawn behind them: a short stub upwards. */
function placeLooseEnds(
  drawing: Drawing,
  card: NodeCard,
  frame: CardFrame,
  bridges: Bridges,
  bridged: Map<string, Stop[]>,
): void {
  const ends = card.loose.filter(({ bridge = '' }) => bridges.has(bridge));
  ends.forEach(({ name, bridge = '', guessed }, i) => {
    const rect = bridges.get(bridge);
    if (!rect) return;
    const x = frame.at.x + CARD.pad + ((i + 0.5) * (frame.width - 2 * CARD.pad)) / ends.length;
    const stop = plug(drawing, { id: placeAt.device(card.id, name), x }, rect, rect.y);
    const top = `end:${card.id}/${name}`;
    drawing.vertices.set(top, { x: stop.x, y: rect.y - CARD.podLane + 4 });
    connect(drawing, top, stop.id, { kind: 'link', dashed: guessed });
    bridged.set(bridge, [...(bridged.get(bridge) ?? []), stop]);
  });
}
