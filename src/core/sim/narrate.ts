import { assertNever } from '../lib/result';
import { aboutOdds, shareText } from '../lib/fraction';
import type { Phrase, PhraseId, PhraseIdBelow } from '../lib/phrase';
import { makeTuple } from '../linux/conntrack/tuple';
import type { RuleRef } from '../linux/hooks';
import { hex } from '../linux/xtables/syntax/numbers';
import { formatCidr, formatIp, sameIp } from '../net/ip';
import { formatEnd, hasPorts, tupleKey, type Packet } from '../net/packet';
import { programNarration } from './narrate-ebpf';
import { ipvsNarration } from './narrate-ipvs';
import type {
  BridgeStep,
  ConntrackStep,
  DeliverStep,
  ProgramStep,
  IpvsStep,
  Leg,
  NatStep,
  OriginateStep,
  RoutingStep,
  RuleStep,
  SkipStep,
  TraceStep,
  TransmitStep,
  TunnelStep,
} from './trace';

/** A step with its place in a walk. */
export interface PlacedStep {
  /** Among all steps of the walk, legs and hops in order, from 0. */
  readonly index: number;
  readonly leg: number;
  readonly hop: number;
  readonly role: Leg['role'];
  readonly netns: string;
  readonly data: TraceStep;
}

/** Kinds of happening that sentences tell apart: `<name>.caption` of content/en/phrases/steps.ts. */
export type NarrationId<Id = PhraseIdBelow<'step'>> = string extends Id
  ? string
  : Id extends `${infer Name}.caption`
    ? Name
    : never;

/** Why it happened: what is said of it, the rule that decided, an earlier step of the walk (its index). */
export type Because =
  | { readonly kind: 'reason'; readonly says: Phrase; readonly isNews: boolean }
  | { readonly kind: 'assumed'; readonly says: Phrase }
  | { readonly kind: 'rule'; readonly ref: RuleRef }
  | { readonly kind: 'step'; readonly index: number };

/** A step as it is told, whoever tells it: in one language or another, in full or in short. */
export interface Narration {
  readonly id: NarrationId;
  /** `none` as a value: there is nothing to say of it. */
  readonly values: Readonly<Record<string, string | number>>;
  /** The nearest cause first. */
  readonly because: readonly Because[];
}

/** Where a step is told: below the stage, in the list of steps, as a card of the datapath, beside others. */
export type Form = 'caption' | 'trace' | 'card' | 'line';

/**
 * Names that a page gives to addresses, chains and namespaces; without them they are called as the kernel calls them.
 */
export interface Names {
  /** The Service that is asked at an address and a port: `10.96.0.10`, 53 -> `kube-system/kube-dns`; undefined: none. */
  readonly service?: (address: string, port: number | undefined) => string | undefined;
  /** Services by the chains that belong to them: `KUBE-SVC-…` -> `web:http`. */
  readonly chains?: ReadonlyMap<string, string>;
  /** Titles of namespaces, by their id. */
  readonly titles?: ReadonlyMap<string, string>;
  /** Odds of the shown outcome, `≈ 1/3` where the kernel draws them a little otherwise; absent if there is only one or they are unknown. */
  readonly odds?: string | undefined;
  /** Title of a process: `default/web` -> `web`. */
  readonly called?: (process: string) => string;
}

/** One step among others, and what they are called. */
interface Telling {
  readonly walk: readonly PlacedStep[];
  readonly index: number;
  readonly at: PlacedStep;
  readonly names: Names;
}

const NONE = 'none';
const NO_NAMES: Names = {};
const ownerOf = (chain: string, { names }: Telling): string => names.chains?.get(chain) ?? NONE;

/**
 * Tells one step of a walk: what happened, of what, and why. The one place that does, for every view: `tell` makes a
 * sentence of it. A new kind of step is a case here and its words in content/en/phrases/steps.ts. A step that is not of
 * this walk (a view may still hold one of the walk before) is told by itself.
 */
export function narrate(at: PlacedStep, walk: readonly PlacedStep[], names: Names = NO_NAMES): Narration {
  const isOfWalk = walk[at.index] === at;
  return narrated({ walk: isOfWalk ? walk : [at], index: isOfWalk ? at.index : 0, at, names });
}

/** Tells a step by itself, of which nothing is known but what it holds. */
export function narrateAlone(data: TraceStep, names: Names = NO_NAMES): Narration {
  return narrate({ index: 0, leg: 0, hop: 0, role: 'request', netns: '', data }, [], names);
}

