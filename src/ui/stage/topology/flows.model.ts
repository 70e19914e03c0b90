import { addFlow, nextFlowId } from '../../../core/document/edits/cluster';
import type { Document, Flow, FlowSource, FlowTarget } from '../../../core/document/document';
import type { ServiceChip, StageModel } from './stage-types';
import type { IpFamily } from '../../../core/net/ip';
import type { Selection } from '../../../store/selection';
import type { Bench, RunResult } from '../../../engine/protocol';

/** Up to this many places a request may end at are all drawn, with their odds. */
const MOST_GOALS = 12;

/** Namespaces that must be drawn, the shown walk's first: then other outcomes', then what is selected. */
export function listFocus(
  result: RunResult | undefined,
  selection: Selection | undefined,
  bench: Bench,
): ReadonlySet<string> {
  const walked = result?.trace.legs.flatMap(({ hops }) => hops.map(({ netns }) => netns)) ?? [];
  const goals = new Set(result?.outcomes.map(({ disposition }) => disposition.netns));
  const possible = goals.size <= MOST_GOALS ? goals : [];
  const title = selectedTitle(selection);
  const selected = bench.netns.filter((netns) => netns.title === title || isNetns(selection, netns.id));
  return new Set([...walked, ...selected.map(({ id }) => id), ...possible]);
}

function selectedTitle(selection: Selection | undefined): string | undefined {
  if (selection?.kind === 'node') return selection.name;
  return selection?.kind === 'pod' ? `${selection.namespace}/${selection.name}` : undefined;
}

function isNetns(selection: Selection | undefined, id: string): boolean {
  return selection?.kind === 'netns' && selection.id === id;
}

/** The family of the shown packet, else the one there are rules for, IPv4 first. */
export function shownFamily(result: RunResult | undefined, bench: Bench): IpFamily {
  const packet = result?.trace.legs[0]?.hops[0]?.steps[0]?.packet;
  if (packet) return packet.family;
  const families = bench.rules.map(({ family }) => family);
  return families.length > 0 && !families.includes('ipv4') ? 'ipv6' : 'ipv4';
}

/** What a packet is sent to: a chip of the service network, a Pod, or an address of a node or of something outside. */
export type PacketDestination =
  | ServiceGoal
  | { readonly kind: 'address'; readonly address: string; readonly port: number }
  | { readonly kind: 'pod'; readonly namespace: string; readonly name: string; readonly address: string };

/** `node`: of a nodePort, the node whose address is asked. */
interface ServiceGoal {
  readonly kind: 'service';
  readonly chip: ServiceChip;
  readonly node?: string;
}

/** Nodes whose ports are offered one by one; any other is drawn to on the stage. */
const MOST_NODES = 3;

/**
 * The ways of a client outside to a Service: the ports of nodes and the balancer's address first, and last the cluster
 * IP, which nobody routes out there.
 */
export function waysFromOutside({ services, nodes, compact }: StageModel, chip: ServiceChip): readonly ServiceGoal[] {
  const isSame = (other: ServiceChip): boolean =>
    other.namespace === chip.namespace && other.name === chip.name && other.port === chip.port;
  const names = [...nodes, ...compact].slice(0, MOST_NODES).map(({ name }) => name);
  const ports = chip.nodePort === undefined ? [] : names;
  const brought = services.filter((other) => isSame(other) && other.protocol === chip.protocol);
  const by = (via: ServiceChip['via']): ServiceGoal[] =>
    brought.filter((other) => other.via === via).map((other) => ({ kind: 'service', chip: other }));
  return [
    ...ports.map((node) => ({ kind: 'service' as const, chip: { ...chip, via: 'nodePort' as const }, node })),
    ...by('loadBalancer'),
    ...by('externalIP'),
    ...by('clusterIP'),
  ];
}

/** A document with the flow, and the flow's id. One that is there already is taken as it is. */
export function withFlow(
  document: Document,
  from: FlowSource,
  goal: PacketDestination,
): { document: Document; id: string } {
  const wanted: Omit<Flow, 'id'> = { from, ...wayTo(document, goal) };
  const known = document.flows.find((flow) => sameFlow(flow, wanted));
  if (known) return { document, id: known.id };
  return { document: addFlow(document, wanted), id: nextFlowId(document) };
}

function wayTo(document: Document, goal: PacketDestination): Way {
  if (goal.kind === 'address') {
    return { to: { kind: 'address', address: goal.address }, protocol: 'tcp', port: goal.port };
  }
  const way = goal.kind === 'service' ? toService(goal) : toPod(document, goal);
  if (document.subject === 'cluster') return way;
  // A pasted node has no objects: only addresses.
  const address = goal.kind === 'service' ? goal.chip.address : goal.address;
  return { ...way, to: { kind: 'address', address } };
}

type Way = Pick<Flow, 'to' | 'protocol' | 'port'>;

function toService({ chip: { namespace, name, via, port, protocol }, node }: ServiceGoal): Way {
  return {
    to: { kind: 'service', namespace, name, via, ...(node === undefined ? {} : { node }) },
    protocol: protocol.toLowerCase() as Flow['protocol'],
    port,
  };
}

/** To a Pod: the first port one of its containers names, else 80. */
function toPod({ cluster }: Document, { namespace, name }: Extract<FlowTarget, { kind: 'pod' }>): Way {
  const pod = cluster.pods.find(
    ({ metadata }) => metadata.name === name && (metadata.namespace ?? 'default') === namespace,
  );
  const port = pod?.spec.containers?.flatMap(({ ports = [] }) => ports)[0];
  return {
    to: { kind: 'pod', namespace, name },
    protocol: (port?.protocol ?? 'TCP').toLowerCase() as Flow['protocol'],
    port: port?.containerPort ?? 80,
  };
}

function sameFlow(flow: Flow, wanted: Omit<Flow, 'id'>): boolean {
  return (
    flow.port === wanted.port &&
    flow.protocol === wanted.protocol &&
    sameEnd(flow.from, wanted.from) &&
    sameEnd(flow.to, wanted.to)
  );
}

/** Field by field: ends are flat objects of texts. */
function sameEnd(a: FlowSource | FlowTarget, b: FlowSource | FlowTarget): boolean {
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => right.get(key) === value);
}
