import type { Document } from '../core/document/document';
import { sameValue } from '../core/lib/memo';
import type { EngineClient } from '../engine/client';
import type { PrecomputedWalk } from '../engine/precompute';
import type { RunResult } from '../engine/protocol';
import type { RunState } from './run-state';

/** The walk that was worked out when the page was built, where it is the one that is wanted: that document, flow and pick. */
export function findPrecomputed(
  { precomputed, outcome, sent }: RunState,
  document: Document,
  flowId: string | undefined,
): PrecomputedWalk | undefined {
  const isWanted = outcome === undefined && sent === undefined && precomputed?.result.flowId === flowId;
  return isWanted && precomputed?.document === document ? precomputed : undefined;
}

/** The value there was, where the engine's answer equals it: nothing is drawn anew then. */
export const keepEqual = <T>(before: T, answer: T): T => (sameValue(before, answer) ? before : answer);

/** The engine's own walk, as the precomputed value where walk and story are equal to it. */
export async function confirmPrecomputed(
  client: EngineClient,
  precomputed: PrecomputedWalk,
  walk: Promise<RunResult>,
): Promise<RunResult> {
  const [result, story] = await Promise.all([walk, client.ask('story', { flowId: precomputed.result.flowId })]);
  return sameValue(precomputed.story, story) ? keepEqual(precomputed.result, result) : result;
}
