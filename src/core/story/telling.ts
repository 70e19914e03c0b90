import type { Origin, PartRef } from '../kubernetes/proxy/mode';
import type { Phrase } from '../lib/phrase';
import type { Hook } from '../linux/hooks';
import { printedIp } from '../net/ip';
import { isProgramStep, type IpvsStep, type RuleStep, type TraceStep, type ProgramStep } from '../sim/trace';
import type { Cast } from './cast';
import { serviceName } from './service-at';
import type { MomentCut } from './cuts';
import { findOrigin } from '../document/kernel-parts';
import { findPart, type NetnsFamily } from './ruleset-lines';
import { isRemembered, type StoryWalk, type WalkStep } from './walk';
import type { Moment, MomentBecause, StoryEnd, StoryHeader } from './moment';

/** What is said of a moment. */
export interface MomentWords {
  readonly sentence: Phrase;
  readonly cause?: Phrase | undefined;
  readonly because?: readonly MomentBecause[];
}

/** One moment among others while it is told. */
export interface MomentInputs {
  readonly walked: StoryWalk;
  readonly steps: readonly WalkStep[];
  readonly cast: Cast;
  readonly cut: MomentCut;
  /** Index of the moment's first step. */
  readonly first: number;
  /** The moments before it. */
  readonly before: readonly Moment[];
  /** The step that decides it. */
  readonly step: WalkStep;
  readonly site: NetnsFamily;
  /** The header when it is over, and before it. */
  readonly header: StoryHeader;
  readonly was: StoryHeader;
  readonly hook: Hook | undefined;
  /** The Service it is about: `web`; absent: it was not recognised yet, or there is none. */
  readonly service: string | undefined;
  /** The endpoint chosen by now. */
  readonly pod: StoryEnd | undefined;
  /** What the namespace where it happens is called. */
  readonly node: string;
}

/** The steps of the moment. */
export function listSteps({ steps, first, cut }: MomentInputs): readonly WalkStep[] {
  return steps.slice(first, cut.last + 1);
}

function countSkipped(steps: readonly WalkStep[]): number {
  return steps.reduce((sum, { data }) => sum + (data.kind === 'skip' ? data.to - data.from + 1 : 0), 0);
}

/** Steps of its hook before a step, also while an earlier moment was told: a mark comes first at times. */
export function listStepsBefore({ steps, step }: Pick<MomentInputs, 'steps' | 'step'>): readonly WalkStep[] {
  const isHere = ({ leg, hop }: WalkStep): boolean => leg === step.leg && hop === step.hop;
  const hook = steps.findLast((each) => each.index < step.index && isHere(each) && each.data.kind === 'hook');
  return steps.slice(hook?.index, step.index).filter(isHere);
}

/** Rules of its hook that were asked before a step and did not match. */
export const countRulesBefore = (inputs: Pick<MomentInputs, 'steps' | 'step'>): number =>
  countSkipped(listStepsBefore(inputs));

/** The object that made kube-proxy write the rule of a step; undefined: it did not, or the rule was pasted. */
export function originOfRule({ walked }: MomentInputs, { netns, data }: WalkStep): Origin | undefined {
  if (data.kind !== 'rule') return undefined;
  return findOrigin(walked.derived, { netns, family: data.packet.family }, findPart(data.ref));
}

/** A rule that decided, and the object that asked for it, where that is known; of a lookup the element that was found. */
export function byRule({ walked: { derived } }: MomentInputs, { netns, data }: WalkStep): readonly MomentBecause[] {
  if (data.kind !== 'rule') return [];
  const site = { netns, family: data.packet.family };
  const element = findElement(data);
  const rule: MomentBecause = element
    ? { kind: 'part', ...site, at: element }
    : { kind: 'rule', ...site, ref: data.ref };
  const origin = findOrigin(derived, site, element ?? findPart(data.ref));
  // Which bit the mark is decides nothing.
  return origin && !origin.field.endsWith('masqueradeBit') ? [rule, byObject(origin)] : [rule];
}

/** The element of a named set or map that a rule of nftables found. */
export function findElement({ lookup }: RuleStep): PartRef | undefined {
  return lookup?.set.startsWith('@') ? { kind: 'element', set: lookup.set.slice(1), key: lookup.key } : undefined;
}

/** Has a socket no owner by name? It is called by its port (`:443`) or its address then. */
const isUnnamed = (owner: string): boolean => owner.startsWith(':') || printedIp(owner) !== undefined;

