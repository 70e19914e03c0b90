import type { Point, Rect, Wire, WireKind } from './geometry.model';

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
