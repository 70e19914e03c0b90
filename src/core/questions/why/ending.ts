import { formatIp } from '../../net/ip';
import { explore, stateAfter } from '../../sim/explore';
import type { Disposition, Outcome } from '../../sim/trace';
import { sumOdds } from '../../sim/odds';
import type { SimFlow } from '../../sim/simulate';
import type { FoundService } from '../../paste/pasted-types';
import { findMisdelivery, resolveFlow } from '../../document/resolve-flow';
import type { Derive, Derived } from '../../document/kernel-parts';
import type { Document, Flow } from '../../document/document';
import { formatFraction, multiply, parseFraction } from '../../lib/fraction';

/** With more Pods to choose from the odds are not summed up. */
const MOST_ENDS = 24;

/**
 * The odds that the second of two flows is delivered to the address that the first was delivered to, when it is sent
 * right after it: what the first leaves behind (lists of xt_recent, templates of IPVS, maps of nftables) is there.
 * Undefined: one of them cannot be sent, does not arrive for certain, or has odds nobody knows.
 */
export function togetherOdds(
  document: Document,
  { network }: Derived,
  [first, second]: readonly [Flow, Flow],
): string | undefined {
  const [one, two] = [resolveFlow(document, network, first), resolveFlow(document, network, second)];
  if (!one.ok || !two.ok) return undefined;
  const { seed } = document;
  const input = { network, flow: one.value, seed, limit: MOST_ENDS };
  const before = explore(input);
  if (before.truncated) return undefined;
  const shared: Pick<Outcome, 'probability'>[] = [];
  for (const start of before.outcomes) {
    const state = stateAfter(input, start);
    const after = explore({ network, flow: two.value, seed, state, limit: MOST_ENDS });
    if (after.truncated || !isKnownEnding(start) || !after.outcomes.every(isKnownEnding)) return undefined;
    const same = after.outcomes.filter((end) => placeOf(end) === placeOf(start));
    shared.push(...same.map((end) => ({ probability: both(start, end) })));
  }
  return sumOdds(shared).probability;
}

const isKnownEnding = ({ probability, arrived }: Outcome): boolean =>
  probability !== undefined && arrived !== undefined;

const placeOf = ({ arrived }: Outcome): string | undefined => arrived && formatIp(arrived.dst);

const both = (first: Outcome, second: Outcome): string =>
  formatFraction(multiply(parseFraction(first.probability ?? '0'), parseFraction(second.probability ?? '0')));

/** How a flow ends over all its outcomes. */
export interface Ending {
  /** The odds that it gets through (see {@link successOf}), as meant; undefined: something not simulated decides. */
  readonly through?: string;
  /** As the kernel draws; absent where that is what is meant. */
  readonly kernelThrough?: number;
  /** Each way its request ends, the most probable first, no two alike. */
  readonly ends: readonly Disposition[];
  /** Senders as those that got the packet saw them, each once. */
  readonly sources: readonly string[];
  /** Somebody answered who is no endpoint of the Service that was asked. */
  readonly astray?: true;
  /** The odds that it comes to the Pod that the same client was sent to just before, on {@link Judge.beside}. */
  readonly together?: string;
}

/**
 * What a change does to a flow. `flips`: what was shown cannot happen any more, its opposite always does. `odds`: it
 * became more or less likely. `together`: it shares its Pod with what the client sent before more or less often.
 * `source`: it ends as before, and the receiver sees another sender. `ends`: it fails, or arrives, in another way.
 * `same`: none of these.
 */
export type Effect = 'flips' | 'odds' | 'together' | 'source' | 'ends' | 'same';

/** Is the outcome what the caller wants? */
type Success = (outcome: Pick<Outcome, 'answered' | 'disposition' | 'arrived'>) => boolean;

/**
 * The test of getting through: an answer, and where a Service with known endpoints was asked, an answer of one of them. A
 * packet that leaves what is known of a pasted node counts, unless it was for a Service: then nothing took it.
 */
export function successOf(document: Document, derived: Derived, asked: Parameters<typeof findMisdelivery>[2]): Success {
  const ofService = isVirtual([...derived.found, ...(asked.before ?? [])], asked.sent);
  const isAstray = findMisdelivery(document, derived, asked);
  // An answer is not answered: it has to reach whoever asked.
  if (asked.sent.segment === 'late-answer') return ({ disposition }) => disposition.kind === 'DELIVERED';
  return (outcome) => (outcome.disposition.kind === 'LEFT' ? !ofService : outcome.answered && !isAstray(outcome));
}

