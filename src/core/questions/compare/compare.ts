import type { Phrase } from '../../lib/phrase';
import { sameIp } from '../../net/ip';
import type { Packet } from '../../net/packet';
import type { ProxyModeId, TrafficPolicy } from '../../kubernetes/types';
import { alignTraces, type AlignedMoment, type PlaceOf } from '../../sim/align';
import { makeCounters, type TraceCounters } from '../../sim/counters';
import type { Outcome, Trace } from '../../sim/trace';
import type { Flow } from '../../document/document';
import type { NetnsKind } from '../../linux/namespace';

/** What is asked of a namespace: a Pod has a node. */
interface NamespaceFacts {
  readonly title: string;
  readonly kind: NetnsKind;
  readonly node?: string;
}

type FactsOf = (netns: string) => NamespaceFacts | undefined;

/** Where the request was delivered at last; undefined: nowhere. */
function findBackend({ legs }: Trace): string | undefined {
  const request = legs.findLast(({ role }) => role === 'request');
  return request?.disposition.kind === 'DELIVERED' ? request.disposition.netns : undefined;
}

/** The nodes a trace comes by, in the order it does. */
function listNodes({ legs }: Trace, factsOf: FactsOf): readonly string[] {
  const visited = new Set(legs.flatMap(({ hops }) => hops.map(({ netns }) => netns)));
  return [...visited].filter((netns) => factsOf(netns)?.kind === 'node');
}

/**
 * Names the namespaces of a trace by the parts they play, not by what they are called: who sends, the first node
 * the packet meets, the backend and its node. So one story can be told of other nodes and other clusters.
 * A Pod that is both who sends and who gets it plays two parts, one after the other.
 */
function placesIn(trace: Trace, factsOf: FactsOf): PlaceOf {
  const names = new Map<string, string>();
  const call = (netns: string | undefined, name: string): void => {
    if (netns !== undefined && !names.has(netns)) names.set(netns, name);
  };
  const nodes = listNodes(trace, factsOf);
  const backend = findBackend(trace);
  const sender = trace.legs[0]?.hops[0]?.netns;
  call(nodes[0], 'first node');
  call(sender, 'sender');
  call(backend === undefined ? undefined : factsOf(backend)?.node, 'backend node');
  call(backend, factsOf(backend ?? '')?.kind === 'node' ? 'backend node' : 'backend');
  for (const [turn, node] of nodes.entries()) call(node, `node ${turn + 1}`);
  const roleOf = (netns: string): string => names.get(netns) ?? netns;
  const both = backend !== undefined && backend === sender && roleOf(backend) === 'sender' ? backend : undefined;
  return (netns, leg, hop) => {
    if (netns !== both) return roleOf(netns);
    const sends = trace.legs[leg]?.role === 'request' ? leg === 0 && hop === 0 : hop > 0;
    return sends ? 'sender' : 'backend';
  };
}

/** Another traffic policy of one Service. */
interface PanePolicy {
  readonly namespace: string;
  readonly name: string;
  readonly external?: TrafficPolicy;
  readonly internal?: TrafficPolicy;
}

/** One side of a comparison: a document under a proxy mode and release, perhaps with one thing otherwise. */
export interface PaneSpec {
  readonly mode: ProxyModeId;
  /** `1.30`. */
  readonly release: string;
  /** Another document of the comparison, by its key; absent: the one on the bench. */
  readonly document?: string;
  /** The flow of that other document; absent: the one that means the same there. */
  readonly flow?: string;
  /** The node the flow comes in by, or the one its sender is on; absent: as the flow says. */
  readonly node?: string;
  /** Absent: as the document says. */
  readonly policy?: PanePolicy;
}

/** A flow as one pane's run gives it: all outcomes, and the trace of any of them. */
export interface PaneRun {
  readonly outcomes: readonly Outcome[];
  readonly traceOf: (outcome: Outcome) => Trace;
  /** Index into `outcomes` of the one that the document's seed picks. */
  readonly picked: number;
  /** Indexes into `outcomes`: delivered, but not to an endpoint of the Service it was for. Absent: none. */
  readonly astray?: readonly number[];
  /** More outcomes exist than were walked. */
  readonly truncated?: boolean;
  /** The flow cannot be sent here: why. */
  readonly problem?: Phrase;
  /** The flow as it is sent here. */
  readonly flow?: Flow;
}

