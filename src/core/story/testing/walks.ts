import { createDerive } from '../../document/derive';
import { flowsOfSubject, type Document, type Flow } from '../../document/document';
import { resolveFlow } from '../../document/resolve-flow';
import { Memo, once } from '../../lib/memo';
import { explore, pickOutcome, makeTrace, type ExploreInput } from '../../sim/explore';
import type { Outcome } from '../../sim/trace';
import type { StoryWalk } from '../walk';

/** One outcome of a flow of a document, walked. */
export interface OneWalk {
  readonly flow: Flow;
  readonly input: ExploreInput;
  readonly outcome: Outcome;
  readonly walked: StoryWalk;
}

/** Every outcome, up to some, of every flow that can be sent. */
export function walksOf(document: Document, limit = 4): readonly OneWalk[] {
  const derived = createDerive()(document);
  return flowsOfSubject(document).flatMap((flow) => {
    const sent = resolveFlow(document, derived.network, flow);
    if (!sent.ok) return [];
    const state = derived.stateFor?.(sent.value);
    const input = { network: derived.network, flow: sent.value, seed: document.seed, ...(state ? { state } : {}) };
    const { outcomes } = explore({ ...input, limit });
    return outcomes.map((outcome) => {
      const walked = { document, derived, trace: makeTrace(input, outcome) };
      return { flow, input, outcome, walked };
    });
  });
}

/** The walk several tests look at, worked out once for each thing that makes its document. */
export const walkMade = (make: () => Document): OneWalk => made(make, memo);

const memo = new Memo();
const made = once((make: () => Document) => walkShown(make()));

/** The first flow of a document, with the outcome its seed picks. */
export function walkShown(document: Document): OneWalk {
  const derived = createDerive()(document);
  const [flow] = flowsOfSubject(document);
  if (!flow) throw new Error('no flow');
  const sent = resolveFlow(document, derived.network, flow);
  if (!sent.ok) throw new Error(JSON.stringify(sent.error));
  const state = derived.stateFor?.(sent.value);
  const input = { network: derived.network, flow: sent.value, seed: document.seed, ...(state ? { state } : {}) };
  const { outcomes } = explore(input);
  const outcome = outcomes[pickOutcome(outcomes, document.seed)] as Outcome;
  return { flow, input, outcome, walked: { document, derived, trace: makeTrace(input, outcome) } };
}
