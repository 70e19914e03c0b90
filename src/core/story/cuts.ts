import { assertNever } from '../lib/result';
import { sameIp } from '../net/ip';
import { isProgramStep, type Disposition, type ProgramStep, type NatStep, type Leg, type RuleStep } from '../sim/trace';
import { rewriteAfter } from '../sim/narrate';
import type { MomentKind, MomentVariant } from './moment';
import { hookAt, type WalkStep } from './walk';

/** Where a moment is over, and what it is; it begins where the one before is over. */
export interface MomentCut {
  readonly kind: MomentKind;
  readonly variant?: MomentVariant;
  /** Index of the last step of the moment. */
  readonly last: number;
  /** The step that decides it. */
  readonly at: number;
}

/** A leg of a walk while it is cut: its steps, and how it ended. */
interface Cutting {
  readonly steps: readonly WalkStep[];
  readonly leg: Leg;
  /** The leg after it, where there is one. */
  readonly next: Leg | undefined;
  readonly ground: CutInputs;
}

/** What is asked of the network while a walk is cut. */
export interface CutInputs {
  readonly isPod: (netns: string) => boolean;
  /** Does a process of that name open connections of its own for those it takes? */
  readonly isProxy: (netns: string, process: string) => boolean;
  /** Do other rules of its chain draw for the same packets as the rule of this step, which does not? */
  readonly isRest: (step: WalkStep) => boolean;
}

/** Chains that are one Service's own (pkg/proxy/iptables/proxier.go, pkg/proxy/nftables/proxier.go). */
const SERVICE_CHAIN = /^(?:KUBE-(?:SVC|SVL|XLB|EXT|FW)-|(?:service|external|firewall)-.)/;
/** Chains that are one endpoint's own. */
const ENDPOINT_CHAIN = /^(?:KUBE-SEP-|endpoint-.)/;
/** Chains of userspace mode, whose rules lead to kube-proxy's own ports (pkg/proxy/userspace/proxier.go). */
const PORTAL_CHAIN = /^KUBE-(?:PORTALS-(?:CONTAINER|HOST)|NODEPORT-(?:CONTAINER|HOST))$/;
/** Built-in chains that translate destinations. */
const ENTRIES = /^(?:PREROUTING|OUTPUT)$/;
/** Chains that set the mark of those to masquerade, or of those to drop. */
const MARK_CHAIN = /^(?:KUBE-MARK-(?:MASQ|DROP)|mark-for-masquerade)$/;

/** Is it a chain of one Service port? */
function isServiceChain(chain: string): boolean {
  return SERVICE_CHAIN.test(chain) && chain !== 'firewall-check' && chain !== 'service-endpoints-check';
}

/** Is it a chain of one endpoint? */
export function isEndpointChain(chain: string): boolean {
  return ENDPOINT_CHAIN.test(chain);
}

/** What is not told of a question for a name: it goes the way that is told of the flow itself. */
const IN_PASSING: ReadonlySet<MomentKind> = new Set([
  'recognised',
  'rewritten',
  'marked',
  'routed',
  'source-rewritten',
  'crosses',
  'answers',
  'translated-back',
]);

/**
 * Cuts a walk into moments: every step is in one, in order. A moment ends with the step that decides it and what
 * follows from it at once; steps that decide nothing go with the one they lead to.
 */
export function listCuts(all: readonly WalkStep[], legs: readonly Leg[], ground: CutInputs): readonly MomentCut[] {
  return legs.flatMap((leg, index) => {
    const steps = all.filter((step) => step.leg === index);
    if (steps.length === 0) return [];
    const cuts = cutLeg({ steps, leg, next: legs[index + 1], ground });
    return inOrder(
      leg.lookup ? cuts.filter((cut, at) => at === cuts.length - 1 || !IN_PASSING.has(cut.kind)) : cuts,
      steps,
    );
  });
}

