import type { Phrase } from '../../lib/phrase';
import { explore, pickOutcome, traceOf } from '../../sim/explore';
import type { Derive } from '../derived';
import type { Document } from '../document';
import { resolveFlow } from '../resolve-flow';
import { applyChange, type Change } from './change';
import type { Candidate } from './candidate';
import { clusterCandidates } from './cluster-candidates';
import { effectOf, endingOfAll, getsThrough, type Effect, type Ending } from './ending';
import { pastedCandidates } from './pasted-candidates';

/** A change that was simulated, and what it does to the flow. */
export interface Tried {
  readonly change: Change;
  readonly says: Phrase;
  readonly effect: Effect;
  readonly after: Ending;
}

/** How far the search is. Changes stand by size, the smallest first; those without an effect are only counted. */
export interface Flips {
  readonly before: Ending;
  /** Did the shown outcome get through? */
  readonly through: boolean;
  readonly tried: number;
  readonly all: number;
  readonly found: readonly Tried[];
}

export interface FlipQuestion {
  readonly document: Document;
  readonly flowId: string;
  /** The decisions of the outcome on the page; absent: the seed's pick. */
  readonly path?: readonly number[];
}

/** Outcomes walked for one change: beyond them its odds are said to be unknown. */
const MOST_OUTCOMES = 256;

/**
 * Looks for changes that turn a flow's outcome round, by making each to a copy of the document and sending the flow
 * through what kube-proxy and the kernel make of it. Yields after every simulated change. Nothing is said of a change
 * that was not simulated; one after which the flow cannot be sent is left out. Returns undefined for a flow that
 * cannot be sent at all.
 */
export function* whatFlips(question: FlipQuestion, derive: Derive): Generator<Flips, Flips | undefined> {
  const start = walk(question, derive);
  if (!start) return undefined;
  const { before, candidates, through } = start;
  const found: Tried[] = [];
  const all = candidates.length;
  for (const [at, { change, says }] of candidates.entries()) {
    const after = endingAfter(question, change, derive);
    const effect = after ? effectOf(before, after, through) : 'same';
    if (after && effect !== 'same') found.push({ change, says, effect, after });
    yield { before, through, tried: at + 1, all, found: [...found] };
  }
  return { before, through, tried: all, all, found };
}

interface Start {
  readonly before: Ending;
  readonly through: boolean;
  readonly candidates: readonly Candidate[];
}

function walk({ document, flowId, path }: FlipQuestion, derive: Derive): Start | undefined {
  const flow = document.flows.find(({ id }) => id === flowId);
  if (!flow) return undefined;
  const { network, suggested } = derive(document);
  const sent = resolveFlow(document, network, flow);
  if (!sent.ok) return undefined;
  const input = { network, flow: sent.value, seed: document.seed, limit: MOST_OUTCOMES };
  const { outcomes, truncated } = explore(input);
  const key = path?.join();
  const shown =
    outcomes.find((outcome) => outcome.path.join() === key) ?? outcomes[pickOutcome(outcomes, document.seed)];
  if (!shown) return undefined;
  const through = getsThrough(shown);
  const walked = { document, flow, network, suggested, sent: sent.value, trace: traceOf(input, shown), through };
  const all = document.subject === 'pasted' ? pastedCandidates(walked) : clusterCandidates(walked);
  return { before: endingOfAll(outcomes, truncated), through, candidates: all.toSorted((a, b) => a.size - b.size) };
}

/** How the flow ends in a changed copy; undefined: the change changes nothing, or the flow cannot be sent any more. */
function endingAfter({ document, flowId }: FlipQuestion, change: Change, derive: Derive): Ending | undefined {
  const next = applyChange(document, change);
  if (next === document) return undefined;
  const flow = next.flows.find(({ id }) => id === flowId);
  const { network } = derive(next);
  const sent = flow && resolveFlow(next, network, flow);
  if (!sent?.ok) return undefined;
  const { outcomes, truncated } = explore({ network, flow: sent.value, seed: next.seed, limit: MOST_OUTCOMES });
  return endingOfAll(outcomes, truncated);
}
