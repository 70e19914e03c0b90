import { isIpHook } from '../../../core/linux/hooks';
import { bisectLeft, easeSinInOut } from 'd3';
import type { FlatStep } from '../../../store/selectors';
import { clamp, type Point, placeAt, routeBetween, type WireGraph } from '../topology/geometry.model';
import type { TraceStep } from '../../../core/sim/trace';

/**
 * The vertex at which each step happens. A step without a place of its own (a rule, a lookup)
 * happens where the packet already is.
 */
export function listAnchors(graph: WireGraph, steps: readonly FlatStep[]): readonly string[] {
  const anchors: string[] = [];
  let here: HookPosition = {};
  steps.forEach((step, i) => {
    const before = steps[i - 1];
    if (before?.leg !== step.leg || before.hop !== step.hop) here = {};
    const wanted = single(graph, step.netns) ?? inNode(graph, step, here, hasHookLater(steps, i));
    const known = wanted !== undefined && graph.vertices.has(wanted) ? wanted : here.at;
    here = { at: known ?? entrance(graph, step.netns), hook: step.data.kind === 'hook' ? step.data.hook : here.hook };
    anchors.push(here.at ?? '');
  });
  return withoutGaps(steps, anchors);
}

/** A namespace that is not drawn (a sender beyond the picture) is where the packet enters or leaves the picture. */
function withoutGaps(steps: readonly FlatStep[], anchors: readonly string[]): readonly string[] {
  const filled = [...anchors];
  for (let i = filled.length - 2; i >= 0; i--) {
    if (filled[i] === '' && steps[i]?.leg === steps[i + 1]?.leg) filled[i] = filled[i + 1] ?? '';
  }
  for (let i = 1; i < filled.length; i++) filled[i] ||= filled[i - 1] ?? '';
  return filled;
}

interface HookPosition {
  readonly at?: string | undefined;
  /** The hook the packet is at, or came by last. */
  readonly hook?: string | undefined;
}

/** Pods, clients and counted nodes are one place: what happens inside them is not drawn. */
function single({ vertices }: WireGraph, netns: string): string | undefined {
  return [placeAt.pod(netns), placeAt.outside(netns), placeAt.compact(netns)].find((id) => vertices.has(id));
}

function entrance({ vertices }: WireGraph, netns: string): string | undefined {
  return [placeAt.local(netns)].find((id) => vertices.has(id));
}

/** Will this hop still come by a hook? */
function hasHookLater(steps: readonly FlatStep[], from: number): boolean {
  const first = steps[from];
  for (let i = from + 1; i < steps.length; i++) {
    const step = steps[i];
    if (step?.hop !== first?.hop || step?.leg !== first?.leg) return false;
    if (step?.data.kind === 'hook') return true;
  }
  return false;
}

/** Steps that have a place of their own in a node; any other happens where the packet already is. */
function inNode(graph: WireGraph, step: FlatStep, here: HookPosition, hookLater: boolean): string | undefined {
  const { netns, data } = step;
  // What the kernel makes itself (an ICMP error, an RST) comes from no process.
  if (data.kind === 'originate') return data.by === 'kernel' ? placeAt.routingOut(netns) : placeAt.local(netns);
  if (data.kind === 'deliver') return placeAt.local(netns);
  if (data.kind === 'receive') return placeAt.device(netns, data.device);
  if (data.kind === 'transmit') return transmitFrom(graph, netns, data.device);
  if (data.kind === 'hook')
    return isIpHook(data.hook)
      ? placeAt.gate(netns, data.hook)
      : placeAt.device(netns, data.indev ?? data.outdev ?? '');
  if (data.kind === 'bridge') return atBridge(netns, data, here, hookLater);
  const vswitch = placeAt.vswitch(netns);
  if (graph.vertices.has(vswitch) && IN_A_SWITCH.has(data.kind)) return vswitch;
  if (data.kind === 'routing') return atRouting(netns, data, here);
  const director = placeAt.director(netns);
  const isAsked = AT_A_GATE.has(data.kind) && here.hook === 'INPUT' && graph.vertices.has(director);
  return isAsked ? director : here.at;
}

/** On a Windows node these happen in its virtual switch. */
const IN_A_SWITCH: ReadonlySet<TraceStep['kind']> = new Set(['vfp', 'routing', 'tunnel']);

/** At INPUT of a node in IPVS mode these happen before the director. */
const AT_A_GATE: ReadonlySet<TraceStep['kind']> = new Set(['conntrack', 'rule', 'skip', 'return', 'policy', 'ipvs']);

function transmitFrom({ vertices }: WireGraph, netns: string, device: string): string {
  const out = placeAt.deviceOut(netns, device);
  return vertices.has(out) ? out : placeAt.device(netns, device);
}

type Bridge = Extract<TraceStep, { kind: 'bridge' }>;

/** Up: where the bridge meets the host. Forward: at the port it leaves by, unless br_netfilter still has hooks to ask. */
function atBridge(netns: string, data: Bridge, here: HookPosition, hookLater: boolean): string | undefined {
  if (here.hook !== undefined && data.action !== 'discard' && hookLater) return here.at;
  if (data.action === 'up') return here.hook === undefined ? placeAt.device(netns, data.bridge) : here.at;
  if (data.action === 'discard' || hookLater) return here.at;
  return data.outPort === undefined ? here.at : placeAt.device(netns, data.outPort);
}

type Routing = Extract<TraceStep, { kind: 'routing' }>;

