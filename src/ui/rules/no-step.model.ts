import type { BenchState } from '../../store/types';

/**
 * Why there is no step to show. Only of what is not there yet, and not under way, is it said how to get it: `noNodes`,
 * `noFlows`, `noneSent`.
 */
export type NoStep = 'problem' | 'failed' | 'working' | 'noNodes' | 'noFlows' | 'noneSent';

export function noStepOf({ run, document: { present } }: Pick<BenchState, 'run' | 'document'>): NoStep {
  if (run.result?.problem) return 'problem';
  if (run.status === 'failed') return 'failed';
  // Sent and not answered yet is being computed, also before the engine was asked.
  if (run.status === 'working' || (run.flowId !== undefined && run.result === undefined)) return 'working';
  if (present.subject === 'cluster' && present.cluster.nodes.length === 0) return 'noNodes';
  return present.flows.length === 0 ? 'noFlows' : 'noneSent';
}