/** Cuts in the order of the walk, each longer than nothing, the last one to the end of the leg. */
function inOrder(cuts: readonly MomentCut[], steps: readonly WalkStep[]): MomentCut[] {
  const [first, end] = [steps[0]?.index ?? 0, steps.at(-1)?.index ?? 0];
  const kept: MomentCut[] = [];
  for (const cut of cuts) {
    const before = kept.at(-1)?.last ?? first - 1;
    if (cut.last > before) kept.push(cut);
  }
  const last = kept.at(-1);
  if (last && last.last < end) kept[kept.length - 1] = { ...last, last: end };
  return kept;
}

function cutLeg(cutting: Cutting): readonly MomentCut[] {
  const { steps } = cutting;
  const events = [...eachEvent(cutting)];
  const begins = beginning(cutting, events);
  const end = ending(cutting);
  const told = withoutIdleWay(withCrossings(cutting, [...events, end]), end, steps);
  return [begins, ...told.filter(({ last }) => last <= end.last), end].filter(
    (cut, at, cuts) => at === cuts.length - 1 || cut.last < (steps.at(-1)?.index ?? 0),
  );
}

/** A way that nobody goes is not told: that of a packet which nothing rewrote, and which the next rules of that machine end. */
function withoutIdleWay(cuts: readonly MomentCut[], end: MomentCut, steps: readonly WalkStep[]): readonly MomentCut[] {
  const way = cuts.at(-1);
  const hopAt = (at: number): number | undefined => steps.find(({ index }) => index === at)?.hop;
  const isIdle =
    way?.kind === 'routed' &&
    (end.kind === 'refused' || end.kind === 'dropped') &&
    hopAt(way.at) === hopAt(end.at) &&
    !cuts.some(({ kind }) => kind === 'rewritten');
  return isIdle ? cuts.slice(0, -1) : cuts;
}

/** How a packet sets out: until a hook asks of it, or it is gone from where it was made. */
function beginning({ steps, leg }: Cutting, events: readonly MomentCut[]): MomentCut {
  const first = steps[0] as WalkStep;
  const at = first.index;
  const isUnread = first.data.kind === 'originate' && first.data.http === 'unknown';
  if (isUnread) return { kind: 'sent', at, last: steps.at(-1)?.index ?? at };
  if (leg.role === 'request' && leg.second) return { kind: 'chosen', variant: 'process', at, last: at };
  const begins = leg.role === 'request' ? { kind: 'sent' as const } : { kind: 'answers' as const };
  const variant = leg.role === 'error' ? { variant: 'error' as const } : {};
  const next = steps.find((step) => step.index > at && (step.hop > first.hop || isOver(step)));
  const last = next ? next.index - 1 : (steps.at(-1)?.index ?? 0);
  const isIn = next && next.hop > first.hop && next.data.kind === 'receive' && isBusy(steps, events, next.hop);
  return { ...begins, ...variant, at, last: isIn ? last + 1 : last };
}

function isOver({ data }: WalkStep): boolean {
  if (isProgramStep(data)) return data.did !== 'passed';
  return ['hook', 'stop', 'deliver'].includes(data.kind) || (data.kind === 'routing' && data.decision === 'none');
}

/** Does anything happen in a hop that is told of by itself? */
function isBusy(steps: readonly WalkStep[], events: readonly MomentCut[], hop: number): boolean {
  return events.some(({ at }) => steps.some(({ index, hop: of }) => index === at && of === hop));
}

/** What happens to a packet on its way, between where it sets out and where it ends. */
function* eachEvent(cutting: Cutting): Generator<MomentCut> {
  const { steps } = cutting;
  const hops = [...new Set(steps.map(({ hop }) => hop))];
  const seen: Seen = { isRecognised: false, rewrittenAt: new Set(), isRouted: cutting.leg.role !== 'request' };
  for (const hop of hops)
    yield* hopEvents(
      cutting,
      steps.filter((step) => step.hop === hop),
      seen,
    );
}

/** What is told once a leg. */
interface Seen {
  isRecognised: boolean;
  readonly rewrittenAt: Set<number>;
  isRouted: boolean;
}

