import type { TraceStep } from '../../core/sim/trace';
import { VerdictBadge } from '../common/VerdictBadge';
import { ipvsMark, targetMark, verdictMark, type VerdictMark } from '../theme/verdicts';

/** The sign and word of what a step decided; undefined for steps that decide nothing. */
export function stepMark(step: TraceStep): VerdictMark | undefined {
  if (step.kind === 'rule' && step.markBefore !== undefined) return targetMark('MARK');
  if (step.kind === 'rule' || step.kind === 'policy') return verdictMark(step.verdict);
  if (step.kind === 'return') return targetMark('RETURN');
  if (step.kind === 'ipvs') return ipvsMark(step);
  if (step.kind === 'nat') return targetMark(step.manip === 'DST' ? 'DNAT' : 'SNAT');
  if (step.kind === 'deliver') return { ...targetMark('ACCEPT'), word: '' };
  if (step.kind === 'stop') return { ...targetMark('DROP'), word: '' };
  return undefined;
}

/** The sign and word of what a step decided; nothing for steps that decide nothing. */
export function StepBadge({ step }: { readonly step: TraceStep }) {
  const mark = stepMark(step);
  return mark ? <VerdictBadge mark={mark} /> : null;
}
