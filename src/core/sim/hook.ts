import { phrase } from '../lib/phrase';
import { ACCEPT, TABLE_ORDER, type Hook, type TableName, type Verdict } from '../linux/hooks';
import { conntrackConfirm, conntrackIn } from '../linux/conntrack/track';
import { bindNull, manipOf, natDone, natIcmpError, natPacket, setupNat } from '../linux/conntrack/nat';
import { snapshot } from '../linux/conntrack/table';
import { isIcmpError } from '../linux/conntrack/tuple';
import type { Skb } from '../linux/skb';
import type { HandedEdit } from '../linux/xtables/extension';
import type { RuleRef, XtTable } from '../linux/xtables/types';
import type { WalkEvent } from '../linux/xtables/events';
import { walkTable } from '../linux/xtables/walk';
import { sameIp } from '../net/ip';
import type { Packet } from '../net/packet';
import { explainDrop } from './dropped';
import { routeAgain } from './route-output';
import { stop, type Next, type Passage } from './world';

/** What a hook leaves of a packet: it goes on, or its walk has ended. `REJECT` still wants an answer. */
export type HookOutcome =
  | { readonly kind: 'go-on' }
  | { readonly kind: 'rejected'; readonly with: string; readonly next: Next }
  | { readonly kind: 'ended'; readonly next: Next };

const GO_ON: HookOutcome = { kind: 'go-on' };

/** Anything to ask at all? Namespaces without rules have no conntrack either. */
function tablesOf(passage: Passage): ReadonlyMap<TableName, XtTable> | undefined {
  return passage.netns.xtables[passage.skb.packet.family]?.tables;
}

function record(passage: Passage, event: WalkEvent): void {
  passage.leg.step(event, passage.skb);
  if ('assumed' in event && event.assumed) passage.world.recorder.assume(event.assumed);
}

function apply(passage: Passage, edit: HandedEdit, masquerade: boolean): undefined {
  const { skb, state } = passage;
  if (edit.kind === 'notrack') skb.ctState = 'UNTRACKED';
  else if (edit.kind === 'zone') skb.zone = edit.zone;
  else if (skb.ct) {
    if (masquerade && skb.outdev) skb.ct.masqueradeDevice = skb.outdev;
    setupNat(skb.ct, edit.manip, edit.range, state);
  }
}

const isMasquerade = (table: XtTable, { chain, index }: RuleRef): boolean =>
  table.chains.get(chain)?.rule(index).target?.target === 'MASQUERADE';

function walk(passage: Passage, table: XtTable, hook: Hook): Verdict {
  const { skb, netns, state, world } = passage;
  const { family } = skb.packet;
  return walkTable({
    table,
    chain: hook,
    ctx: { family, hook, skb, netns, state, decide: world.decide },
    apply: (edit, ref) => apply(passage, edit, isMasquerade(table, ref)),
    record: (event) => record(passage, event),
  });
}

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

/** nat at one hook (net/netfilter/nf_nat_core.c `nf_nat_inet_fn`): rules only for what is not bound yet. */
function natHook(passage: Passage, table: XtTable, hook: Hook): Verdict {
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
    const verdict = walk(passage, table, hook);
    if (verdict.kind !== 'ACCEPT') return verdict;
    if (natDone(ct, manip)) by = 'rule';
    else bindNull(ct, manip, state);
  }
  rewrite(passage, { packet: natPacket(skb, manip), by, manip, drawn: state.portsDrawn > drawnBefore });
  return ACCEPT;
}

function conntrackStep(passage: Passage): void {
  const { skb, netns, state, leg } = passage;
  const known = skb.ct;
  conntrackIn(skb, netns, state);
  const { ct, ctState = 'INVALID', ctDirection = 'original' } = skb;
  const created = ct !== undefined && ct !== known && !ct.status.has('CONFIRMED') && ctState === 'NEW';
  leg.step(
    { kind: 'conntrack', ctState, direction: ctDirection, created, ...(ct ? { entry: snapshot(ct) } : {}) },
    skb,
  );
}

