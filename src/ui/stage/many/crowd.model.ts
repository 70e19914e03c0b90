import { bisectRight } from 'd3';
import type { IpAddress } from '../../../core/net/ip';
import type { Trace } from '../../../core/sim/trace';
import { flattenedSteps, type FlatStep } from '../../../store/selectors';
import type { AddressKind } from '../../common/address-kind.model';
import { packetPath, type PacketPath } from '../packet/path.model';
import type { WireGraph } from '../topology/geometry.model';
import type { SentPacket, RunResult } from '../../../engine/protocol';
import type { CrowdTimes } from '../../../store/many';
import { STEPS_PER_SECOND } from '../../../store/view-state';

/** One flow of several that run at once. */
export interface FlowRunner {
  readonly flowId: string;
  /** With the network of the address that a packet is about: whom it is for, or on the way back whom it is from. */
  readonly steps: readonly (FlatStep & { readonly tone: AddressKind })[];
  readonly path: PacketPath;
}

/** Every flow's own way on the same stage. */
export function listRunners(
  graph: WireGraph,
  walks: readonly RunResult[],
  kindOf: (address: IpAddress) => AddressKind,
): readonly FlowRunner[] {
  return walks.map((walk) => {
    const steps = flattenedSteps(walk);
    const toned = steps.map((step) => {
      const { src, dst } = step.data.packet;
      return { ...step, tone: kindOf(step.role === 'request' ? dst : src) };
    });
    return { flowId: walk.flowId, steps: toned, path: packetPath(graph, steps) };
  });
}

/** The one playhead of flows that started together, in steps, at a time in milliseconds. */
export function playheadAt(at: number): number {
  return (at / 1000) * STEPS_PER_SECOND;
}

/** How long the longest of them takes. */
export function runTime(walks: readonly RunResult[]): number {
  const last = Math.max(0, ...walks.map((walk) => flattenedSteps(walk).length - 1));
  return (last / STEPS_PER_SECOND) * 1000;
}

/** The step a flow is at: its last, once it is through. */
export function findStep(steps: readonly FlatStep[], at: number): FlatStep | undefined {
  return steps[Math.min(Math.floor(playheadAt(at) + 1e-6), steps.length - 1)];
}

/** What a chip looks like from a length on: which network the address it is about belongs to, and is it on its way back? */
interface Coat {
  readonly from: number;
  readonly tone: AddressKind;
  readonly back: boolean;
}

/** One way over the picture as one line: all legs of a walk, one after the other. */
interface Route {
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
interface RoutePoint {
  x: number;
  y: number;
}

/** Requests are told by whom they are for, answers by whom they are from. */
function makeCoat({ role, data }: FlatStep, kindOf: (address: IpAddress) => AddressKind): Omit<Coat, 'from'> {
  const back = role !== 'request';
  return { tone: kindOf(back ? data.packet.src : data.packet.dst), back };
}

/** The steps of some legs, as the packet's own picture counts them. */
function stepsOfLegs(legs: Trace['legs']): readonly FlatStep[] {
  const trace: Trace = { legs, assumptions: [], conntrack: {} };
  return flattenedSteps({ trace });
}

/** Leads the legs of a walk along the drawn wires. */
export function drawnRoute(graph: WireGraph, legs: Trace['legs'], kindOf: (address: IpAddress) => AddressKind): Route {
  const steps = stepsOfLegs(legs);
  const path = packetPath(graph, steps);
  const along = new Float32Array(path.along.length);
  const coats: Coat[] = [];
  const lastRequest = steps.findLastIndex(({ role }) => role === 'request');
  let [total, landsAt] = [0, 0];
  steps.forEach((step, i) => {
    const coat = makeCoat(step, kindOf);
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
export function placeOn({ points, along }: Route, length: number, place: RoutePoint): RoutePoint {
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

/** The look of a chip at a length along a route, px; undefined: the route has none. */
export function coatAt({ coats }: Route, length: number): Coat | undefined {
  let found = coats[0];
  for (const coat of coats) if (coat.from <= length) found = coat;
  return found;
}

/** Stage units a millisecond at speed 1. */
const PACE = 0.75;
/** The shortest walk still takes so long. */
const SHORTEST_MS = 900;

/** Many packets and when each of them is where; all of it is known before the first one moves. */
export interface Crowd extends CrowdTimes {
  readonly routes: readonly Route[];
  /** By packet: its route, and in milliseconds when it leaves and has its answer. */
  readonly way: Uint16Array;
  readonly leaves: Float64Array;
  readonly ends: Float64Array;
}

function getTravel({ total }: Route): number {
  return Math.max(SHORTEST_MS, total / PACE);
}

/** Milliseconds from one packet to the next: few leave slowly, very many within one and a half of their walks. */
function getGap(count: number, travel: number): number {
  if (count <= 10) return 260;
  return Math.min(60, (1.5 * travel) / count);
}

/** Sends packets off one after the other, each along its route. */
export function makeCrowd(routes: readonly Route[], sent: readonly SentPacket[], landings: number): Crowd {
  const travels = routes.map(getTravel);
  const gap = getGap(sent.length, Math.max(SHORTEST_MS, ...travels));
  const count = sent.length;
  const crowd = {
    routes,
    way: Uint16Array.from(sent, ({ way }) => way),
    landing: Uint16Array.from(sent, ({ landing }) => landing),
    leaves: Float64Array.from(sent, (_, i) => i * gap),
    lands: new Float64Array(count),
    ends: new Float64Array(count),
    landings,
  };
  let duration = 0;
  sent.forEach(({ way }, i) => {
    const route = routes[way];
    const travel = travels[way] ?? 0;
    const part = route && route.total > 0 ? route.landsAt / route.total : 1;
    crowd.lands[i] = (crowd.leaves[i] ?? 0) + travel * part;
    crowd.ends[i] = (crowd.leaves[i] ?? 0) + travel;
    duration = Math.max(duration, crowd.ends[i] ?? 0);
  });
  return { ...crowd, duration };
}

/** How far a packet has come along its route; undefined while it is not on its way. */
export function lengthAt({ routes, way, leaves, ends }: Crowd, packet: number, at: number): number | undefined {
  const [leave = 0, end = 0] = [leaves[packet], ends[packet]];
  if (at < leave || at > end || end <= leave) return undefined;
  return ((at - leave) / (end - leave)) * (routes[way[packet] ?? 0]?.total ?? 0);
}

/** How many have landed where, by landing. */
export function landedAt({ landing, lands, landings }: CrowdTimes, at: number): Uint16Array {
  const counts = new Uint16Array(landings);
  for (let i = 0; i < lands.length; i++) {
    const place = landing[i] ?? 0;
    if ((lands[i] ?? Infinity) <= at) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** The packet that landed at a place last; the first that will, where none has yet. */
export function lastLanded({ landing, lands }: Crowd, place: number, at: number): number | undefined {
  let found: number | undefined;
  for (let i = 0; i < lands.length; i++) {
    if (landing[i] === place && (found === undefined || (lands[i] ?? Infinity) <= at)) found = i;
  }
  return found;
}
