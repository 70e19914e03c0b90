import { lengthOf, tidy, type Point } from './geometry.model';

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
    const length = lengthOf(wire.points);
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
  return tidy([start, ...arcs.flatMap(({ points }) => points)]);
}