function* hopEvents(cutting: Cutting, hop: readonly WalkStep[], seen: Seen): Generator<MomentCut> {
  let isNew = false;
  for (const [at, step] of hop.entries()) {
    for (const cut of eventAt(cutting, { hop, at, step }, seen)) {
      if (cut.kind === 'rewritten') {
        isNew = true;
        seen.rewrittenAt.add(cut.at);
      }
      yield cut;
    }
    // Of what a tunnel sends only its wrapping and unwrapping are told.
    if (step.data.packet.inner) continue;
    if (isWayOut(hop, at + 1) && (isNew || !seen.isRouted)) {
      isNew = false;
      yield* eachWay(cutting, hop, at, seen);
    }
    const isGone = !isOut(step) && hop[at + 1]?.data.kind === 'transmit' && hookAt(hop, at) === 'POSTROUTING';
    if (isGone && hop.some(({ index }) => seen.rewrittenAt.has(index))) yield* keptAt(hop, at);
  }
}

/** The next step leaves the part of the kernel where the way is found, or enters the hook where the packet ends. */
function isWayOut(hop: readonly WalkStep[], at: number): boolean {
  const data = hop[at]?.data;
  if (data?.kind === 'transmit' || data?.kind === 'deliver') return true;
  if (data?.kind !== 'hook') return false;
  if (data.hook === 'POSTROUTING' || data.hook === 'INPUT') return true;
  const isLast = hop.findLastIndex((step) => step.data.kind === 'hook') === at;
  return isLast && hop.at(-1)?.data.kind === 'stop';
}

/** The moment in which the way is found: once a leg, and again for what was rewritten. */
function* eachWay({ steps }: Cutting, hop: readonly WalkStep[], at: number, seen: Seen): Generator<MomentCut> {
  const found = hop.slice(0, at + 1).findLast(({ data }) => data.kind === 'routing');
  const isRewritten = hop.some(({ index }) => seen.rewrittenAt.has(index));
  if (!found || (!isRewritten && (seen.rewrittenAt.size > 0 || !isOfItself(steps, hop, at)))) return;
  seen.isRouted = true;
  yield { kind: 'routed', at: found.index, last: hop[at]?.index ?? 0 };
}

/** Is the way of a packet that nothing rewrote worth a moment? Its sender's own is told with `sent`; IPVS is asked first. */
function isOfItself(steps: readonly WalkStep[], hop: readonly WalkStep[], at: number): boolean {
  const [first] = steps;
  const isSenders = hop[0] === first && first?.data.kind === 'originate' && !first.second;
  const isFiltered = hop.some(({ data }) => data.kind === 'hook');
  return !isSenders && isFiltered && !hop.slice(at).some(({ data }) => data.kind === 'ipvs');
}

/** Has the packet left the IP stack already? Then the bridge looks for its port. */
function isOut({ data }: WalkStep): boolean {
  return data.kind === 'transmit' || data.kind === 'bridge';
}

function* keptAt(hop: readonly WalkStep[], at: number): Generator<MomentCut> {
  const posted = hop.slice(0, at + 1);
  const hook = posted.findLastIndex(({ data }) => data.kind === 'hook');
  if (posted.slice(hook).some(({ data }) => data.kind === 'nat')) return;
  const decided =
    posted.slice(hook).findLast(({ data }) => data.kind === 'rule' && data.ref.table !== 'mangle') ?? posted.at(-1);
  yield { kind: 'source-rewritten', variant: 'kept', at: decided?.index ?? 0, last: hop[at]?.index ?? 0 };
}

/** Into a tunnel, until the host sends the outer packet; out of it, until the device has the inner one. */
function tunnelEvent({ hop, at, step }: StepAt): MomentCut {
  const next = hop[at + 1];
  const isArrival = next?.data.kind === 'receive' || next?.data.kind === 'routing';
  return { kind: 'crosses', variant: 'tunnel', at: step.index, last: isArrival ? next.index : step.index };
}

interface StepAt {
  readonly hop: readonly WalkStep[];
  readonly at: number;
  readonly step: WalkStep;
}

