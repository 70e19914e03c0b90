import type { Phrase } from '../lib/phrase';
import { sameIp } from '../net/ip';
import type { Packet } from '../net/packet';
import type { ProxyModeId } from '../kubernetes/types';
import { alignTraces, type Moment, type PlaceOf } from '../sim/align';
import { countersOf, type TraceCounters } from '../sim/counters';
import type { Outcome, Trace } from '../sim/trace';
import type { Document } from './document';

/** One side of a comparison: the same document under another proxy mode or release. */
export interface PaneSpec {
  readonly mode: ProxyModeId;
  /** `1.30`. */
  readonly release: string;
}

/** A flow as one pane's run gives it: all outcomes, and the trace of any of them. */
export interface PaneRun {
  readonly outcomes: readonly Outcome[];
  readonly traceOf: (outcome: Outcome) => Trace;
  /** What the document's seed picks. */
  readonly picked: number;
  /** The flow cannot be sent here: why. */
  readonly problem?: Phrase;
}

/** What a pane shows. */
export interface ComparedPane {
  readonly spec: PaneSpec;
  readonly outcomes: readonly Outcome[];
  /** Index into `outcomes`. */
  readonly shown: number;
  readonly trace: Trace;
  readonly counters: TraceCounters;
  readonly problem?: Phrase;
}

export interface Comparison {
  readonly panes: readonly ComparedPane[];
  /** The shared scrubber: what happens, and each pane's steps of it. */
  readonly moments: readonly Moment[];
}

/** The document as a pane sees it. */
export function paneDocument(document: Document, { mode, release }: PaneSpec): Document {
  return document.mode === mode && document.release === release ? document : { ...document, mode, release };
}

function samePlace(a: Packet | undefined, b: Packet | undefined): boolean {
  if (!a || !b) return a === b;
  const port = ({ l4 }: Packet): number => ('dport' in l4 ? l4.dport : -1);
  return sameIp(a.dst, b.dst) && port(a) === port(b);
}

/** The outcome that ends at the same place as `wanted`; -1: there is none. */
function likeOutcome(outcomes: readonly Outcome[], wanted: Outcome): number {
  return outcomes.findIndex(
    ({ disposition, arrived }) => disposition.kind === wanted.disposition.kind && samePlace(arrived, wanted.arrived),
  );
}

type NodeOf = (netns: string) => string | undefined;

/** The namespaces a trace comes by, and where its request was delivered. */
interface Way {
  readonly visited: ReadonlySet<string>;
  readonly backend?: string;
}

function wayOf({ legs }: Trace): Way {
  const visited = new Set(legs.flatMap(({ hops }) => hops.map(({ netns }) => netns)));
  const request = legs.findLast(({ role }) => role === 'request');
  return request?.disposition.kind === 'DELIVERED' ? { visited, backend: request.disposition.netns } : { visited };
}

/**
 * A pane that ends at another backend than the leading one: its backend, and that one's node, have the names of
 * the leading pane's, unless either pane comes by both.
 */
function placesOf(own: Way, lead: Way, nodeOf: NodeOf): PlaceOf {
  const names = new Map<string, string>();
  const call = (netns: string | undefined, name: string | undefined): void => {
    if (netns === undefined || name === undefined || lead.visited.has(netns) || own.visited.has(name)) return;
    names.set(netns, name);
  };
  call(own.backend, lead.backend);
  if (own.backend !== undefined && lead.backend !== undefined) call(nodeOf(own.backend), nodeOf(lead.backend));
  return (netns) => names.get(netns) ?? netns;
}

/** The first that reached a backend; where none did, none. */
const leadOf = (ways: readonly Way[]): Way =>
  ways.find(({ backend }) => backend !== undefined) ?? { visited: new Set() };

const NOTHING: Trace = { legs: [], assumptions: [], conntrack: {} };

/**
 * Lines the runs of one flow up. The first pane shows `wanted` (else what the seed picks); the others show
 * their outcome that ends at the same place, if they have one, so that what differs is the way.
 */
export function compareRuns(
  runs: readonly { readonly spec: PaneSpec; readonly run: PaneRun }[],
  nodeOf: NodeOf,
  wanted?: number,
): Comparison {
  const first = runs[0]?.run;
  const lead = first?.outcomes[wanted ?? first.picked];
  const panes = runs.map(({ spec, run }): ComparedPane => {
    const like = lead ? likeOutcome(run.outcomes, lead) : -1;
    const shown = run === first ? Math.max(0, lead ? run.outcomes.indexOf(lead) : 0) : like < 0 ? run.picked : like;
    const outcome = run.outcomes[shown];
    const trace = outcome ? run.traceOf(outcome) : NOTHING;
    const { outcomes, problem } = run;
    return { spec, outcomes, shown, trace, counters: countersOf(trace), ...(problem ? { problem } : {}) };
  });
  const ways = panes.map(({ trace }) => wayOf(trace));
  const placed = panes.map(({ trace }, at) => ({ trace, placeOf: placesOf(ways[at]!, leadOf(ways), nodeOf) }));
  const moments = alignTraces(placed);
  return { panes, moments };
}
