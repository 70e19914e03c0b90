import { phrase, type Phrase } from '../../core/lib/phrase';
import { pickOutcome, makeTrace } from '../../core/sim/explore';
import type { Engine } from '../engine';
import { misdeliveredOutcomes, exploreFlow, walkOrFault } from '../../core/document/explored';
import type { RunResult } from '../protocol';
import { writtenSummaries } from '../rules-summary';

/** A flow of the opened document; `outcome`: shows that one instead of the seed's pick. */
interface RunArgs {
  readonly flowId: string;
  readonly outcome?: number;
}

/** The name of the measure: what the engine's own part of a walk took, in milliseconds. */
const WALK = 'rulewalk:walk';

/** Leaves how long it took in the thread's User Timing, where browsers' tools and `npm run bench` look. */
export function run(engine: Engine, { flowId, outcome }: RunArgs): RunResult {
  const start = performance.now();
  const result = runFlow(engine, flowId, outcome);
  performance.clearMeasures(WALK);
  performance.measure(WALK, { start });
  return result;
}

/** A flow of what is on the bench; `wanted`: in that outcome instead of the seed's pick. */
export function runFlow(engine: Engine, flowId: string, wanted: number | undefined): RunResult {
  const result = walkOrFault(() => runKnown(engine, flowId, wanted));
  return 'id' in result ? notSent(flowId, result) : result;
}

function runKnown({ session, memo }: Engine, flowId: string, wanted: number | undefined): RunResult {
  const flow = session.document.flows.find(({ id }) => id === flowId);
  if (!flow) return notSent(flowId, phrase('document.flow.none'));
  const explored = exploreFlow(session, flow);
  if ('id' in explored) return notSent(flowId, explored);
  const { input, exploration } = explored;
  const { outcomes, truncated } = exploration;
  const shown = wanted !== undefined && wanted in outcomes ? wanted : pickOutcome(outcomes, session.document.seed);
  const outcome = outcomes[shown];
  if (!outcome) return notSent(flowId, phrase('document.flow.none'));
  const trace = makeTrace(input, outcome);
  session.shown.set(flowId, { input, path: outcome.path, trace });
  const rules = writtenSummaries(session.derived, memo);
  const astray = misdeliveredOutcomes(session, flow, explored);
  return { flowId, outcomes, shown, trace, truncated, ...astray, ...(rules.length > 0 ? { rules } : {}) };
}

/** A flow that could not be sent, and why. */
export function notSent(flowId: string, problem: Phrase): RunResult {
  const trace = { legs: [], assumptions: [], conntrack: {} };
  return { flowId, outcomes: [], shown: 0, trace, truncated: false, problem };
}
