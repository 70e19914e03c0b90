import type { Document } from '../../core/document/document';
import type { NodeObject } from '../../core/kubernetes/types';
import type { IpFamily } from '../../core/net/ip';
import type { Bench, NetnsView, RulesSummary } from '../../engine/protocol';
import { addressOf, devicesOf, nodeAddress, railsOf } from './devices.model';
import { gatesOf, ruleCountOf } from './gates.model';
import { countPods, peersOf, podBox, type PodObjects } from './pods.model';
import { serviceChips } from './services.model';
import type { CompactNode, LocalPlace, NodeCard, OutsideBox, StageModel } from './stage-types';

/** Above this many Pods only those a flow may meet are drawn, the others counted. */
export const MOST_PODS = 150;
/** Above this many nodes only those a flow may meet are drawn whole. */
export const MOST_FULL_NODES = 4;
/** Nodes drawn as counts; the rest is one number. */
export const MOST_COMPACT_NODES = 40;
export const MOST_SERVICES = 18;

export interface StageOptions {
  readonly family: IpFamily;
  /** Namespaces the shown flow may meet, and those that are selected, most wanted first. */
  readonly focus: ReadonlySet<string>;
  /** Rules that were written after the bench was made. */
  readonly written?: readonly RulesSummary[];
}

interface Context extends StageOptions {
  readonly bench: Bench;
  readonly rules: readonly RulesSummary[];
  readonly nodes: ReadonlyMap<string, NodeObject>;
  readonly pods: PodObjects;
  readonly podsOn: ReadonlyMap<string, readonly NetnsView[]>;
  readonly aggregated: boolean;
  readonly guessed: (device: string) => boolean;
  /** Of a pasted node: what is not that node is a stand-in. */
  readonly isStandIn: (netns: string) => boolean;
}

/**
 * What the stage draws for a bench: every box is a namespace or a device the engine knows. The
 * document only adds what the kernel does not: readiness, cordons, the names of virtual addresses.
 */
export function stageOf(document: Document, bench: Bench, options: StageOptions): StageModel {
  const context = contextOf(document, bench, options);
  const nodes = bench.netns.filter(({ kind }) => kind === 'node');
  const full = fullNodes(nodes, context);
  const others = nodes.filter((node) => !full.has(node.id));
  const services = serviceChips(document, bench, options.family, MOST_SERVICES);
  return {
    subject: document.subject,
    serviceRanges: document.subject === 'cluster' ? document.settings.serviceClusterIPRange : [],
    services: services.chips,
    hiddenServices: services.hidden,
    nodes: nodes.filter((node) => full.has(node.id)).map((node) => cardOf(node, context)),
    compact: others.slice(0, MOST_COMPACT_NODES).map((node) => compactOf(node, context)),
    hiddenNodes: Math.max(0, others.length - MOST_COMPACT_NODES),
    outside: bench.netns.flatMap((netns) => outsideOf(netns, context)),
    rails: railsOf(bench, options.family),
    counts: countPods([...context.podsOn.values()].flat(), context.pods),
    aggregated: context.aggregated,
  };
}

function contextOf(document: Document, bench: Bench, options: StageOptions): Context {
  const pods = bench.netns.filter(({ kind }) => kind === 'pod');
  const cluster = document.subject === 'cluster' ? document.cluster : undefined;
  const interfaces = bench.assumptions.filter(({ about }) => about === 'interface');
  return {
    ...options,
    bench,
    rules: [...(options.written ?? []), ...bench.rules],
    podsOn: groupByNode(pods),
    aggregated: pods.length > MOST_PODS,
    nodes: new Map(cluster?.nodes.map((node) => [node.metadata.name, node])),
    pods: new Map(cluster?.pods.map((pod) => [`${pod.metadata.namespace ?? 'default'}/${pod.metadata.name}`, pod])),
    isStandIn: standIns(document, bench),
    guessed: (device) => interfaces.some(({ value }) => value === device || value.startsWith(`${device} `)),
  };
}

/** The pasted node is the one with rules, or the first. */
function standIns(document: Document, bench: Bench): (netns: string) => boolean {
  if (document.subject === 'cluster') return () => false;
  const nodes = bench.netns.filter(({ kind }) => kind === 'node');
  const real = nodes.find(({ id }) => bench.rules.some(({ netns }) => netns === id)) ?? nodes[0];
  return (netns) => netns !== real?.id;
}

