import type { FlatStep } from '../../store/selectors';

/**
 * The side a rule that matched gives another address, read off the step after it: a NAT target's verdict is ACCEPT
 * (`net/netfilter/xt_nat.c`), and the kernel rewrites the packet at once. `undefined` for a rule that only accepts.
 */
export function rewriteAfter(step: FlatStep, next: FlatStep | undefined): 'DST' | 'SRC' | undefined {
  if (step.data.kind !== 'rule' || step.data.verdict.kind !== 'ACCEPT' || step.hop !== next?.hop) return undefined;
  return next.data.kind === 'nat' && next.data.by === 'rule' ? next.data.manip : undefined;
}
