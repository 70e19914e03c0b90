import { phrase, type Phrase } from '../lib/phrase';
import type { DeviceHook, Hook, Verdict, RuleRef } from '../linux/hooks';
import { sameIp, type IpAddress } from '../net/ip';
import type { Packet } from '../net/packet';
import { chooseNexthop, routeAgain } from './route';
import { stop, type Next, type Passage, ENDED } from './world';
import type { Disposition, TraceStep, Hop, Leg } from './trace';
import type { Network } from '../linux/netns';

/** `filter FORWARD 3`, `filter FORWARD policy`: as people point at a rule. */
function describePlace(step: TraceStep | undefined): { by: string; ref?: RuleRef } {
  if (step?.kind === 'rule') {
    return { by: `${step.ref.table} ${step.ref.chain} ${step.ref.index + 1}`, ref: step.ref };
  }
  if (step?.kind === 'policy') return { by: `${step.table} ${step.chain} policy` };
  return { by: 'kernel' };
}

function makeDisposition(verdict: Verdict, netns: string, by: string, reason: Phrase): Disposition {
  if (verdict.kind === 'REJECT') return { kind: 'REJECTED', netns, with: verdict.with, by };
  if (verdict.kind === 'STOLEN') return { kind: 'UNKNOWN', netns, reason };
  return { kind: 'DROPPED', netns, by };
}

function getReason(verdict: Verdict, hook: Hook | DeviceHook, by: string): Phrase {
  if (verdict.kind === 'REJECT') return phrase('sim.rule.rejected', { by, hook, with: verdict.with });
  if (verdict.kind === 'STOLEN' && verdict.by === 'LOOP') return phrase('sim.rule.loop', { by, hook });
  if (verdict.kind === 'STOLEN' && verdict.by === 'TOO LONG') return phrase('kernel.walk-too-long', { by, hook });
  if (verdict.kind === 'STOLEN') return phrase('sim.rule.stolen', { by, hook, target: verdict.by });
  return phrase(by.endsWith('policy') ? 'sim.rule.policy-dropped' : 'sim.rule.dropped', { by, hook });
}

/** Is it a rule of frames? What a bridge does with one is not told to who sent it (`br_dev_xmit`). */
function isOfFrames(ref: RuleRef | undefined, last: TraceStep | undefined): boolean {
  const table = ref?.table ?? (last?.kind === 'policy' ? last.table : undefined);
  return table?.startsWith('bridge ') === true;
}

/** Ends the walk at the rule or policy that refused the packet; a sender on this host gets EPERM. */
function explainDrop(passage: Passage, hook: Hook | DeviceHook, verdict: Verdict): Next {
  const { leg, skb, netns } = passage;
  const last = leg.current().findLast((step) => step.kind === 'rule' || step.kind === 'policy');
  const { by, ref } = describePlace(last);
  const reason = getReason(verdict, hook, by);
  const isTold = skb.local && (hook === 'OUTPUT' || hook === 'POSTROUTING') && !isOfFrames(ref, last);
  const told = isTold ? { errno: 'EPERM' } : {};
  const unknown = verdict.kind === 'STOLEN' ? ({ unknown: true } as const) : {};
  leg.step({ kind: 'stop', reason, ...(ref ? { ref } : {}), ...told, ...unknown }, skb);
  leg.end(makeDisposition(verdict, netns.id, by, reason));
  return ENDED;
}

/** End of a packet's passage of one hook: it goes on, or its walk has ended. `rejected` still wants an answer. */
export type HookOutcome =
  | { readonly kind: 'go-on' }
  | { readonly kind: 'rejected'; readonly with: string; readonly next: Next }
  | { readonly kind: 'ended'; readonly next: Next }
  /** The IPVS director took it out of the hook and sends it itself: OUTPUT and POSTROUTING follow (NF_STOLEN). */
  | { readonly kind: 'sent-on'; readonly device: string; readonly nexthop: IpAddress; readonly viaGateway: boolean };

export const GO_ON: HookOutcome = { kind: 'go-on' };

/** One function registered at a hook (struct nf_hook_ops): they run by priority, lowest first. */
export interface HookEntry {
  readonly priority: number;
  readonly run: (passage: Passage, hook: Hook) => HookOutcome;
}

