import type { Point, Rect } from './geometry.model';
import type { Wire, WireKind } from './wires.model';

/** What a layout is put together from: boxes, points that packets can stand on, and wires between points. */
export interface Drawing {
  readonly rects: Map<string, Rect>;
  readonly vertices: Map<string, Point>;
  readonly wires: Wire[];
}

export function emptyDrawing(): Drawing {
  return { rects: new Map(), vertices: new Map(), wires: [] };
}

export interface WireOptions {
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
export interface Track {
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