function eventAt({ leg, ground }: Cutting, here: StepAt, seen: Seen): readonly MomentCut[] {
  const { data } = here.step;
  if (data.kind === 'rule') return leg.role === 'request' ? ruleEvents(data, { ...here, ground }, seen) : [];
  if (data.kind === 'nat') return [natEvent(data, here.step, leg.role)];
  if (data.kind === 'tunnel') return [tunnelEvent(here)];
  if (isProgramStep(data)) return programEvents(data, here.step, leg.role);
  return data.kind === 'ipvs' ? ipvsEvents(here, seen) : [];
}

function ruleEvents(
  rule: RuleStep,
  { hop, at, step, ground }: StepAt & Pick<Cutting, 'ground'>,
  seen: Seen,
): readonly MomentCut[] {
  const { verdict, ref } = rule;
  const end = { at: step.index, last: step.index };
  const isJump = verdict.kind === 'JUMP' || verdict.kind === 'GOTO';
  // From a hook itself no mode leads to a chain of one Service or endpoint: who sends the packet put it in there.
  const to = isJump && !ENTRIES.test(ref.chain) ? verdict.chain : undefined;
  if (to !== undefined && isEndpointChain(to)) return [{ kind: 'chosen', ...end }];
  if (to !== undefined && rule.odds !== undefined) return [{ kind: 'chosen', ...end }];
  const isPortal = PORTAL_CHAIN.test(ref.chain) && rewriteAfter(step, hop[at + 1]) === 'DST';
  if (!seen.isRecognised && ((to !== undefined && isServiceChain(to) && !isRefusing(ref.chain)) || isPortal)) {
    seen.isRecognised = true;
    return [{ kind: 'recognised', ...end }];
  }
  const isDestination = rewriteAfter(step, hop[at + 1]) === 'DST';
  if (isDestination && (rule.odds !== undefined || ground.isRest(step))) return [{ kind: 'chosen', ...end }];
  if (!MARK_CHAIN.test(ref.chain) || rule.markBefore === undefined) return [];
  const back = hop[at + 1]?.data.kind === 'return' ? 1 : 0;
  return [{ kind: 'marked', at: step.index, last: step.index + back }];
}

/** Chains whose rules for a Service only refuse. */
function isRefusing(chain: string): boolean {
  return chain === 'KUBE-PROXY-FIREWALL' || chain === 'firewall-check';
}

function natEvent({ manip, by }: NatStep, { index }: WalkStep, role: Leg['role']): MomentCut {
  const end = { at: index, last: index };
  if (by === 'binding' && role !== 'request') {
    return { kind: 'translated-back', variant: manip === 'SRC' ? 'source' : 'destination', ...end };
  }
  const again = by === 'binding' ? { variant: 'again' as const } : {};
  return { kind: manip === 'DST' ? 'rewritten' : 'source-rewritten', ...again, ...end };
}

/** What a program changes, or tells a process, is a moment of its own: at a socket there is no packet yet. */
function programEvents(
  { did, device, before, packet }: ProgramStep,
  { index }: WalkStep,
  role: Leg['role'],
): readonly MomentCut[] {
  const end = { at: index, last: index };
  switch (did) {
    case 'translated':
    case 'spread':
    case 'told':
      return role === 'request'
        ? [{ kind: 'chosen', variant: device === undefined ? 'socket' : 'program', ...end }]
        : [];
    case 'masqueraded':
      return [{ kind: 'source-rewritten', variant: 'program', ...end }];
    case 'answered':
      return [{ kind: 'translated-back', variant: 'socket', ...end }];
    case 'restored': {
      const isSource = before !== undefined && !sameIp(before.src, packet.src);
      return [{ kind: 'translated-back', variant: isSource ? 'source' : 'destination', ...end }];
    }
    case 'passed':
    case 'delivered':
    case 'wrapped':
    case 'refused':
    case 'dropped':
      return [];
    default:
      return assertNever(did);
  }
}