/** The sentence of a narration where it is told. Rules have no cards, and NAT and the end no line: their addresses and reasons tell. */
export function tell({ id, values }: Narration, form: Form): Phrase {
  return { id: `step.${id}.${form}` as PhraseId, values };
}

/** The caption of a step, and its reason where that is the news: one after the other. */
export function captionPhrases(narration: Narration): readonly Phrase[] {
  const news = narration.because.find((cause) => cause.kind === 'assumed' || (cause.kind === 'reason' && cause.isNews));
  const caption = tell(narration, 'caption');
  return news && 'says' in news ? [caption, news.says] : [caption];
}

/** Reasons and assumptions that core has sentences for, in the order of `because`. */
export function listReasons({ because }: Narration): readonly Phrase[] {
  return because.flatMap((cause) => ('says' in cause ? [cause.says] : []));
}

function narrated(telling: Telling): Narration {
  const { data } = telling.at;
  switch (data.kind) {
    case 'originate':
      return originate(data, telling);
    case 'receive':
      return say('receive', { netns: formatTitle(telling.at.netns, telling), device: data.device });
    case 'bridge':
      return bridge(data);
    case 'hook':
      return say('hook', { hook: data.hook, indev: data.indev ?? NONE, outdev: data.outdev ?? NONE });
    case 'conntrack':
      return say(conntrackId(data), { state: data.ctState }, madeBy(data, telling));
    case 'rule':
      return rule(data, telling);
    case 'skip':
      return skip(data, telling);
    case 'return':
      return say('return', { table: data.table, chain: data.chain, of: ownerOf(data.chain, telling) });
    case 'policy':
      return say('policy', { table: data.table, chain: data.chain, verdict: data.verdict.kind });
    case 'nat':
      return nat(data, telling);
    case 'ipvs':
      return ipvs(data, telling);
    case 'ebpf':
    case 'vfp':
      return program(data);
    case 'routing':
      return routing(data);
    case 'transmit':
      return transmit(data, telling);
    case 'tunnel':
      return tunnel(data);
    case 'deliver':
      return deliver(data, telling);
    case 'stop':
      return say(data.unknown ? 'unknown' : 'stop', {}, [
        reason(data.reason, true),
        ...(data.ref ? [byRule(data.ref)] : []),
      ]);
    default:
      return assertNever(data);
  }
}

function say(id: NarrationId, values: Narration['values'] = {}, because: readonly Because[] = []): Narration {
  return { id, values, because };
}

function reason(says: Phrase, isNews = false): Because {
  return { kind: 'reason', says, isNews };
}

function byRule(ref: RuleRef): Because {
  return { kind: 'rule', ref };
}

function formatTitle(netns: string, { names }: Telling): string {
  return names.titles?.get(netns) ?? netns;
}

function getName(process: string, { names }: Telling): string {
  return names.called?.(process) ?? process;
}

function originate(step: OriginateStep, telling: Telling): Narration {
  const { names, at } = telling;
  const { name = '', odds: about = NONE, packet } = step;
  const service = names.service?.(formatIp(packet.dst), destinationPort(packet)) ?? NONE;
  const values = { from: getName(step.by, telling), to: formatEnd(packet, 'dst'), service, about };
  const isTold = step.name !== undefined || typeof step.http === 'number';
  if (isTold) return toldOfName(step, telling, { ...values, name });
  if (step.reason) return say('dials', values, [reason(step.reason, true)]);
  if (step.asks) return say('asks', values);
  return say(at.role === 'reply' ? 'answers' : at.role === 'error' ? 'errorBegins' : 'begins', values);
}

function destinationPort({ l4 }: Packet): number | undefined {
  return hasPorts(l4) ? l4.dport : undefined;
}

/** A question for a name and its answer; what is sent then goes where the answer says. */
function toldOfName(step: OriginateStep, { at: { role } }: Telling, values: Narration['values']): Narration {
  const { reason: why, http } = step;
  const because = why ? [reason(why, true)] : [];
  if (typeof http === 'number') return say('answersHttp', { ...values, status: http }, because);
  if (role === 'reply') return say('tellsName', values, because);
  return say(why ? 'sendsToName' : 'asksName', values, because);
}

const BRIDGE = {
  up: 'bridgeUp',
  forward: 'bridgeForward',
  discard: 'bridgeDiscard',
} as const satisfies Record<BridgeStep['action'], string>;

function bridge({ action, bridge: name, outPort, reason: why }: BridgeStep): Narration {
  return say(BRIDGE[action], { bridge: name, port: outPort ?? '' }, [reason(why, action === 'discard')]);
}

/**
 * Sentence for a lookup of conntrack. An entry may be there of which no answer was seen: the packet itself was looked
 * up before (loopback), or it is sent again. RELATED is about a connection, not of it.
 */