/** In OUTPUT a changed destination or mark asks the route again; the visit keeps its out device. */
function reroute(passage: Passage): HookOutcome {
  const { skb, netns, leg } = passage;
  const found = routeAgain(netns, skb.packet, skb.mark, (route) => chooseNexthop(passage, route));
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

/** Condition under which OUTPUT asks the route again. */
type RerouteRule = 'headers-or-mark' | 'dnat' | 'never';

/** `ipt_mangle_out` and nft's `type route` compare the headers and the mark; `nf_nat_ipv4_local_fn` whether the connection is DNATed. */
function needsReroute({ skb }: Passage, rule: RerouteRule, before: Packet, markBefore: number): boolean {
  if (rule === 'headers-or-mark') return skb.mark !== markBefore || skb.packet !== before;
  if (rule === 'never' || !skb.ct) return false;
  const { original, reply } = skb.ct;
  return skb.ctDirection === 'reply' ? !sameIp(reply.dst, original.src) : !sameIp(original.dst, reply.src);
}

function ended(passage: Passage, hook: Hook | DeviceHook, verdict: Verdict): HookOutcome {
  const next = explainDrop(passage, hook, verdict);
  return verdict.kind === 'REJECT' ? { kind: 'rejected', with: verdict.with, next } : { kind: 'ended', next };
}

function forgotten(passage: Passage): HookOutcome {
  const { skb, netns } = passage;
  const reason = phrase('sim.conntrack.out-device-changed', { device: skb.outdev ?? '' });
  const disposition = { kind: 'DROPPED', netns: netns.id, by: 'conntrack' } as const;
  return { kind: 'ended', next: stop(passage, reason, disposition, skb.local ? 'EPERM' : undefined) };
}

/** Outcome of a hook by its verdict. STOLEN by MASQUERADE: conntrack dropped a connection whose out device changed. */
export function settleOutcome(passage: Passage, hook: Hook | DeviceHook, verdict: Verdict): HookOutcome {
  if (verdict.kind === 'STOLEN' && verdict.by === 'MASQUERADE') return forgotten(passage);
  return verdict.kind === 'ACCEPT' ? GO_ON : ended(passage, hook, verdict);
}

/** An entry that asks rules: a refusal ends the walk, and in OUTPUT a change may ask the route again. */
export function rulesEntry(
  priority: number,
  rule: RerouteRule,
  ask: (passage: Passage, hook: Hook) => Verdict,
): HookEntry {
  const run = (passage: Passage, hook: Hook): HookOutcome => {
    const { packet, mark } = passage.skb;
    const outcome = settleOutcome(passage, hook, ask(passage, hook));
    if (outcome.kind !== 'go-on' || hook !== 'OUTPUT') return outcome;
    return needsReroute(passage, rule, packet, mark) ? reroute(passage) : GO_ON;
  };
  return { priority, run };
}

/** Ends that a translation could have kept a packet from: it went where its own destination led it. */
const FOR_WANT_OF_NAT: ReadonlySet<Disposition['kind']> = new Set([
  'LEFT',
  'NO_SOCKET',
  'NO_ROUTE',
  'LOOP',
  'TTL_EXCEEDED',
]);

/**
 * End of a request that no rule of an excerpt translated, where its nat table is not whole and nobody took it:
 * unknown, as just the missing rule may be meant for it. Undefined: the end is certain as far as the text goes.
 */
export function undeliveredEnd(network: Network, { hops, disposition }: Leg): Disposition | undefined {
  const unreachable = unreachableEnd(network, { hops, disposition });
  if (unreachable) return unreachable;
  const isMissed = FOR_WANT_OF_NAT.has(disposition.kind) || isUnanswered(disposition);
  const hop = isMissed ? hops.find((each) => asksExcerpt(network, each)) : undefined;
  if (!hop || hops.some(({ steps }) => steps.some(isTranslation))) return undefined;
  return { kind: 'UNKNOWN', netns: hop.netns, reason: phrase('sim.excerpt.nat') };
}

/** Ends that rules nothing leads to might have changed. */
const UNTOUCHED: ReadonlySet<Disposition['kind']> = new Set(['DELIVERED', 'LEFT', 'NO_SOCKET']);
const MOST_NAMED = 4;

/** The packet passed hooks of a machine of whose rules only chains are known that nothing leads to: they may be asked, or not. */
function unreachableEnd(
  { netns }: Network,
  { hops, disposition }: Pick<Leg, 'hops' | 'disposition'>,
): Disposition | undefined {
  if (!UNTOUCHED.has(disposition.kind)) return undefined;
  for (const { netns: id, steps } of hops) {
    const at = steps.find(({ kind }) => kind === 'hook');
    const chains = at && netns.get(id)?.unreachable?.[at.packet.family];
    if (!chains) continue;
    const more = chains.length > MOST_NAMED ? ` (+${chains.length - MOST_NAMED})` : '';
    const values = { chains: `${chains.slice(0, MOST_NAMED).join(', ')}${more}`, count: chains.length };
    return { kind: 'UNKNOWN', netns: id, reason: phrase('sim.excerpt.unled', values) };
  }
  return undefined;
}

/** Nobody on the wire has the address: a Service's is nobody's. */
function isUnanswered(disposition: Disposition): boolean {
  return disposition.kind === 'DROPPED' && disposition.by === 'neighbour';
}

function isTranslation(step: TraceStep): boolean {
  return (step.kind === 'nat' && step.manip === 'DST') || (step.kind === 'ipvs' && step.chosen !== undefined);
}

/** Did the packet come to where nat is asked about its destination, and is that table an excerpt? */
function asksExcerpt({ netns }: Network, { netns: id, steps }: Hop): boolean {
  // Where no rules were pasted, no hook is there: that it was routed is enough.
  const first =
    steps.find((step) => step.kind === 'hook' && (step.hook === 'PREROUTING' || step.hook === 'OUTPUT')) ??
    steps.find(({ kind }) => kind === 'routing');
  return first !== undefined && netns.get(id)?.excerpts?.[first.packet.family]?.has('nat') === true;
}