/** One step of IPVS chooses and rewrites: the rewrite is told with what routing makes of it. */
function ipvsEvents({ hop, at, step }: StepAt, seen: Seen): readonly MomentCut[] {
  const { data, index } = step;
  if (data.kind !== 'ipvs') return [];
  if (data.at === 'out')
    return data.before ? [{ kind: 'translated-back', variant: 'source', at: index, last: index }] : [];
  const cuts: MomentCut[] = [];
  const known = hop.slice(0, at).findLast((each) => each.data.kind === 'routing') ?? hop[at - 1];
  if (!seen.isRecognised && known) cuts.push({ kind: 'recognised', at: known.index, last: index - 1 });
  seen.isRecognised = true;
  if (data.chosen === undefined) return cuts;
  cuts.push({
    kind: 'chosen',
    ...(data.from === 'scheduler' ? {} : { variant: 'again' as const }),
    at: index,
    last: index,
  });
  const next = hop[at + 1];
  if (data.before && next?.data.kind === 'routing') cuts.push({ kind: 'rewritten', at: index, last: next.index });
  return cuts;
}

/** How the leg ended; its moment goes to the last step. */
function ending(cutting: Cutting): MomentCut {
  const { steps, leg, next } = cutting;
  const { disposition } = leg;
  const last = steps.at(-1)?.index ?? 0;
  if (disposition.kind === 'DELIVERED') return { ...delivered(cutting), last };
  if (disposition.kind === 'LEFT') return { kind: 'unknown', variant: 'left', at: last, last };
  return { kind: endKind(disposition.kind, next?.role === 'error'), at: last, last };
}

/** `isTold`: whoever sent it gets an error back. */
function endKind(kind: Exclude<Disposition['kind'], 'DELIVERED' | 'LEFT'>, isTold: boolean): MomentKind {
  switch (kind) {
    case 'REJECTED':
      return 'refused';
    case 'DROPPED':
      return isTold ? 'refused' : 'dropped';
    case 'NO_SOCKET':
      return isTold ? 'refused' : 'lost';
    case 'UNKNOWN':
      return 'unknown';
    case 'NO_ROUTE':
    case 'MARTIAN':
    case 'TTL_EXCEEDED':
    case 'LOOP':
      return 'lost';
    default:
      return assertNever(kind);
  }
}

function delivered({ steps, leg: { role }, ground }: Cutting): Omit<MomentCut, 'last'> {
  const step = steps.findLast(({ data }) => data.kind === 'deliver');
  const at = (step ?? steps.at(-1))?.index ?? 0;
  if (role === 'reply') return { kind: 'received', at };
  if (role === 'error') return { kind: 'received', variant: 'error', at };
  const isProxied = step?.data.kind === 'deliver' && !step.second && ground.isProxy(step.netns, step.data.to);
  return isProxied ? { kind: 'crosses', variant: 'process', at } : { kind: 'arrives', at };
}

/** Puts the way through machines where nothing is told of between what happens before and after it. */
function withCrossings(cutting: Cutting, events: readonly MomentCut[]): readonly MomentCut[] {
  const hopOf = new Map(cutting.steps.map(({ index, hop }) => [index, hop]));
  let before = cutting.steps[0]?.hop ?? 0;
  return events.flatMap((cut, nth) => {
    const hop = hopOf.get(cut.at) ?? before;
    const isEnd = nth === events.length - 1;
    const crossing = crossingTo(cutting, { before, hop, isEnd });
    before = Math.max(before, hop);
    return isEnd ? crossing : [...crossing, cut];
  });
}

interface Crossing {
  readonly before: number;
  readonly hop: number;
  readonly isEnd: boolean;
}

/** Into a Pod nothing is crossed but what its own node does; into a machine the wire is. */
function crossingTo({ steps, ground: { isPod } }: Cutting, { before, hop, isEnd }: Crossing): readonly MomentCut[] {
  const entered = steps.find((step) => step.hop === hop);
  if (!entered || hop <= before) return [];
  const isInto = isEnd && isPod(entered.netns);
  const last = isInto ? entered.index - 1 : entered.index;
  if (hop === before + 1 && (isInto || !isEnd)) return [];
  const at = steps.findLast(
    (step) => step.index <= last && step.data.kind === 'transmit' && step.data.to !== undefined,
  );
  return [{ kind: 'crosses', at: at?.index ?? last, last }];
}
