import type { Phrase } from '../../lib/phrase';
import { explore, pickOutcome, traceOf } from '../../sim/explore';
import type { Derive } from '../derived';
import type { Document } from '../document';
import { resolveFlow } from '../resolve-flow';
import { SIZE, type Candidate, type WalkedFlow } from './candidate';
import { causesOf } from './causes';
import type { Cause } from './causes/cause';
import { applyChange, type Change } from './change';
import { clusterCandidates } from './cluster-candidates';
import {
  effectOf,
  endingIn,
  endingOfAll,
  isVirtual,
  MOST_OUTCOMES,
  successOf,
  type Effect,
  type Ending,
  type Judge,
} from './ending';
import { passageCandidates } from './passage';
import { pastedCandidates } from './pasted-candidates';
import { rebuiltCandidates } from './rebuilt-candidates';
import { sideEffectsOf, type SideEffects } from './side-effects';

/** A change that was simulated, what it does to the flow, and what else. */
export interface Tried extends SideEffects {
  readonly change: Change;
  readonly says: Phrase;
  readonly note?: Phrase;
  readonly effect: Effect;
  readonly after: Ending;
}

/**
 * Why the flow ends as it does, and how far the search is. Changes stand by what they touch: what a cause is about
 * first, then objects and settings, and last a rule taken out. Those without an effect are only counted.
 */
export interface Flips {
  readonly causes: readonly Cause[];
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

/**
 * Says why a flow ends as it does and looks for changes that turn its outcome round, by making each to a copy of the
 * document and sending the flow through what kube-proxy and the kernel make of it; the document's other flows are
 * sent again, too. Yields after every simulated change. Nothing is said of a change that was not simulated; one after
 * which the flow cannot be sent is left out. Returns undefined for a flow that cannot be sent at all.
 */
export function* whatFlips(question: FlipQuestion, derive: Derive): Generator<Flips, Flips | undefined> {
  const start = walk(question, derive);
  if (!start) return undefined;
  const { walked, before } = start;
  const { through } = walked;
  const causes = causesOf(walked);
  const candidates = sorted(candidatesOf(walked, causes, derive), causes);
  const judge = { derive, services: walked.found };
  const besides = sideEffectsOf(walked, judge);
  const found: Tried[] = [];
  const all = candidates.length;
  for (const [at, candidate] of candidates.entries()) {
    if (!isSettled(candidate, found)) {
      const tried = attempt(question, candidate, {
        judge,
        before,
        through,
        besides,
        virtual: isVirtual(walked.found, walked.sent),
      });
      if (tried) found.push(tried);
    }
    yield { causes, before, through, tried: at + 1, all, found: [...found] };
  }
  return { causes, before, through, tried: all, all, found };
}

interface Trial {
  readonly judge: Judge;
  readonly before: Ending;
  readonly through: boolean;
  readonly besides: (document: Document) => SideEffects;
  /** A Service was asked: what nobody takes then has not got through. */
  readonly virtual: boolean;
}

/**
 * Makes one change to a copy; undefined: it changes nothing of the flow, or the flow cannot be sent any more; or rules
 * were changed and it fails in another way, which is no advice.
 */
function attempt(
  { document, flowId }: FlipQuestion,
  { change, says, note, size }: Candidate,
  { judge, before, through, besides, virtual }: Trial,
): Tried | undefined {
  const next = applyChange(document, change);
  if (next === document) return undefined;
  const after = endingIn(
    next,
    next.flows.find(({ id }) => id === flowId),
    judge,
  );
  const effect = after ? effectOf(before, after, through) : 'same';
  const isLost = virtual && after?.ends.some(({ kind }) => kind === 'LEFT');
  const isIdle = effect === 'ends' && !through && size >= SIZE.accept;
  if (!after || effect === 'same' || isLost || isIdle) return undefined;
  const side = effect === 'flips' || effect === 'odds' ? besides(next) : { breaks: [], opens: [] };
  return { change, says, ...(note ? { note } : {}), effect, after, ...side };
}

/** Of several releases that mend it the first one is enough. */
function isSettled({ change }: Candidate, found: readonly Tried[]): boolean {
  return change.kind === 'release' && found.some((each) => each.change.kind === 'release' && each.effect === 'flips');
}

function candidatesOf(walked: WalkedFlow, causes: readonly Cause[], derive: Derive): readonly Candidate[] {
  if (walked.document.subject !== 'pasted') return clusterCandidates(walked);
  const again = (document: Document): WalkedFlow | undefined =>
    walk({ document, flowId: walked.flow.id }, derive)?.walked;
  return [...rebuiltCandidates(walked, causes), ...pastedCandidates(walked), ...passageCandidates(walked, again)];
}

/** What a cause is about comes first; then the smallest. */
function sorted(candidates: readonly Candidate[], causes: readonly Cause[]): readonly Candidate[] {
  const asked = new Set(causes.map(({ about }) => about));
  const rank = ({ about, size }: Candidate): number =>
    size - (about && about !== 'rules' && asked.has(about) ? 100 : 0);
  return candidates.toSorted((a, b) => rank(a) - rank(b));
}

/** The flow as the page shows it, with how it ends over all outcomes. */
function walk(
  { document, flowId, path }: FlipQuestion,
  derive: Derive,
): { walked: WalkedFlow; before: Ending } | undefined {
  const flow = document.flows.find(({ id }) => id === flowId);
  if (!flow) return undefined;
  const derived = derive(document);
  const { network, suggested, found, connections = [], stateFor } = derived;
  const sent = resolveFlow(document, network, flow);
  if (!sent.ok) return undefined;
  const state = stateFor?.(sent.value);
  const input = { network, flow: sent.value, seed: document.seed, limit: MOST_OUTCOMES, ...(state ? { state } : {}) };
  const { outcomes, truncated } = explore(input);
  const key = path?.join();
  const shown =
    outcomes.find((outcome) => outcome.path.join() === key) ?? outcomes[pickOutcome(outcomes, document.seed)];
  if (!shown) return undefined;
  const ends = successOf(document, derived, { flow, sent: sent.value });
  const through = ends(shown);
  const trace = traceOf(input, shown);
  const walked = { document, flow, network, suggested, found, connections, sent: sent.value, trace, through };
  return { walked, before: endingOfAll(outcomes, truncated, ends) };
}
