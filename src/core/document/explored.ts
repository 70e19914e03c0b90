import { findMisdelivery, resolveFlow } from './resolve-flow';
import type { Derived } from './kernel-parts';
import type { Document, Flow } from './document';
import { namespacedName } from '../kubernetes/types';
import { countUnnamed } from '../kubernetes/unnamed-endpoints';
import { parseFraction, toNumber } from '../lib/fraction';
import { phrase, type Phrase } from '../lib/phrase';
import { explore, type Exploration, type ExploreInput } from '../sim/explore';
import type { Outcome } from '../sim/trace';

/** A document with its network, and the flows walked so far. */
export interface Opened {
  readonly document: Document;
  readonly derived: Derived;
  readonly explored: Map<string, Explored>;
}

interface Explored {
  readonly input: ExploreInput;
  readonly exploration: Exploration;
}

/** Every outcome of a flow, most probable first; computed once for an opened document. A phrase: why it cannot be sent. */
export function exploreFlow(opened: Opened, flow: Flow): Explored | Phrase {
  const known = opened.explored.get(flow.id);
  if (known) return known;
  return walkOrFault(() => walkOut(opened, flow));
}

/**
 * Runs `work`; where it throws, returns the sentence that this program failed at this flow, so that all else is still
 * answered.
 */
export function walkOrFault<T>(work: () => T): T | Phrase {
  try {
    return work();
  } catch (error) {
    return phrase('document.flow.failed', { message: error instanceof Error ? error.message : String(error) });
  }
}

function walkOut(opened: Opened, flow: Flow): Explored | Phrase {
  const { network } = opened.derived;
  const resolved = resolveFlow(opened.document, network, flow);
  if (!resolved.ok) return resolved.error;
  const state = opened.derived.stateFor?.(resolved.value);
  const input: ExploreInput = {
    network,
    flow: resolved.value,
    seed: opened.document.seed,
    ...(state ? { state } : {}),
  };
  const { outcomes, truncated } = exploreWithin(input);
  const sorted = outcomes.toSorted(byOdds);
  const told = hasUnnamed(opened, flow) ? sorted.map(withoutOdds) : sorted;
  const explored = { input, exploration: { outcomes: told, truncated } };
  opened.explored.set(flow.id, explored);
  return explored;
}

/** An endpoint that no text names is drawn, too: of its Service no odds are known. */
function hasUnnamed({ document, derived }: Opened, { to }: Flow): boolean {
  const { services } = derived.settled ?? document.cluster;
  const asked = to.kind === 'service' ? `${to.namespace}/${to.name}` : to.kind === 'address' ? to.address : '';
  return services.some((each) => countUnnamed(each) > 0 && [namespacedName(each), each.spec.clusterIP].includes(asked));
}

const withoutOdds = ({ probability: _meant, kernelProbability: _drawn, ...outcome }: Outcome): Outcome => outcome;

/** Which outcomes of a flow were delivered, but not to an endpoint of the Service it was for; none where there is none. */
export function misdeliveredOutcomes(
  { document, derived }: Pick<Opened, 'document' | 'derived'>,
  flow: Flow,
  { input, exploration: { outcomes } }: Explored,
): { readonly astray?: readonly number[] } {
  const isAstray = findMisdelivery(document, derived, { flow, sent: input.flow });
  const astray = outcomes.flatMap((outcome, index) => (isAstray(outcome) ? [index] : []));
  return astray.length > 0 ? { astray } : {};
}

/** Random branches come from rules and are worth walking to the last; unknown ones can double at every rule. */
const FEW = 64;

function exploreWithin(input: ExploreInput): Exploration {
  const few = explore({ ...input, limit: FEW });
  const guessed = few.outcomes.some(({ probability }) => probability === undefined);
  return few.truncated && !guessed ? explore(input) : few;
}

/** Orders outcomes by odds, the likeliest first; those of unknown odds come last. */
function byOdds(a: Outcome, b: Outcome): number {
  const odds = ({ probability }: Outcome): number =>
    probability === undefined ? -1 : toNumber(parseFraction(probability));
  return odds(b) - odds(a);
}
