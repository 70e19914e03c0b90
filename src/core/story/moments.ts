import { assertNever } from '../lib/result';
import type { IpAddress } from '../net/ip';
import { hasPorts, parseEndpoint, type Packet } from '../net/packet';
import type { Cast } from './cast';
import { makeCast } from './cast';
import { listCuts, type MomentCut } from './cuts';
import type { Moment, StoryEnd } from './moment';
import { collectDrawRules } from './draws';
import { tellByItself, tellDropped, tellLost, tellRefused, tellUnknown } from './tell-end';
import { tellAnswers, tellBack, tellReceived } from './tell-reply';
import { tellArrives, tellChosen, tellRecognised, tellRewritten } from './tell-service';
import { isProgramStep } from '../sim/trace';
import { tellCrosses, tellMarked, tellRouted, tellSent, tellSource } from './tell-way';
import { serviceByRule, type MomentInputs, type MomentWords } from './telling';
import { hookAt, stepsOfWalk, type StoryWalk, type WalkStep } from './walk';

/**
 * Tells a walk in moments: every step is in one, in the order of the walk. Reads nothing but what the engine evaluated;
 * a walk without steps (the flow could not be sent) has none.
 */
export function moments(walked: StoryWalk): readonly Moment[] {
  const steps = stepsOfWalk(walked.trace);
  const cast = makeCast(walked, steps);
  const told: Moment[] = [];
  const isRest = (step: WalkStep): boolean =>
    collectDrawRules(walked.derived, { netns: step.netns, family: step.data.packet.family }, step).length > 1;
  for (const cut of listCuts(steps, walked.trace.legs, { ...cast, isRest }))
    told.push(makeMoment({ walked, steps, cast }, cut, told));
  return told;
}

type TellingInputs = Pick<MomentInputs, 'walked' | 'steps' | 'cast'>;

function makeMoment(ground: TellingInputs, cut: MomentCut, before: readonly Moment[]): Moment {
  const telling = makeTelling(ground, cut, before);
  const { step, first, header, was, hook, pod, site } = telling;
  const { sentence, cause, because = [] } = tell(telling);
  const service = telling.service ?? (cut.kind === 'recognised' ? was.to.name : undefined);
  return {
    kind: cut.kind,
    ...(cut.variant ? { variant: cut.variant } : {}),
    first,
    last: cut.last,
    at: cut.at,
    leg: step.leg,
    role: step.role,
    ...(step.second ? { second: step.second } : {}),
    ...(step.lookup ? { lookup: step.lookup } : {}),
    node: site.netns,
    ...(hook ? { hook } : {}),
    header,
    ...(isOther(was, header) ? { before: was } : {}),
    ...(service === undefined ? {} : { service }),
    ...(pod ? { pod } : {}),
    sentence,
    ...(cause ? { cause } : {}),
    because,
  };
}

function isOther(a: Moment['header'], b: Moment['header']): boolean {
  return a.from.text !== b.from.text || a.to.text !== b.to.text;
}

function makeTelling(ground: TellingInputs, cut: MomentCut, before: readonly Moment[]): MomentInputs {
  const { steps, cast } = ground;
  const step = steps[cut.at] as WalkStep;
  const { packet } = step.data;
  const first = (before.at(-1)?.last ?? -1) + 1;
  const was = cast.header(packetBefore(step, cut), step.netns);
  const header = cut.kind === 'chosen' && step.data.kind === 'ipvs' ? was : cast.header(packet, step.netns);
  const base = {
    ...ground,
    cut,
    first,
    before,
    step,
    site: { netns: step.netns, family: packet.family },
    header,
    was: cut.kind === 'chosen' && !isProgramStep(step.data) ? header : was,
  };
  const telling = {
    ...base,
    // IPVS knows the address where it takes the packet, one hook after the route that led in.
    hook: findHook(steps, isDirected(step, steps[cut.last + 1]) ? (steps[cut.last + 1] ?? step) : step),
    pod: podAt(ground, cut, before),
    node: cast.title(step.netns),
  };
  return { ...telling, service: serviceAt(telling) };
}

/** The packet before the step that decides; a choice changes nothing of it. */
function packetBefore({ data }: WalkStep, cut: MomentCut): Packet {
  const rewrites =
    cut.kind === 'rewritten' ||
    cut.kind === 'source-rewritten' ||
    cut.kind === 'translated-back' ||
    cut.kind === 'chosen';
  return rewrites && 'before' in data && data.before ? data.before : data.packet;
}

const OUTSIDE_HOOKS: ReadonlySet<string> = new Set([
  'transmit',
  'deliver',
  'originate',
  'receive',
  'bridge',
  'ebpf',
  'vfp',
]);

