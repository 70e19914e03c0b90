import { whyNotReached, type RuleInNetns, type NotReached } from '../../core/questions/why/not-asked';
import type { Engine } from '../engine';

/** Why a rule was not asked on the walk last shown for a flow; no reasons: no walk was shown. */
export function notAsked(
  { session }: Engine,
  { flowId, rule }: { readonly flowId: string; readonly rule: RuleInNetns },
): NotReached {
  const run = session.shown.get(flowId);
  return run ? whyNotReached(run.trace, run.input.network, rule) : { reasons: [] };
}