/** Name of the process that acts, as an onlooker calls it: its Pod's; what the kernel does by itself is the node's. */
export function processName({ cast, step }: Pick<MomentInputs, 'cast' | 'step'>, owner: string): string {
  const isWhole = owner === 'kernel' || owner === '' || isUnnamed(owner) || cast.isPod(step.netns);
  return isWhole ? cast.title(step.netns) : cast.process(owner);
}

/**
 * Name of the object that has an end of the header. A Service's address stands on no machine: then it is the sender
 * that set out with it.
 */
export function ownerOfAddress({ cast, steps }: MomentInputs, { kind, name }: StoryEnd): string {
  return kind === 'service' && steps[0] ? cast.title(steps[0].netns) : name;
}

/** The object and field that something is there for. */
export function byObject({ kind, namespace, name, field, why }: Origin): MomentBecause {
  const object = { kind, ...(namespace === undefined ? {} : { namespace }), ...(name === undefined ? {} : { name }) };
  return { kind: 'object', object, field, why };
}

/** Why a part was written, its Service by the name people call it: `default/web:http` is `web`. */
export function originReason({ why }: Origin): Phrase {
  const service = why.values?.['service'];
  return typeof service === 'string' ? { ...why, values: { ...why.values, service: serviceName(service) } } : why;
}

/** An earlier moment, if there is one of that kind that passes. */
export function byMoment({ before }: MomentInputs, isIt: (moment: Moment) => boolean): readonly MomentBecause[] {
  const index = before.findLastIndex(isIt);
  return index < 0 ? [] : [{ kind: 'moment', index }];
}

/** The rule steps of a moment, newest last. */
export function listRules(telling: MomentInputs): readonly (WalkStep & { readonly data: RuleStep })[] {
  return listSteps(telling).filter((step): step is WalkStep & { readonly data: RuleStep } => step.data.kind === 'rule');
}

/** Is what the moment changed undone for the answer? */
export function keepsSource({ walked, steps, step }: MomentInputs): 'yes' | 'no' {
  return isRemembered(walked, steps, step) ? 'yes' : 'no';
}

/** End the connection asked, which the packet of a step is said to answer: that of the last request before it of its kind. */
export function originalDestination({
  steps,
  step,
  cast,
}: Pick<MomentInputs, 'steps' | 'step' | 'cast'>): StoryEnd | undefined {
  const last = steps.findLast(
    ({ role, second, lookup, index }) =>
      role === 'request' && second === step.second && lookup === step.lookup && index <= step.index,
  );
  const first = last && steps.find(({ leg }) => leg === last.leg);
  return first && cast.header(first.data.packet, first.netns).to;
}

/** The rule right before a step, which is the one that made it. */
export function ruleBefore({ steps }: MomentInputs, { index, hop, leg }: WalkStep): WalkStep | undefined {
  const before = steps[index - 1];
  return before?.data.kind === 'rule' && before.hop === hop && before.leg === leg ? before : undefined;
}

/** A step's data as one kind of step, where it is one. */
export function stepOfKind<K extends TraceStep['kind']>(
  step: WalkStep | undefined,
  kind: K,
): Extract<TraceStep, { readonly kind: K }> | undefined {
  return step?.data.kind === kind ? (step.data as Extract<TraceStep, { readonly kind: K }>) : undefined;
}

/** The step as one of an eBPF program or of a layer of VFP; undefined: it is another kind. */
export function programAt(step: WalkStep | undefined): ProgramStep | undefined {
  return step && isProgramStep(step.data) ? step.data : undefined;
}

/** The virtual server that takes a packet, where a moment is about one; undefined: none does. */
export function findDirector({ steps, step }: Pick<MomentInputs, 'steps' | 'step'>): IpvsStep | undefined {
  const found = steps.find(({ index, leg, data }) => index >= step.index && leg === step.leg && data.kind === 'ipvs');
  return stepOfKind(found, 'ipvs');
}

/** The Service that the deciding rule or virtual server was written for: `web`; undefined: it was pasted, or is nobody's. A pasted virtual server at a machine's own address is called by it. */
export function serviceByRule(telling: MomentInputs): string | undefined {
  const { data, netns } = telling.step;
  const director = findDirector(telling);
  const at: PartRef | undefined =
    data.kind === 'rule'
      ? (findElement(data) ?? findPart(data.ref))
      : director && { kind: 'virtual-server', server: director.service };
  const port = at && findOrigin(telling.walked.derived, { netns, family: data.packet.family }, at)?.servicePort;
  if (port) return telling.cast.process(`${port.namespace}/${port.serviceName}`);
  const { to } = telling.was;
  // A virtual server at a machine's own address is not that machine.
  return director && to.kind !== 'service' && to.nodePortOf === undefined ? to.text : undefined;
}
