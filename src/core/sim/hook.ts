import { getMemo, once } from '../lib/memo';
import type { DeviceHook, Hook, RuleRef, Verdict } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import type { Skb } from '../linux/skb';
import { type IpFamily, formatIp } from '../net/ip';
import { GO_ON, rulesEntry, settleOutcome, type HookEntry, type HookOutcome } from './hook-outcome';
import { hasRules, orderHook, type HookRules } from './hook-order';
import { ipvsEntries } from './ipvs-hook';
import { deviceLookups, frameLookups, natHook, nftablesLookup, type NatLookup } from './nftables-hook';
import { type Passage, stop } from './world';
import { phrase } from '../lib/phrase';
import { snapshot } from '../linux/conntrack/table';
import { conntrackConfirm, conntrackIn } from '../linux/conntrack/track';
import { setupNat } from '../linux/conntrack/nat';
import type { HandedEdit } from '../linux/xtables/extension';
import type { WalkEvent, XtTable } from '../linux/xtables/types';
import { walkTable } from '../linux/xtables/walk';

function record(passage: Passage, event: WalkEvent): void {
  passage.leg.step(event, passage.skb);
  if ('assumed' in event && event.assumed) passage.world.recorder.assume(event.assumed);
}

function apply(passage: Passage, edit: HandedEdit, masquerade: boolean): undefined {
  const { skb, state } = passage;
  if (edit.kind === 'notrack') skb.ctState = 'UNTRACKED';
  else if (edit.kind === 'zone') {
    skb.zone = edit.zone;
    if (edit.direction) skb.zoneDirection = edit.direction;
  } else if (edit.kind === 'helper') skb.helper = edit.helper;
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

/** How rules are asked at a hook, as one of its functions or by the nat core. */
function askRules(rules: HookRules): NatLookup {
  return rules.kind === 'nftables' ? nftablesLookup(rules.base) : (passage, hook) => walk(passage, rules.table, hook);
}

/** Rules as one function of their hook; those that may ask for the route again are of mangle, or of type `route`. */
function rulesFunction(rules: HookRules, hook: Hook): HookEntry {
  const mayReroute = rules.kind === 'nftables' ? rules.base.base.type === 'route' : rules.table.name === 'mangle';
  const ask = askRules(rules);
  return rulesEntry(rules.priority, mayReroute ? 'headers-or-mark' : 'never', (passage) => ask(passage, hook));
}

/** A helper may have expected a new connection between its two hosts; 0 says it did. */
function getExpectation({ skb, state, world }: Passage): void {
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

function lookUp(passage: Passage, hook: Hook): HookOutcome {
  const { skb, netns, state, leg } = passage;
  const known = skb.ct;
  conntrackIn(skb, netns, state);
  const { ct } = skb;
  const created = ct !== undefined && ct !== known && !ct.status.has('CONFIRMED') && skb.ctState === 'NEW';
  if (created && state.conntrack.isFull) return withoutRoom(passage, hook);
  if (created) getExpectation(passage);
  const { ctState = 'INVALID', ctDirection = 'original' } = skb;
  leg.step(
    { kind: 'conntrack', ctState, direction: ctDirection, created, ...(ct ? { entry: snapshot(ct) } : {}) },
    skb,
  );
  return GO_ON;
}

/** nf_conntrack: table full, dropping packet (`nf_conntrack_in`, where `__nf_conntrack_alloc` fails). */
function withoutRoom(passage: Passage, hook: Hook): HookOutcome {
  const { most = 0, size } = passage.state.conntrack;
  const reason = phrase('sim.conntrack.full', { most, size });
  const disposition = { kind: 'DROPPED', netns: passage.netns.id, by: 'conntrack' } as const;
  return { kind: 'ended', next: stop(passage, reason, disposition, hook === 'OUTPUT' ? 'EPERM' : undefined) };
}

function confirm(passage: Passage, hook: Hook): HookOutcome {
  if (conntrackConfirm(passage.skb, passage.state)) return GO_ON;
  const reason = phrase('sim.conntrack.clash');
  const errno = passage.skb.local && hook === 'POSTROUTING' ? 'EPERM' : undefined;
  const disposition = { kind: 'DROPPED', netns: passage.netns.id, by: 'conntrack' } as const;
  return { kind: 'ended', next: stop(passage, reason, disposition, errno) };
}

/** conntrack looks a packet up as it comes or is made, and confirms the connection where it leaves (nf_conntrack_proto.c). */
function conntrackEntries(hook: Hook): HookEntry[] {
  if (hook === 'PREROUTING' || hook === 'OUTPUT') return [{ priority: -200, run: lookUp }];
  return hook === 'FORWARD' ? [] : [{ priority: Number.MAX_SAFE_INTEGER, run: confirm }];
}

const NO_ENTRIES: readonly HookEntry[] = [];

/** Everything registered at a hook of a namespace, in the kernel's order. Without rules there is no conntrack either. */
function register(netns: Netns, family: IpFamily, hook: Hook): readonly HookEntry[] {
  const director = netns.ipvs ? ipvsEntries(netns.ipvs, hook) : NO_ENTRIES;
  if (!hasRules(netns, family)) return director;
  const { rules, nat } = orderHook(netns, family, hook);
  const lookups = nat?.rules.map(askRules) ?? [];
  const entries = [
    ...conntrackEntries(hook),
    ...rules.map((each) => rulesFunction(each, hook)),
    ...director,
    ...(nat ? [rulesEntry(nat.priority, 'dnat', (passage) => natHook(passage, lookups, hook))] : []),
  ];
  return entries.toSorted((a, b) => a.priority - b.priority);
}

/** Entries registered at each `family hook` of a namespace, listed once a packet comes by. */
const registeredIn = once((_netns: Netns): Map<string, readonly HookEntry[]> => new Map());

function listEntries(netns: Netns, family: IpFamily, hook: Hook): readonly HookEntry[] {
  const key = `${family} ${hook}`;
  const known = registeredIn(netns, getMemo(netns));
  const entries = known.get(key) ?? register(netns, family, hook);
  known.set(key, entries);
  return entries;
}

/** Shows a packet to the chains at a device, where it comes in or before it goes out. Without any nothing happens. */
export function runDeviceHook(passage: Passage, hook: DeviceHook, device: string): HookOutcome {
  const { skb, leg, netns } = passage;
  const lookups = netns.nftables ? deviceLookups(netns.nftables, hook, device) : [];
  if (lookups.length === 0) return GO_ON;
  if (hook === 'INGRESS') {
    skb.indev = device;
    delete skb.outdev;
  } else skb.outdev = device;
  leg.step({ kind: 'hook', hook, ...(hook === 'INGRESS' ? { indev: device } : { outdev: device }) }, skb);
  for (const lookup of lookups) {
    const outcome = settleOutcome(passage, hook, lookup(passage));
    if (outcome.kind !== 'go-on') return outcome;
  }
  return GO_ON;
}

/** By which ports a frame comes and goes, and which chains are asked, by their priority. */
export interface FrameHook {
  readonly indev?: string;
  readonly outdev?: string;
  readonly asks: (priority: number) => boolean;
}

/** Shows a frame to the chains of `bridge` tables; its devices are ports there. Without any nothing happens. */
export function runFrameHook(passage: Passage, hook: Hook, { indev, outdev, asks }: FrameHook): HookOutcome {
  const { skb, leg, netns } = passage;
  const all = netns.nftables ? frameLookups(netns.nftables, hook) : [];
  const lookups = all.filter(({ priority }) => asks(priority));
  if (lookups.length === 0) return GO_ON;
  const before = { indev: skb.indev, outdev: skb.outdev };
  const devices = { ...(indev ? { indev } : {}), ...(outdev ? { outdev } : {}) };
  setDevices(skb, { indev, outdev });
  leg.step({ kind: 'hook', hook, ...devices }, skb);
  for (const { lookup } of lookups) {
    const outcome = settleOutcome(passage, hook, lookup(passage));
    if (outcome.kind !== 'go-on') return outcome;
  }
  setDevices(skb, before);
  return GO_ON;
}

function setDevices(
  skb: Skb,
  { indev, outdev }: { readonly indev: string | undefined; readonly outdev: string | undefined },
): void {
  if (indev === undefined) delete skb.indev;
  else skb.indev = indev;
  if (outdev === undefined) delete skb.outdev;
  else skb.outdev = outdev;
}

/** Shows a packet to one hook: all that is registered there, by priority. */
export function runHook(passage: Passage, hook: Hook): HookOutcome {
  const { skb, leg, netns } = passage;
  const entries = listEntries(netns, skb.packet.family, hook);
  if (entries.length === 0 && !netns.ipvs && !hasRules(netns, skb.packet.family)) return GO_ON;
  const { indev, outdev, physin, physout } = skb;
  const devices = { ...(indev ? { indev } : {}), ...(outdev ? { outdev } : {}) };
  const ports = { ...(physin ? { physin } : {}), ...(physout ? { physout } : {}) };
  leg.step({ kind: 'hook', hook, ...devices, ...ports }, skb);
  for (const entry of entries) {
    const outcome = entry.run(passage, hook);
    if (outcome.kind !== 'go-on') return outcome;
  }
  return GO_ON;
}