/** Is the address that a packet was sent to one of a pasted Service? */
export function isVirtual(found: Derived['found'], { dst }: SimFlow): boolean {
  const asked = formatIp(dst);
  return found.some(({ address, external = [] }) => address === asked || external.includes(asked));
}

/** Outcomes walked for one change: beyond them its odds are said to be unknown. */
export const MOST_OUTCOMES = 256;

/** What flows are judged by. */
export interface Judge {
  readonly derive: Derive;
  /** Services that were known before anything was changed: taking a Service's rule out makes it no other address. */
  readonly services: Derived['found'];
  /** What the client sent before. */
  readonly beside?: Flow;
}

/** How a flow ends in a document; undefined: it cannot be sent there. */
export function endingIn(document: Document, flow: Flow | undefined, judge: Judge): Ending | undefined {
  if (!flow) return undefined;
  const { derive, services, beside } = judge;
  const known = document.flows.some(({ id }) => id === flow.id);
  const asked = known ? document : { ...document, flows: [...document.flows, flow] };
  const derived = derive(asked);
  const { network, stateFor, found } = derived;
  const sent = resolveFlow(asked, network, flow);
  if (!sent.ok) return undefined;
  const state = stateFor?.(sent.value);
  const input = { network, flow: sent.value, seed: document.seed, limit: MOST_OUTCOMES, ...(state ? { state } : {}) };
  const { outcomes, truncated } = explore(input);
  const isGone = ({ address, port }: FoundService): boolean =>
    !found.some((each) => each.address === address && each.port === port);
  const before = document.subject === 'pasted' ? services.filter(isGone) : [];
  const ending = endingOfAll(outcomes, truncated, successOf(asked, derived, { flow, sent: sent.value, before }));
  const together = beside && togetherOdds(asked, derived, [beside, flow]);
  return { ...ending, ...(together === undefined ? {} : { together }) };
}

/** Do rules hold it up, whatever falls? */
export function isBlocked({ ends }: Ending): boolean {
  return ends.length > 0 && ends.every(({ kind }) => kind === 'DROPPED' || kind === 'REJECTED');
}

/** Sums the outcomes of a flow up; `success`: what counts as getting through. `truncated`: there are more than were walked, so odds are not known. */
export function endingOfAll(outcomes: readonly Outcome[], truncated: boolean, success: Success): Ending {
  const { probability, kernelProbability } = truncated ? {} : makeOdds(outcomes, success);
  const ends = new Map(outcomes.map(({ disposition }) => [endKey(disposition), disposition] as const));
  const sources = outcomes.flatMap(({ arrived, left }) =>
    [arrived ?? left ?? []].flat().map(({ src }) => formatIp(src)),
  );
  return {
    ...(probability === undefined ? {} : { through: probability }),
    ...(kernelProbability === undefined ? {} : { kernelThrough: kernelProbability }),
    ends: [...ends.values()],
    sources: [...new Set(sources)].sort(),
    ...(outcomes.some((outcome) => isAnswered(outcome) && !success(outcome)) ? { astray: true as const } : {}),
  };
}

const isAnswered = ({ answered, disposition }: Outcome): boolean => answered && disposition.kind === 'DELIVERED';

/** Nothing unless all outcomes that get through, or all that do not, have known odds. */
function makeOdds(outcomes: readonly Outcome[], success: Success): ReturnType<typeof sumOdds> {
  if (outcomes.length > 0 && outcomes.every(success)) return { probability: '1' };
  const through = outcomes.filter(success);
  if (through.length > 0 && outcomes.some(({ probability }) => probability === undefined)) return {};
  return sumOdds(through);
}

/** Ends that a person would call the same: wherever it is, the same thing was done by the same part. */
function endKey(end: Disposition): string {
  if (end.kind === 'DELIVERED') return 'DELIVERED';
  return end.kind === 'REJECTED' ? `REJECTED ${end.with}` : end.kind;
}

/** Compares a flow before and after a change. `shown`: did the outcome on the page get through? */
export function getEffect(before: Ending, after: Ending, shown: boolean): Effect {
  if (after.through === undefined) return 'same';
  // Where nothing told the odds before, a change that leaves one way only still turns round what was shown.
  if (before.through === undefined) return after.through === (shown ? '0' : '1') ? 'flips' : 'same';
  if (after.through !== before.through) return after.through === (shown ? '0' : '1') ? 'flips' : 'odds';
  if (before.together !== undefined && after.together !== undefined && before.together !== after.together)
    return 'together';
  const kinds = ({ ends }: Ending): string => ends.map(endKey).sort().join();
  if (kinds(before) !== kinds(after)) return 'ends';
  return before.sources.join() === after.sources.join() ? 'same' : 'source';
}