function groupByNode(pods: readonly NetnsView[]): Map<string, NetnsView[]> {
  const groups = new Map<string, NetnsView[]>();
  for (const pod of pods) {
    const known = groups.get(pod.node ?? '');
    if (known) known.push(pod);
    else groups.set(pod.node ?? '', [pod]);
  }
  return groups;
}

/** Few nodes are all drawn whole; of many, those in focus, or the first two when nothing is. */
function fullNodes(nodes: readonly NetnsView[], { focus, podsOn }: Context): ReadonlySet<string> {
  if (nodes.length <= MOST_FULL_NODES) return new Set(nodes.map(({ id }) => id));
  const hosts = new Map([...podsOn].flatMap(([node, pods]) => pods.map(({ id }) => [id, node] as const)));
  const known = new Set(nodes.map(({ id }) => id));
  const wanted = new Set([...focus].map((id) => hosts.get(id) ?? id).filter((id) => known.has(id)));
  const chosen = wanted.size > 0 ? [...wanted].slice(0, MOST_FULL_NODES) : nodes.slice(0, 2).map(({ id }) => id);
  return new Set(chosen);
}

function cardOf(netns: NetnsView, context: Context): NodeCard {
  const { rules, family, focus, guessed, pods, isStandIn } = context;
  const all = context.podsOn.get(netns.id) ?? [];
  const drawn = context.aggregated ? all.filter(({ id }) => focus.has(id)) : all;
  const object = context.nodes.get(netns.title);
  const devices = devicesOf(netns, {
    family,
    guessed,
    behindPods: new Set(all.flatMap(peersOf)),
    hidden: netns.hiddenAddresses,
  });
  return {
    id: netns.id,
    name: netns.title,
    address: nodeAddress(netns, family),
    cordoned: object?.spec.unschedulable ?? false,
    down: isDown(object),
    guessed: isStandIn(netns.id),
    rules: ruleCountOf(rules, netns.id, family),
    pods: drawn.map((pod) => podBox(pod, netns, { pods, family, guessed: isStandIn(pod.id) })),
    counts: countPods(all, pods),
    upper: devices.upper,
    lower: devices.lower,
    loose: devices.loose,
    hiddenDevices: devices.hidden,
    gates: gatesOf(rules, netns.id, family),
    family,
    local: localOf(netns),
    ...(netns.ipvs ? { director: netns.ipvs } : {}),
  };
}

function isDown(object: NodeObject | undefined): boolean {
  const ready = object?.status.conditions?.find(({ type }) => type === 'Ready');
  return ready !== undefined && ready.status !== 'True';
}

function compactOf(netns: NetnsView, context: Context): CompactNode {
  const segment = netns.devices.find((device) => device.segment !== undefined)?.segment;
  return {
    id: netns.id,
    name: netns.title,
    address: nodeAddress(netns, context.family),
    counts: countPods(context.podsOn.get(netns.id) ?? [], context.pods),
    ...(segment === undefined ? {} : { segment }),
  };
}

/** What listens in the node's own namespace, one entry an owner. */
function localOf(netns: NetnsView): LocalPlace {
  const owners = new Map<string, string[]>();
  const proxies = netns.sockets.filter(({ reply }) => reply === 'proxy');
  for (const { owner, port, proto } of [...proxies, ...netns.sockets]) {
    const ports = owners.get(owner) ?? [];
    const text = proto === 'tcp' ? `:${port}` : `:${port}/${proto}`;
    if (!ports.includes(text)) ports.push(text);
    owners.set(owner, ports);
  }
  return {
    owners: [...owners].map(([owner, ports]) => ({ owner, ports })),
    proxied: proxies.length + (netns.hiddenSockets ?? 0),
  };
}

function outsideOf(netns: NetnsView, { family, isStandIn }: Context): OutsideBox[] {
  if (netns.kind !== 'client' && netns.kind !== 'router') return [];
  const plugged = netns.devices.filter((device) => device.segment !== undefined);
  return [
    {
      id: netns.id,
      title: netns.title,
      kind: netns.kind,
      guessed: isStandIn(netns.id),
      address: plugged[0] ? addressOf(plugged[0], family) : '',
      segments: plugged.map(({ name, segment = '' }) => ({ name: segment, device: name })),
    },
  ];
}
