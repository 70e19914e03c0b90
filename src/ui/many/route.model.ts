import { bisectRight } from 'd3';
import type { IpAddress } from '../../core/net/ip';
import type { Trace } from '../../core/sim/trace';
import { flattenedSteps, type FlatStep } from '../../store/selectors';
import type { AddressKind } from '../common/address-kind.model';
import { packetPath } from '../packet/path.model';
import type { WireGraph } from '../topology/wires.model';

/** What a chip looks like from a length on: which network the address it is about belongs to, and is it on its way back? */
export interface Coat {
  readonly from: number;
  readonly tone: AddressKind;
  readonly back: boolean;
}

/** One way over the picture as one line: all legs of a walk, one after the other. */
export interface Route {
  /** x and y of every point, in stage units. */
  readonly points: Float32Array;
  /** Length from the beginning at every point; a leg that begins elsewhere adds none. */
  readonly along: Float32Array;
  readonly total: number;
  readonly coats: readonly Coat[];
  /** Where its last request ended: how far along, and the point. */
  readonly landsAt: number;
  readonly landsOn: { readonly x: number; readonly y: number };
}

/** Where something is on a route; written to, so that a frame makes no garbage. */
export interface Place {
  x: number;
  y: number;
}

/** Requests are told by whom they are for, answers by whom they are from. */
function coatOf({ role, data }: FlatStep, kindOf: (address: IpAddress) => AddressKind): Omit<Coat, 'from'> {
  const back = role !== 'request';
  return { tone: kindOf(back ? data.packet.src : data.packet.dst), back };
}

/** The steps of some legs, as the packet's own picture counts them. */
export function stepsOfLegs(legs: Trace['legs']): readonly FlatStep[] {
  const trace: Trace = { legs, assumptions: [], conntrack: {} };
  return flattenedSteps({ flowId: '', outcomes: [], shown: 0, trace, truncated: false });
}

/** Leads the legs of a walk along the drawn wires. */
export function routeOf(graph: WireGraph, legs: Trace['legs'], kindOf: (address: IpAddress) => AddressKind): Route {
  const steps = stepsOfLegs(legs);
  const path = packetPath(graph, steps);
  const along = new Float32Array(path.along.length);
  const coats: Coat[] = [];
  const lastRequest = steps.findLastIndex(({ role }) => role === 'request');
  let [total, landsAt] = [0, 0];
  steps.forEach((step, i) => {
    const coat = coatOf(step, kindOf);
    const before = coats.at(-1);
    if (before?.tone !== coat.tone || before.back !== coat.back) coats.push({ from: total, ...coat });
    if (i === lastRequest) landsAt = total;
    const [first, next] = [path.starts[i] ?? 0, path.starts[i + 1] ?? 0];
    for (let at = first; at < next; at++) along[at] = total + (path.along[at] ?? 0);
    if (next > first) total = along[next - 1] ?? total;
  });
  const at = path.starts[Math.max(0, lastRequest)] ?? 0;
  const landsOn = { x: path.points[2 * at] ?? 0, y: path.points[2 * at + 1] ?? 0 };
  return { points: path.points, along, total, coats, landsAt, landsOn };
}

/** The place at a length along a route. */
export function placeOn({ points, along }: Route, length: number, place: Place): Place {
  const last = along.length - 1;
  const j = Math.min(last, Math.max(0, bisectRight(along, length)));
  const i = Math.max(0, j - 1);
  const [from = 0, to = 0] = [along[i], along[j]];
  const part = to > from ? Math.min(1, (length - from) / (to - from)) : 1;
  const [ax = 0, ay = 0, bx = 0, by = 0] = [points[2 * i], points[2 * i + 1], points[2 * j], points[2 * j + 1]];
  place.x = ax + (bx - ax) * part;
  place.y = ay + (by - ay) * part;
  return place;
}

/** What a chip looks like at a length along a route. */
export function coatAt({ coats }: Route, length: number): Coat | undefined {
  let found = coats[0];
  for (const coat of coats) if (coat.from <= length) found = coat;
  return found;
}