/** In OUTPUT a changed destination or mark asks the route again; the visit keeps its out device. */
function reroute(passage: Passage): HookOutcome {
  const { skb, netns, leg } = passage;
  const found = routeAgain(netns, skb.packet, skb.mark);
  if (!found.ok) {
    const reason = phrase('sim.routing.again-failed', { errno: found.error });
    const netnsId = netns.id;
    return { kind: 'ended', next: stop(passage, reason, { kind: 'NO_ROUTE', netns: netnsId, reason }, found.error) };
  }
  const { route, device, nexthop } = found.value;
  passage.route = route;
  passage.reroutedTo = { device, nexthop };
  leg.step(
    { kind: 'routing', decision: 'output', route, device, again: true, reason: phrase('sim.routing.again') },
    skb,
  );
  return GO_ON;
}

/** `ipt_mangle_out` compares the headers and the mark; `nf_nat_ipv4_local_fn` whether the connection is DNATed. */
function needsReroute(passage: Passage, table: TableName, before: Packet, markBefore: number): boolean {
  const { skb } = passage;
  if (table === 'mangle') return skb.mark !== markBefore || skb.packet !== before;
  if (table !== 'nat' || !skb.ct) return false;
  const { original, reply } = skb.ct;
  return skb.ctDirection === 'reply' ? !sameIp(reply.dst, original.src) : !sameIp(original.dst, reply.src);
}

function ended(passage: Passage, hook: Hook, verdict: Verdict): HookOutcome {
  const next = explainDrop(passage, hook, verdict);
  return verdict.kind === 'REJECT' ? { kind: 'rejected', with: verdict.with, next } : { kind: 'ended', next };
}

function forgotten(passage: Passage): HookOutcome {
  const { skb, netns } = passage;
  const reason = phrase('sim.conntrack.out-device-changed', { device: skb.outdev ?? '' });
  const disposition = { kind: 'DROPPED', netns: netns.id, by: 'conntrack' } as const;
  return { kind: 'ended', next: stop(passage, reason, disposition, skb.local ? 'EPERM' : undefined) };
}

function runTable(passage: Passage, table: XtTable, hook: Hook): HookOutcome {
  const { packet, mark } = passage.skb;
  const verdict = table.name === 'nat' ? natHook(passage, table, hook) : walk(passage, table, hook);
  if (verdict.kind === 'STOLEN' && verdict.by === 'MASQUERADE') return forgotten(passage);
  if (verdict.kind !== 'ACCEPT') return ended(passage, hook, verdict);
  return hook === 'OUTPUT' && needsReroute(passage, table.name, packet, mark) ? reroute(passage) : GO_ON;
}

function confirm(passage: Passage, hook: Hook): HookOutcome {
  if (hook !== 'POSTROUTING' && hook !== 'INPUT') return GO_ON;
  if (conntrackConfirm(passage.skb, passage.state)) return GO_ON;
  const reason = phrase('sim.conntrack.clash');
  const errno = passage.skb.local && hook === 'POSTROUTING' ? 'EPERM' : undefined;
  const disposition = { kind: 'DROPPED', netns: passage.netns.id, by: 'conntrack' } as const;
  return { kind: 'ended', next: stop(passage, reason, disposition, errno) };
}

/** Shows a packet to one hook: conntrack and the tables in the kernel's order. */
export function runHook(passage: Passage, hook: Hook): HookOutcome {
  const { skb, leg } = passage;
  const tables = tablesOf(passage);
  if (!tables) return GO_ON;
  const { indev, outdev, physin, physout } = skb;
  const devices = { ...(indev ? { indev } : {}), ...(outdev ? { outdev } : {}) };
  const ports = { ...(physin ? { physin } : {}), ...(physout ? { physout } : {}) };
  leg.step({ kind: 'hook', hook, ...devices, ...ports }, skb);
  const tracks = hook === 'PREROUTING' || hook === 'OUTPUT';
  const order: readonly (TableName | 'conntrack')[] = tracks
    ? ['raw', 'conntrack', ...TABLE_ORDER[hook].filter((name) => name !== 'raw')]
    : TABLE_ORDER[hook];
  for (const name of order) {
    if (name === 'conntrack') conntrackStep(passage);
    else {
      const table = tables.get(name);
      if (!table?.chains.has(hook)) continue;
      const outcome = runTable(passage, table, hook);
      if (outcome.kind !== 'go-on') return outcome;
    }
  }
  return confirm(passage, hook);
}