const isDirected = ({ data }: WalkStep, next: WalkStep | undefined): boolean =>
  data.kind === 'routing' && next?.data.kind === 'ipvs';

function findHook(steps: readonly WalkStep[], step: WalkStep): Moment['hook'] {
  if (OUTSIDE_HOOKS.has(step.data.kind)) return undefined;
  // What stops a packet may be what comes after a hook: routing, or the bridge.
  const before = steps[step.index - 1]?.data.kind;
  if (step.data.kind === 'stop' && (before === 'bridge' || before === 'routing')) return undefined;
  return hookAt(steps, step.index);
}

/** Service a moment is about: known from the address the packet was sent to, or from the chain that takes it. */
function serviceAt(telling: Omit<MomentInputs, 'service'>): string | undefined {
  const { to } = telling.was;
  const written = telling.cut.kind === 'recognised' ? serviceByRule({ ...telling, service: undefined }) : undefined;
  const own = ofSamePart(telling.before, telling.step);
  const known = written ?? own.findLast((moment) => moment.service !== undefined && isAbout(telling, moment))?.service;
  if (known !== undefined) return known;
  if (to.kind === 'service') return to.name;
  return telling.cut.kind === 'recognised' || isProgramStep(telling.step.data) ? to.nodePortOf : undefined;
}

/**
 * Is a moment about the Service of the telling? A proxy that reads requests, or dials the address of a Service, asks
 * for another than it was asked for; one that only passes on asks for the same.
 */
function isAbout({ steps, step, cast }: Omit<MomentInputs, 'service'>, { second }: Moment): boolean {
  if (!step.second || second === true) return true;
  return !steps.some(
    ({ data, netns, second: isSecond, lookup }) =>
      data.kind === 'originate' &&
      (data.http !== undefined ||
        (isSecond === true && lookup === step.lookup && cast.header(data.packet, netns).to.kind === 'service')),
  );
}

/** The moments of the flow, or those of the question for its name: neither knows whom the other asked. */
function ofSamePart(before: readonly Moment[], step: WalkStep | undefined): readonly Moment[] {
  return before.filter(({ lookup }) => lookup === step?.lookup);
}

/** The endpoint that is chosen by now: read off what the choice made of the packet. */
function podAt(ground: TellingInputs, cut: MomentCut, before: readonly Moment[]): StoryEnd | undefined {
  if (cut.kind === 'chosen') return chosenAt(ground, cut) ?? undefined;
  const step = ground.steps[cut.at];
  const known = ofSamePart(before, step).findLast(({ pod }) => pod !== undefined)?.pod;
  if (known || cut.kind !== 'rewritten' || step?.data.kind !== 'nat') return known;
  return getDestination(ground.cast, step.data.packet, step.netns);
}

function chosenAt({ steps, cast }: TellingInputs, { at }: MomentCut): StoryEnd | undefined {
  const step = steps[at] as WalkStep;
  if (step.data.kind === 'ipvs' || isProgramStep(step.data)) {
    const server = parseEndpoint(step.data.chosen ?? '');
    return server && cast.endpoint(server.address, server.port, step.netns);
  }
  if (step.data.kind === 'originate') return getDestination(cast, step.data.packet, step.netns);
  const rewritten = steps.find(
    ({ index, leg, hop, data }) => index > at && leg === step.leg && hop === step.hop && data.kind === 'nat',
  );
  return rewritten && getDestination(cast, rewritten.data.packet, step.netns);
}

function getDestination(cast: Cast, { dst, l4 }: Packet, netns: string): StoryEnd {
  const address: IpAddress = dst;
  return cast.endpoint(address, hasPorts(l4) ? l4.dport : undefined, netns);
}

function tell(telling: MomentInputs): MomentWords {
  const { kind } = telling.cut;
  switch (kind) {
    case 'sent':
      return tellSent(telling);
    case 'recognised':
      return tellRecognised(telling);
    case 'chosen':
      return tellChosen(telling);
    case 'rewritten':
      return tellRewritten(telling);
    case 'marked':
      return tellMarked(telling);
    case 'routed':
      return tellRouted(telling);
    case 'source-rewritten':
      return tellSource(telling);
    case 'crosses':
      return tellCrosses(telling);
    case 'arrives':
      return tellArrives(telling);
    case 'answers':
      return tellByItself(telling) ?? tellAnswers(telling);
    case 'translated-back':
      return tellBack(telling);
    case 'received':
      return tellReceived(telling);
    case 'refused':
      return tellRefused(telling);
    case 'dropped':
      return tellDropped(telling);
    case 'lost':
      return tellLost(telling);
    case 'unknown':
      return tellUnknown(telling);
    default:
      return assertNever(kind);
  }
}
