import { phrase } from '../lib/phrase';
import type { Hook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import { answerReject } from './errors';
import { runFrameHook, type FrameHook } from './hook';
import { mayRefuse } from './nftables-hook';
import { stop, type Next, type Passage } from './world';

const ALL = (): boolean => true;

/**
 * Which chains of `bridge` tables are asked before br_netfilter shows the packet to the hook of IP, and which behind
 * (NF_BR_PRI_BRNF: 0 in PREROUTING, one less in FORWARD; of equal ones the last that was registered is first).
 */
export const BEFORE_IP: Readonly<Record<'PREROUTING' | 'FORWARD', (priority: number) => boolean>> = {
  PREROUTING: (priority) => priority <= 0,
  FORWARD: (priority) => priority < 0,
};
export const BEHIND_IP: typeof BEFORE_IP = {
  PREROUTING: (priority) => priority > 0,
  FORWARD: (priority) => priority >= 0,
};

/** Shows a frame to chains of `bridge` tables (net/bridge/br_input.c, br_forward.c). Undefined: it goes on. */
export function passFrame(passage: Passage, hook: Hook, frame: Partial<FrameHook>): Next | undefined {
  const outcome = runFrameHook(passage, hook, { asks: ALL, ...frame });
  if (outcome.kind === 'go-on' || outcome.kind === 'sent-on') return undefined;
  if (outcome.kind === 'rejected') answerReject(passage, outcome.with, hook);
  return outcome.next;
}

/** A frame whose port is not in the picture: whether tables of `bridge` let it through is not known. */
export function passUnknownPort(passage: Passage, hooks: readonly Hook[]): Next | undefined {
  return passUnknown(passage, passage.netns, { family: 'bridge', hooks });
}

/** The question for a neighbour's address, and the answer: whether tables of `arp` let them through is not known. */
export function passArp(passage: Passage, netns: Netns): Next | undefined {
  if (passage.skb.packet.family !== 'ipv4') return undefined;
  return passUnknown(passage, netns, { family: 'arp', hooks: ['INPUT', 'OUTPUT'] });
}

interface UnseenTables {
  readonly family: 'bridge' | 'arp';
  readonly hooks: readonly Hook[];
}

function passUnknown(passage: Passage, { nftables }: Netns, { family, hooks }: UnseenTables): Next | undefined {
  const { world, netns } = passage;
  for (const table of nftables ? mayRefuse(nftables, family, hooks) : []) {
    const reason = phrase(family === 'arp' ? 'nftables.arp-not-run' : 'nftables.port-not-known', { table });
    const refuses = world.decide({ kind: 'unknown', where: table, reason, branches: 2 }) === 0;
    world.recorder.assume(reason);
    if (refuses) return stop(passage, reason, { kind: 'DROPPED', netns: netns.id, by: table });
  }
  return undefined;
}
