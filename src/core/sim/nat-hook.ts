import { manipOf, bindNull, natDone, natIcmpError, natPacket } from '../linux/conntrack/nat';
import { isIcmpError } from '../linux/conntrack/tuple';
import { ACCEPT, type Hook, type Verdict } from '../linux/hooks';
import type { Skb } from '../linux/skb';
import { sameIp } from '../net/ip';
import type { Packet } from '../net/packet';
import type { Passage } from './world';

/** The nat rules of one table or base chain at a hook: asked in order until one binds the connection. */
export type NatLookup = (passage: Passage, hook: Hook) => Verdict;

interface Rewrite {
  readonly packet: Packet;
  readonly by: 'rule' | 'binding';
  readonly manip: 'SRC' | 'DST';
  readonly drawn?: boolean;
}

function rewrite(passage: Passage, { packet, by, manip, drawn }: Rewrite): void {
  const before = passage.skb.packet;
  if (packet === before || sameHeaders(packet, before)) return;
  passage.skb.packet = packet;
  passage.leg.step({ kind: 'nat', manip, by, before, ...(drawn ? { drawn: true } : {}) }, passage.skb);
}

function sameHeaders(a: Packet, b: Packet): boolean {
  const ids = (p: Packet): string => JSON.stringify(p.l4);
  return sameIp(a.src, b.src) && sameIp(a.dst, b.dst) && ids(a) === ids(b);
}

/** A masqueraded connection that now leaves by another device is given up (`nf_nat_oif_changed`). */
function outDeviceChanged({ ct, ctDirection, outdev }: Skb, hook: Hook): boolean {
  if (!ct?.masqueradeDevice || hook !== 'POSTROUTING' || ctDirection !== 'original') return false;
  return ct.srcNatDone && ct.masqueradeDevice !== outdev;
}

/**
 * nat at one hook (net/netfilter/nf_nat_core.c `nf_nat_inet_fn`): rules only for what is not bound yet.
 * All nat chains of the namespace, of iptables and of nftables, are asked here in the order of `lookups`.
 */
export function natHook(passage: Passage, lookups: readonly NatLookup[], hook: Hook): Verdict {
  const { skb, state } = passage;
  const { ct } = skb;
  if (!ct) return ACCEPT;
  const manip = manipOf(hook);
  if (skb.ctState === 'RELATED' && isIcmpError(skb.packet.l4)) {
    rewrite(passage, { packet: natIcmpError(skb, manip), by: 'binding', manip });
    return ACCEPT;
  }
  if (outDeviceChanged(skb, hook)) {
    state.conntrack.kill(ct);
    return { kind: 'STOLEN', by: 'MASQUERADE' };
  }
  const drawnBefore = state.portsDrawn;
  let by: 'rule' | 'binding' = 'binding';
  if ((skb.ctState === 'NEW' || skb.ctState === 'RELATED') && !natDone(ct, manip)) {
    const verdict = ask(passage, lookups, hook);
    if (verdict.kind !== 'ACCEPT') return verdict;
    if (natDone(ct, manip)) by = 'rule';
    else bindNull(ct, manip, state);
  }
  rewrite(passage, { packet: natPacket(skb, manip), by, manip, drawn: state.portsDrawn > drawnBefore });
  return ACCEPT;
}

function ask(passage: Passage, lookups: readonly NatLookup[], hook: Hook): Verdict {
  for (const lookup of lookups) {
    const verdict = lookup(passage, hook);
    if (verdict.kind !== 'ACCEPT' || (passage.skb.ct && natDone(passage.skb.ct, manipOf(hook)))) return verdict;
  }
  return ACCEPT;
}
