import { phrase } from '../../lib/phrase';
import { CONTINUE, type Verdict } from '../hooks';
import type { Edit, HandedEdit, HookContext } from './extension';
import { applyTarget, targetExtension } from './targets';
import type { XtRule } from './types';

/** What a rule that holds does: its target's word, and what the simulator's conntrack and NAT have to do for it. */
export interface Taken {
  readonly verdict: Verdict;
  readonly handed: readonly HandedEdit[];
}

/** Does what the target of a rule that holds does to the packet; `hasChain`: which chains its table has. */
export function takeTarget(rule: XtRule, ctx: HookContext, hasChain: (name: string) => boolean): Taken {
  const { verdict, edits = [] } = evaluateTarget(rule, ctx, hasChain);
  return { verdict, handed: applyOwn(ctx, edits) };
}

/** The target's word; one that is not simulated either takes the packet or lets it go on. */
function evaluateTarget(
  { target }: XtRule,
  ctx: HookContext,
  hasChain: (name: string) => boolean,
): { verdict: Verdict; edits?: readonly Edit[] } {
  if (!target) return { verdict: CONTINUE };
  const isChain = target.target === 'JUMP' || target.target === 'GOTO';
  const missing = isChain && !hasChain(target.spec.chain);
  if (!missing && targetExtension(target).simulated !== 'no') return applyTarget(target, ctx);
  const name = isChain ? target.spec.chain : target.target === 'unrecognised' ? target.spec.name : target.target;
  const reason = missing ? phrase('xtables.target-missing', { name }) : phrase('xtables.target-unknown', { name });
  const branch = ctx.decide({ kind: 'unknown', where: whereOf(ctx), reason, branches: 2 });
  return { verdict: branch === 0 ? { kind: 'STOLEN', by: name } : CONTINUE };
}

/** `nat KUBE-SERVICES 3`. */
function whereOf({ ref }: HookContext): string {
  return `${ref.table} ${ref.chain} ${ref.index + 1}`;
}

/** Marks and the TTL are changed here; the rest is handed back. */
function applyOwn({ skb }: HookContext, edits: readonly Edit[]): HandedEdit[] {
  const handed: HandedEdit[] = [];
  for (const edit of edits) {
    if (edit.kind === 'mark') skb.mark = edit.mark;
    else if (edit.kind === 'ctmark') {
      if (skb.ct) skb.ct.mark = edit.mark;
    } else if (edit.kind === 'ttl') skb.packet = { ...skb.packet, ttl: edit.ttl };
    else if (edit.kind === 'tos') {
      if ((skb.packet.tos ?? 0) !== edit.tos) skb.packet = { ...skb.packet, tos: edit.tos };
    } else handed.push(edit);
  }
  return handed;
}
