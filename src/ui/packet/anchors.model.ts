import type { TraceStep } from '../../core/sim/trace';
import type { FlatStep } from '../../store/selectors';
import { place } from '../topology/places';
import type { WireGraph } from '../topology/wires.model';

/**
 * The vertex at which each step happens. A step without a place of its own (a rule, a lookup)
 * happens where the packet already is.
 */
export function anchorsOf(graph: WireGraph, steps: readonly FlatStep[]): readonly string[] {
  const anchors: string[] = [];
  let here: Here = {};
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

interface Here {
  readonly at?: string | undefined;
  /** The hook the packet is at, or came by last. */
  readonly hook?: string | undefined;
}

/** Pods, clients and counted nodes are one place: what happens inside them is not drawn. */
function single({ vertices }: WireGraph, netns: string): string | undefined {
  return [place.pod(netns), place.outside(netns), place.compact(netns)].find((id) => vertices.has(id));
}

function entrance({ vertices }: WireGraph, netns: string): string | undefined {
  return [place.local(netns)].find((id) => vertices.has(id));
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
function inNode(graph: WireGraph, step: FlatStep, here: Here, hookLater: boolean): string | undefined {
  const { netns, data } = step;
  // What the kernel makes itself (an ICMP error, an RST) comes from no process.
  if (data.kind === 'originate') return data.by === 'kernel' ? place.routingOut(netns) : place.local(netns);
  if (data.kind === 'deliver') return place.local(netns);
  if (data.kind === 'receive') return place.device(netns, data.device);
  if (data.kind === 'transmit') return transmitFrom(graph, netns, data.device);
  if (data.kind === 'hook') return place.gate(netns, data.hook);
  if (data.kind === 'bridge') return atBridge(netns, data, here, hookLater);
  if (data.kind === 'routing') return atRouting(netns, data, here);
  const director = place.director(netns);
  const isAsked = AT_A_GATE.has(data.kind) && here.hook === 'INPUT' && graph.vertices.has(director);
  return isAsked ? director : here.at;
}

/** At INPUT of a node in IPVS mode these happen before the director. */
const AT_A_GATE: ReadonlySet<TraceStep['kind']> = new Set(['conntrack', 'rule', 'skip', 'return', 'policy', 'ipvs']);

function transmitFrom({ vertices }: WireGraph, netns: string, device: string): string {
  const out = place.deviceOut(netns, device);
  return vertices.has(out) ? out : place.device(netns, device);
}

type Bridge = Extract<TraceStep, { kind: 'bridge' }>;

/** Up: where the bridge meets the host. Forward: at the port it leaves by, unless br_netfilter still has hooks to ask. */
function atBridge(netns: string, data: Bridge, here: Here, hookLater: boolean): string | undefined {
  if (here.hook !== undefined && data.action !== 'discard' && hookLater) return here.at;
  if (data.action === 'up') return here.hook === undefined ? place.device(netns, data.bridge) : here.at;
  if (data.action === 'discard' || hookLater) return here.at;
  return data.outPort === undefined ? here.at : place.device(netns, data.outPort);
}

type Routing = Extract<TraceStep, { kind: 'routing' }>;

/** Before the first hook of a packet made here, or after PREROUTING; elsewhere the decision is taken on the spot. */
function atRouting(netns: string, { again }: Routing, { hook, at }: Here): string | undefined {
  if (again) return at;
  if (hook === undefined && at === place.local(netns)) return place.routingOut(netns);
  return hook === 'PREROUTING' ? place.routing(netns) : at;
}