/** What a pane shows. */
export interface ComparedPane {
  readonly spec: PaneSpec;
  /** The flow as it is sent here; absent: there is none. */
  readonly flow?: Flow;
  readonly outcomes: readonly Outcome[];
  /** Index into `outcomes`. */
  readonly shown: number;
  /** As in {@link PaneRun}. */
  readonly astray?: readonly number[];
  readonly truncated: boolean;
  readonly trace: Trace;
  readonly counters: TraceCounters;
  /** What the namespaces of the trace are called, by their id. */
  readonly titles: Readonly<Record<string, string>>;
  readonly problem?: Phrase;
}

export interface Comparison {
  readonly panes: readonly ComparedPane[];
  /** The shared scrubber: what happens, and each pane's steps of it. */
  readonly moments: readonly AlignedMoment[];
}

/** A pane before it is lined up with the others. */
export interface PaneInput {
  readonly spec: PaneSpec;
  readonly run: PaneRun;
  readonly factsOf: FactsOf;
}

function samePlace(a: Packet | undefined, b: Packet | undefined): boolean {
  if (!a || !b) return a === b;
  const port = ({ l4 }: Packet): number => ('dport' in l4 ? l4.dport : -1);
  return sameIp(a.dst, b.dst) && port(a) === port(b);
}

const alike = (a: Outcome, b: Outcome): boolean => a.disposition.kind === b.disposition.kind;

/** The outcome to set beside `wanted`: one that ends at the same place, else the picked one if it ends alike, else one that does. */
function likeOutcome({ outcomes, picked }: PaneRun, wanted: Outcome | undefined): number {
  if (!wanted) return picked;
  const same = outcomes.findIndex((each) => alike(each, wanted) && samePlace(each.arrived, wanted.arrived));
  if (same >= 0) return same;
  const own = outcomes[picked];
  if (own && alike(own, wanted)) return picked;
  const other = outcomes.findIndex((each) => alike(each, wanted));
  return other < 0 ? picked : other;
}

const NOTHING: Trace = { legs: [], assumptions: [], conntrack: {} };

function getTitles({ legs }: Trace, factsOf: FactsOf): Record<string, string> {
  const visited = new Set(legs.flatMap(({ hops }) => hops.map(({ netns }) => netns)));
  return Object.fromEntries([...visited].map((netns) => [netns, factsOf(netns)?.title ?? netns]));
}

/**
 * Lines the runs of one flow up. The first pane shows `wanted` (else what the seed picks); the others show
 * their outcome that ends at the same place, if they have one, so that what differs is the way.
 */
export function compareRuns(inputs: readonly PaneInput[], wanted?: number): Comparison {
  const first = inputs[0]?.run;
  const asked = wanted !== undefined && first && wanted in first.outcomes ? wanted : first?.picked;
  const lead = first?.outcomes[asked ?? 0];
  const panes = inputs.map(({ spec, run, factsOf }): ComparedPane => {
    const shown = run === first ? (asked ?? 0) : likeOutcome(run, lead);
    const outcome = run.outcomes[shown];
    const trace = outcome ? run.traceOf(outcome) : NOTHING;
    const { outcomes, truncated = false, astray, problem, flow } = run;
    return {
      spec,
      outcomes,
      truncated,
      ...(astray ? { astray } : {}),
      shown,
      trace,
      counters: makeCounters(trace),
      titles: getTitles(trace, factsOf),
      ...(flow ? { flow } : {}),
      ...(problem ? { problem } : {}),
    };
  });
  const placed = panes.map(({ trace }, at) => ({ trace, placeOf: placesIn(trace, inputs[at]!.factsOf) }));
  return { panes, moments: alignTraces(placed) };
}
