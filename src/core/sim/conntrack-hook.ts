import { phrase } from '../lib/phrase';
import { snapshot } from '../linux/conntrack/table';
import { conntrackConfirm, conntrackIn } from '../linux/conntrack/track';
import type { Hook } from '../linux/hooks';
import { GO_ON, type HookEntry, type HookOutcome } from './hook-outcome';
import { stop, type Passage } from './world';

function lookUp(passage: Passage): HookOutcome {
  const { skb, netns, state, leg } = passage;
  const known = skb.ct;
  conntrackIn(skb, netns, state);
  const { ct, ctState = 'INVALID', ctDirection = 'original' } = skb;
  const created = ct !== undefined && ct !== known && !ct.status.has('CONFIRMED') && ctState === 'NEW';
  leg.step(
    { kind: 'conntrack', ctState, direction: ctDirection, created, ...(ct ? { entry: snapshot(ct) } : {}) },
    skb,
  );
  return GO_ON;
}

function confirm(passage: Passage, hook: Hook): HookOutcome {
  if (conntrackConfirm(passage.skb, passage.state)) return GO_ON;
  const reason = phrase('sim.conntrack.clash');
  const errno = passage.skb.local && hook === 'POSTROUTING' ? 'EPERM' : undefined;
  const disposition = { kind: 'DROPPED', netns: passage.netns.id, by: 'conntrack' } as const;
  return { kind: 'ended', next: stop(passage, reason, disposition, errno) };
}

/** conntrack looks a packet up as it comes or is made, and confirms the connection where it leaves (nf_conntrack_proto.c). */
export function conntrackEntries(hook: Hook): HookEntry[] {
  if (hook === 'PREROUTING' || hook === 'OUTPUT') return [{ priority: -200, run: lookUp }];
  return hook === 'FORWARD' ? [] : [{ priority: Number.MAX_SAFE_INTEGER, run: confirm }];
}
