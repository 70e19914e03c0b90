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

/** Where the request sets out, where it (or a proxying process's own) ends, and that node have the same name in every pane. */
function placesOf(trace: Trace, nodeOf: (netns: string) => string | undefined): PlaceOf {
  const requests = trace.legs.filter(({ role }) => role === 'request');
  const [first, last] = [requests[0]?.hops[0]?.netns, requests.at(-1)?.hops.at(-1)?.netns];
  const [firstNode, lastNode] = [first, last].map((netns) => netns && (nodeOf(netns) ?? netns));
  return (netns) => {
    if (netns === first) return 'caller';
    if (netns === last) return 'backend';
    return netns === lastNode && lastNode !== firstNode ? 'backend-node' : netns;
  };
}

const NOTHING: Trace = { legs: [], assumptions: [], conntrack: {} };

/**
 * Lines the runs of one flow up. The first pane shows `wanted` (else what the seed picks); the others show
 * their outcome that ends at the same place, if they have one, so that what differs is the way.
 */
export function compareRuns(
  runs: readonly { readonly spec: PaneSpec; readonly run: PaneRun }[],
  nodeOf: (netns: string) => string | undefined,
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
  const moments = alignTraces(panes.map(({ trace }) => ({ trace, placeOf: placesOf(trace, nodeOf) })));
  return { panes, moments };
}