/** Before the first hook of a packet made here, or after PREROUTING; elsewhere the decision is taken on the spot. */
function atRouting(netns: string, { again }: Routing, { hook, at }: HookPosition): string | undefined {
  if (again) return at;
  if (hook === undefined && at === placeAt.local(netns)) return placeAt.routingOut(netns);
  return hook === 'PREROUTING' ? placeAt.routing(netns) : at;
}

/** Part of the time between two steps during which the packet stands, before it moves on. */
const REST = 0.18;

/**
 * The whole walk, made once per trace and layout: way `i` leads from the place of step `i` to that
 * of step `i + 1`. Points of all ways lie one after the other.
 */
export interface PacketPath {
  /** Vertex of each step. */
  readonly anchors: readonly string[];
  /** x and y of every point, in stage units. */
  readonly points: Float32Array;
  /** Length along its way at every point. */
  readonly along: Float32Array;
  /** Index of the first point of each way; one more entry ends the last. */
  readonly starts: Uint32Array;
  /** First step of each leg, then the number of steps. */
  readonly legs: Uint32Array;
}

/** Where the packet is and where it is heading; written to, so that a frame makes no garbage. */
export interface Spot {
  x: number;
  y: number;
  /** Direction of movement; 0, 0 when it stands. */
  dx: number;
  dy: number;
  /** The step it is at, or came from. */
  step: number;
  /** How far it has come towards the next step's place, 0 to 1. */
  done: number;
  /** Is there a way to go between the two places? */
  moves: boolean;
}

export function newSpot(): Spot {
  return { x: 0, y: 0, dx: 0, dy: 0, step: 0, done: 0, moves: false };
}

/** Leads a trace's steps along the drawn wires. Where no wire leads, the packet is put there without a line. */
export function packetPath(graph: WireGraph, steps: readonly FlatStep[]): PacketPath {
  const anchors = listAnchors(graph, steps);
  const known = new Map<string, readonly Point[]>();
  const ways = steps.map((step, i) => {
    const [from = '', to = ''] = [anchors[i], anchors[i + 1]];
    const at = graph.vertices.get(from);
    if (!at) return [];
    if (steps[i + 1]?.leg !== step.leg || from === to) return [at];
    const key = `${from}\n${to}`;
    const way = known.get(key) ?? routeBetween(graph, from, to) ?? [at];
    known.set(key, way);
    return way;
  });
  return { anchors, ...pack(ways), legs: getLegs(steps) };
}

function pack(ways: readonly (readonly Point[])[]): Pick<PacketPath, 'points' | 'along' | 'starts'> {
  const count = ways.reduce((sum, way) => sum + way.length, 0);
  const [points, along] = [new Float32Array(2 * count), new Float32Array(count)];
  const starts = new Uint32Array(ways.length + 1);
  let next = 0;
  ways.forEach((way, w) => {
    starts[w] = next;
    let length = 0;
    way.forEach((point, i) => {
      const before = way[i - 1];
      if (before) length += Math.hypot(point.x - before.x, point.y - before.y);
      points[2 * next] = point.x;
      points[2 * next + 1] = point.y;
      along[next++] = length;
    });
  });
  starts[ways.length] = next;
  return { points, along, starts };
}

function getLegs(steps: readonly FlatStep[]): Uint32Array {
  const firsts = steps.filter(({ leg }, i) => steps[i - 1]?.leg !== leg).map(({ index }) => index);
  return Uint32Array.from([...firsts, steps.length]);
}

/**
 * Where the packet is at a playhead, any playhead: forward, backward, in between. With `still` it
 * steps from place to place instead of gliding.
 */
export function spotAt(path: PacketPath, playhead: number, spot: Spot, still = false): Spot {
  const last = path.starts.length - 2;
  const at = clamp(playhead, 0, Math.max(0, last));
  const step = still ? Math.round(at) : Math.floor(at);
  spot.step = step;
  spot.done = still ? 0 : easeSinInOut(clamp((at - step - REST) / (1 - REST), 0, 1));
  spot.dx = 0;
  spot.dy = 0;
  const [from, to] = [path.starts[step] ?? 0, path.starts[step + 1] ?? 0];
  spot.moves = to > from && (path.along[to - 1] ?? 0) > 0;
  if (to > from) glide(path, from, to - 1, spot);
  return spot;
}

function glide({ points, along }: PacketPath, from: number, to: number, spot: Spot): void {
  const target = spot.done * (along[to] ?? 0);
  const j = bisectLeft(along, target, from, to);
  const i = Math.max(from, j - 1);
  const [ax = 0, ay = 0, bx = 0, by = 0] = [points[2 * i], points[2 * i + 1], points[2 * j], points[2 * j + 1]];
  const length = (along[j] ?? 0) - (along[i] ?? 0);
  const part = length > 0 ? (target - (along[i] ?? 0)) / length : 0;
  spot.x = ax + (bx - ax) * part;
  spot.y = ay + (by - ay) * part;
  if (length > 0 && spot.done > 0 && spot.done < 1) {
    spot.dx = (bx - ax) / length;
    spot.dy = (by - ay) / length;
  }
}

/** The index in {@link PacketPath.legs} of the leg a step belongs to. */
export function getLeg({ legs }: PacketPath, step: number): number {
  let leg = 0;
  while (leg + 2 < legs.length && (legs[leg + 1] ?? 0) <= step) leg++;
  return leg;
}
