import type { Document } from '../document/document';
import type { Derived } from '../document/kernel-parts';
import { resolveFlow } from '../document/resolve-flow';
import { explore, type ExploreInput } from '../sim/explore';
import type { Outcome } from '../sim/trace';
import type { Asking } from './question';

/** A flow through a document that is not the one walked, or through that one with all its outcomes. */
export interface ExploredAgain {
  readonly derived: Derived;
  readonly input: ExploreInput;
  readonly outcomes: readonly Outcome[];
}

/** More outcomes than this are not told apart. */
const MOST_OUTCOMES = 64;

/** The flow of a question through a document; undefined: it cannot be sent, or has more outcomes than 64. */
export function exploreAgain({ flow, derive }: Asking, document: Document): ExploredAgain | undefined {
  const derived = derive(document);
  const sent = resolveFlow(document, derived.network, flow);
  if (!sent.ok) return undefined;
  const input = { network: derived.network, flow: sent.value, seed: document.seed };
  const { outcomes, truncated } = explore({ ...input, limit: MOST_OUTCOMES });
  return truncated ? undefined : { derived, input, outcomes };
}
