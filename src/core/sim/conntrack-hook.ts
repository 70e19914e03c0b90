import { phrase } from '../lib/phrase';
import { formatIp } from '../net/ip';
import { snapshot } from '../linux/conntrack/table';
import { conntrackConfirm, conntrackIn } from '../linux/conntrack/track';
import type { Hook } from '../linux/hooks';
import { GO_ON, type HookEntry, type HookOutcome } from './hook-outcome';
import { stop, type Passage } from './world';

/** A helper may have expected a new connection between its two hosts; 0 says it did. */
function expectationOf({ skb, state, world }: Passage): void {
  const { ct } = skb;
  const master = ct && state.conntrack.withHelper(ct.original);
  if (!ct || !master?.helper) return;
  const [from, to] = [formatIp(ct.original.src), formatIp(ct.original.dst)];
  const reason = phrase('kernel.expectation', { from, to, helper: master.helper });
  if (world.decide({ kind: 'unknown', where: 'conntrack', reason, branches: 2 }) !== 0) return;
  world.recorder.assume(reason);
  skb.ctState = 'RELATED';
  ct.expectedBy = master.helper;
}

function lookUp(passage: Passage): HookOutcome {
  const { skb, netns, state, leg } = passage;
  const known = skb.ct;
  conntrackIn(skb, netns, state);
  const { ct } = skb;
  const created = ct !== undefined && ct !== known && !ct.status.has('CONFIRMED') && skb.ctState === 'NEW';
  if (created) expectationOf(passage);
  const { ctState = 'INVALID', ctDirection = 'original' } = skb;
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
