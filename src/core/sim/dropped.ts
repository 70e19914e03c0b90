import { phrase, type Phrase } from '../lib/phrase';
import type { Hook, Verdict } from '../linux/hooks';
import type { RuleRef } from '../linux/xtables/types';
import type { Disposition, TraceStep } from './trace';
import { ENDED, type Next, type Passage } from './world';

/** `filter FORWARD 3`, `filter FORWARD policy`: as people point at a rule. */
function describePlace(step: TraceStep | undefined): { by: string; ref?: RuleRef } {
  if (step?.kind === 'rule') {
    return { by: `${step.ref.table} ${step.ref.chain} ${step.ref.index + 1}`, ref: step.ref };
  }
  if (step?.kind === 'policy') return { by: `${step.table} ${step.chain} policy` };
  return { by: 'kernel' };
}

function dispositionOf(verdict: Verdict, netns: string, by: string, reason: Phrase): Disposition {
  if (verdict.kind === 'REJECT') return { kind: 'REJECTED', netns, with: verdict.with, by };
  if (verdict.kind === 'STOLEN') return { kind: 'UNKNOWN', netns, reason };
  return { kind: 'DROPPED', netns, by };
}

function reasonOf(verdict: Verdict, hook: Hook, by: string): Phrase {
  if (verdict.kind === 'REJECT') return phrase('sim.rule.rejected', { by, hook, with: verdict.with });
  if (verdict.kind === 'STOLEN' && verdict.by === 'LOOP') return phrase('sim.rule.loop', { by, hook });
  if (verdict.kind === 'STOLEN' && verdict.by === 'TOO LONG') return phrase('kernel.walk-too-long', { by, hook });
  if (verdict.kind === 'STOLEN') return phrase('sim.rule.stolen', { by, hook, target: verdict.by });
  return phrase(by.endsWith('policy') ? 'sim.rule.policy-dropped' : 'sim.rule.dropped', { by, hook });
}

/** Ends the walk at the rule or policy that refused the packet; a sender on this host gets EPERM. */
export function explainDrop(passage: Passage, hook: Hook, verdict: Verdict): Next {
  const { leg, skb, netns } = passage;
  const last = leg.current().findLast((step) => step.kind === 'rule' || step.kind === 'policy');
  const { by, ref } = describePlace(last);
  const reason = reasonOf(verdict, hook, by);
  const told = skb.local && (hook === 'OUTPUT' || hook === 'POSTROUTING') ? { errno: 'EPERM' } : {};
  leg.step({ kind: 'stop', reason, ...(ref ? { ref } : {}), ...told }, skb);
  leg.end(dispositionOf(verdict, netns.id, by, reason));
  return ENDED;
}