function conntrackId({ ctState, direction, created, entry }: ConntrackStep): NarrationId {
  if (created) return 'ctNew';
  if (!entry) return 'ctNone';
  if (ctState === 'NEW') return 'ctUnanswered';
  if (ctState === 'RELATED') return 'ctRelated';
  return direction === 'reply' ? 'ctReply' : 'ctOriginal';
}

/** The step that made the entry found now, where it is in this walk. */
function madeBy({ created, entry }: ConntrackStep, telling: Telling): readonly Because[] {
  if (created || !entry) return [];
  const key = tupleKey(entry.original);
  return earlier(
    telling,
    (data) => data.kind === 'conntrack' && data.created && tupleKey(makeTuple(data.packet)) === key,
  );
}

/** The nearest earlier step of this namespace that is one of those. */
function earlier({ walk, index, at }: Telling, isIt: (data: TraceStep) => boolean): readonly Because[] {
  const found = walk.findLastIndex((each, i) => i < index && each.netns === at.netns && isIt(each.data));
  return found < 0 ? [] : [{ kind: 'step', index: found }];
}

/**
 * The side a rule that matched gives another address, read off the step after it: a NAT target's verdict is ACCEPT
 * (`net/netfilter/xt_nat.c`), and the kernel rewrites the packet at once. `undefined` for a rule that only accepts.
 */
export function rewriteAfter(
  { data, leg, hop }: PlacedStep,
  next: PlacedStep | undefined,
): NatStep['manip'] | undefined {
  if (data.kind !== 'rule' || data.verdict.kind !== 'ACCEPT' || leg !== next?.leg || hop !== next.hop) return undefined;
  return next.data.kind === 'nat' && next.data.by === 'rule' ? next.data.manip : undefined;
}

function ruleId({ verdict, lookup, markBefore }: RuleStep, rewrites: NatStep['manip'] | undefined): NarrationId {
  const { kind } = verdict;
  switch (kind) {
    case 'JUMP':
      return lookup ? 'ruleLookup' : 'ruleJump';
    case 'GOTO':
      return lookup ? 'ruleLookup' : 'ruleGoto';
    case 'RETURN':
      return 'ruleReturn';
    case 'ACCEPT':
      return rewrites ? 'ruleRewrite' : 'ruleAccept';
    case 'DROP':
      return 'ruleDrop';
    case 'REJECT':
      return 'ruleReject';
    case 'STOLEN':
      return 'ruleStolen';
    case 'CONTINUE':
      return markBefore === undefined ? 'ruleContinue' : 'ruleMark';
    default:
      return assertNever(kind);
  }
}

function rule(step: RuleStep, { walk, index, at, names }: Telling): Narration {
  const { ref, verdict, odds, kernelOdds, lookup, assumed } = step;
  const rewrites = rewriteAfter(at, walk[index + 1]);
  const to = verdict.kind === 'JUMP' || verdict.kind === 'GOTO' ? verdict.chain : '';
  const values = {
    table: ref.table,
    chain: ref.chain,
    of: names.chains?.get(ref.chain) ?? NONE,
    number: ref.index + 1,
    verdict: verdict.kind,
    to,
    service: names.chains?.get(to) ?? NONE,
    with: verdict.kind === 'REJECT' ? verdict.with : '',
    by: verdict.kind === 'STOLEN' ? verdict.by : '',
    before: hex(step.markBefore ?? step.mark),
    mark: hex(step.mark),
    side: rewrites ?? NONE,
    odds: odds ?? NONE,
    about: odds === undefined ? NONE : aboutOdds(odds, kernelOdds !== undefined),
    kernel: shareText(kernelOdds),
    drawn: kernelOdds?.endsWith('/2^31') === true ? 'written' : 'drawn',
    ...(lookup && { set: lookup.set, key: lookup.key, size: lookup.size }),
  };
  return say(ruleId(step, rewrites), values, [
    ...(assumed ? [{ kind: 'assumed', says: assumed } as const] : []),
    byRule(ref),
  ]);
}

function skip({ table, chain, from, to, odds = NONE, assumed }: SkipStep, telling: Telling): Narration {
  const values = { table, chain, of: ownerOf(chain, telling), count: to - from + 1, from: from + 1, to: to + 1, odds };
  return say('skip', values, assumed ? [{ kind: 'assumed', says: assumed }] : []);
}

