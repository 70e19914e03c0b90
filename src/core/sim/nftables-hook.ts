import { getManip, bindNull, natDone, natIcmpError, natPacket, setupNat } from '../linux/conntrack/nat';
import { isIcmpError } from '../linux/conntrack/tuple';
import { NF_ACCEPT, type DeviceHook, type Hook, type NftTableName, type Verdict } from '../linux/hooks';
import type { Skb } from '../linux/skb';
import { sameIp } from '../net/ip';
import type { Packet } from '../net/packet';
import type { Passage } from './world';
import type { NftEdit, NftWalkEvent } from '../linux/nftables/extension';
import { tableName, type NftBase, type NftRuleset } from '../linux/nftables/types';
import { walkChain } from '../linux/nftables/walk';
import { listBaseChains, type RegisteredChain } from './hook-order';

/** The rules of one table or base chain at a hook; those of nat are asked in order until one binds the connection. */
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
  if (!ct) return NF_ACCEPT;
  const manip = getManip(hook);
  if (skb.ctState === 'RELATED' && isIcmpError(skb.packet.l4)) {
    rewrite(passage, { packet: natIcmpError(skb, manip), by: 'binding', manip });
    return NF_ACCEPT;
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
  return NF_ACCEPT;
}

function ask(passage: Passage, lookups: readonly NatLookup[], hook: Hook): Verdict {
  for (const lookup of lookups) {
    const verdict = lookup(passage, hook);
    if (verdict.kind !== 'ACCEPT' || (passage.skb.ct && natDone(passage.skb.ct, getManip(hook)))) return verdict;
  }
  return NF_ACCEPT;
}

function record(passage: Passage, event: NftWalkEvent): void {
  passage.leg.step(event, passage.skb);
  if ('assumed' in event && event.assumed) passage.world.recorder.assume(event.assumed);
}

function apply(passage: Passage, edit: NftEdit): undefined {
  const { skb, state } = passage;
  if (edit.kind === 'notrack') skb.ctState = 'UNTRACKED';
  else if (edit.kind === 'zone') {
    skb.zone = edit.zone;
    if (edit.direction) skb.zoneDirection = edit.direction;
  } else if (skb.ct) {
    if (edit.masquerade && skb.outdev) skb.ct.masqueradeDevice = skb.outdev;
    setupNat(skb.ct, edit.manip, edit.range, state);
  }
}

function walk(passage: Passage, { table, chain }: RegisteredChain, hook: Hook | DeviceHook): Verdict {
  const { skb, netns, state, world } = passage;
  return walkChain({
    table,
    chain,
    ctx: { family: skb.packet.family, hook, skb, netns, state, decide: world.decide },
    apply: (edit) => apply(passage, edit),
    record: (event) => record(passage, event),
  });
}

/** Chains of `bridge` tables at a hook of frames, by priority. */
function chainsOfFrames({ tables }: NftRuleset, hook: Hook): RegisteredChain[] {
  const found = [...tables.values()]
    .filter(({ family, flags }) => family === 'bridge' && !flags.includes('dormant'))
    .flatMap((table) => listBaseChains(table).filter(({ base }) => base.hook === hook));
  return found.reverse().toSorted((a, b) => a.base.priority - b.base.priority);
}

/** How the chains of `bridge` tables at a hook judge a frame, each with its priority (`br_nf_hook_thresh`). */
export function frameLookups(
  ruleset: NftRuleset,
  hook: Hook,
): readonly { readonly priority: number; readonly lookup: (passage: Passage) => Verdict }[] {
  return chainsOfFrames(ruleset, hook).map((each) => ({
    priority: each.base.priority,
    lookup: (passage) => walk(passage, each, hook),
  }));
}

/** Tables of a family with a chain at one of these hooks that may refuse something: it has a rule, or drops by policy. */
export function mayRefuse(
  { tables }: NftRuleset,
  wanted: 'bridge' | 'arp',
  hooks: readonly Hook[],
): readonly NftTableName[] {
  const isAt = ({ base, chain }: RegisteredChain): boolean =>
    hooks.some((hook) => hook === base.hook) && (chain.length > 0 || base.policy === 'DROP');
  return [...tables.values()]
    .filter((table) => table.family === wanted && !table.flags.includes('dormant') && listBaseChains(table).some(isAt))
    .map(tableName);
}

/** Is a chain at this device? Names may end in a star from 6.16 on. */
function isAtDevice({ devices = [] }: NftBase, device: string): boolean {
  return devices.some((name) => (name.endsWith('*') ? device.startsWith(name.slice(0, -1)) : name === device));
}

/** Chains at a device, by priority: of `netdev` tables, and of `inet` tables where packets come in. */
function chainsAtDevice({ tables }: NftRuleset, hook: DeviceHook, device: string): RegisteredChain[] {
  const found = [...tables.values()]
    .filter(({ family, flags }) => !flags.includes('dormant') && (family === 'netdev' || family === 'inet'))
    .flatMap((table) => listBaseChains(table).filter(({ base }) => base.hook === hook && isAtDevice(base, device)));
  return found.reverse().toSorted((a, b) => a.base.priority - b.base.priority);
}

/** How the chains at a device judge a packet, one after the other (`nf_hook_ingress`, `nf_hook_egress`). */
export function deviceLookups(
  ruleset: NftRuleset,
  hook: DeviceHook,
  device: string,
): ((passage: Passage) => Verdict)[] {
  return chainsAtDevice(ruleset, hook, device).map((each) => (passage) => walk(passage, each, hook));
}

/** How a base chain is asked at its hook. */
export function nftablesLookup(registered: RegisteredChain): NatLookup {
  return (passage, hook) => walk(passage, registered, hook);
}
