import { whyNotAsked, type AskedRule, type NotAsked } from '../../core/questions/why/not-asked';
import type { Engine } from '../engine';

/** Why a rule was not asked on the walk last shown for a flow; no reasons: no walk was shown. */
export function notAsked(
  { session }: Engine,
  { flowId, rule }: { readonly flowId: string; readonly rule: AskedRule },
): NotAsked {
  const run = session.shown.get(flowId);
  return run ? whyNotAsked(run.trace, run.input.network, rule) : { reasons: [] };
}