function nat(step: NatStep, telling: Telling): Narration {
  const { role } = telling.at;
  const side = step.manip === 'DST' ? 'dst' : 'src';
  const values = { side: step.manip, before: formatEnd(step.before, side), after: formatEnd(step.packet, side) };
  if (step.by === 'binding') return say(role === 'request' ? 'natBound' : 'natBack', values, boundBy(step, telling));
  if (side === 'src') return say('natSrc', values, ruleBefore(telling));
  const isFinal = role === 'request' && !choosesLater(telling);
  return say('natDst', { ...values, about: (isFinal ? telling.names.odds : undefined) ?? NONE }, ruleBefore(telling));
}

/** The rule that matched in the step before: it is the one that rewrites. */
function ruleBefore({ walk, index }: Telling): readonly Because[] {
  const before = walk[index - 1]?.data;
  return before?.kind === 'rule' ? [byRule(before.ref), { kind: 'step', index: index - 1 }] : [];
}

/** The rewrite by a rule that this one repeats (the same way), or takes back (the other way). */
function boundBy({ manip, packet }: NatStep, telling: Telling): readonly Because[] {
  const own = manip === 'DST' ? packet.dst : packet.src;
  return earlier(telling, (data) => {
    if (data.kind !== 'nat' || data.by !== 'rule') return false;
    const { before, packet: after } = data;
    if (data.manip === manip) return sameIp(own, manip === 'DST' ? after.dst : after.src);
    return sameIp(own, manip === 'DST' ? before.src : before.dst);
  });
}

/** Is the endpoint still open after this step? A port of the proxying process is no draw: the process chooses when it dials. */
function choosesLater({ walk, index }: Telling): boolean {
  return walk.some(({ data }, i) => i > index && data.kind === 'originate' && data.reason !== undefined);
}

function ipvs(step: IpvsStep, telling: Telling): Narration {
  const { id, values } = ipvsNarration(step);
  const { service } = step;
  const scheduled =
    id === 'ipvsKnown' || id === 'ipvsBack'
      ? earlier(telling, (data) => data.kind === 'ipvs' && data.from === 'scheduler' && data.service === service)
      : [];
  return say(id, values, [reason(step.reason, id === 'ipvsNone'), ...scheduled]);
}

function program(step: ProgramStep): Narration {
  const { id, values, isNews } = programNarration(step);
  return say(id, values, [reason(step.reason, isNews)]);
}

const ROUTING = {
  local: 'routingLocal',
  forward: 'routingForward',
  output: 'routingOutput',
  none: 'routingNone',
} as const satisfies Record<RoutingStep['decision'], string>;

function routing({ decision, route, device = '', again, reason: why }: RoutingStep): Narration {
  const leads = decision === 'forward' || decision === 'output';
  const values = {
    decision,
    device,
    dst: route === undefined || route.dst.prefix === 0 ? NONE : formatCidr(route.dst),
    via: route?.via ? formatIp(route.via) : NONE,
  };
  return say(again && leads ? 'routingAgain' : ROUTING[decision], values, [reason(why, decision === 'none')]);
}

const TRANSMIT_END = {
  bridge: 'transmitBridge',
  outside: 'transmitOutside',
  nobody: 'transmitNobody',
  tunnel: 'transmitTunnel',
} as const satisfies Record<NonNullable<TransmitStep['end']>, string>;

function transmit({ device, to, end: at = 'outside' }: TransmitStep, telling: Telling): Narration {
  if (!to) return say(TRANSMIT_END[at], { device });
  return say('transmit', { device, to: formatTitle(to.netns, telling) });
}

function tunnel({ device, action, by, before, packet }: TunnelStep): Narration {
  const outer = action === 'wrap' ? packet : before;
  const values = {
    device,
    by,
    from: formatIp(outer.src),
    to: formatIp(outer.dst),
    port: 'dport' in outer.l4 ? outer.l4.dport : NONE,
    vni: outer.inner?.vni ?? NONE,
    inner: formatEnd(outer.inner?.packet ?? outer, 'dst'),
  };
  return say(action === 'wrap' ? 'tunnelWrap' : 'tunnelUnwrap', values);
}

function deliver({ to, packet, unread }: DeliverStep, telling: Telling): Narration {
  const { role } = telling.at;
  const name = getName(to, telling);
  if (role === 'error') return say('arrivesError', { to: name });
  const told = role === 'reply' ? telling.walk[telling.index - 1]?.data : undefined;
  const from = formatEnd(packet, 'src');
  if (told?.kind === 'ebpf' && told.did === 'answered')
    return say('arrivesTold', { to: name, from, seen: told.service ?? NONE });
  if (role === 'reply') return say('arrivesReply', { to: name, seen: from });
  return say('arrives', { to: name, seen: formatIp(packet.src) }, unread ? [reason(unread, true)] : []);
}
