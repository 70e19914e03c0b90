import { createSpeaker } from '../../../content/phrases';
import { createDerive } from '../../document/derive';
import { add, complement, formatFraction, fraction, parseFraction, ZERO, type Fraction } from '../../lib/fraction';
import { Memo, once } from '../../lib/memo';
import { assertNever } from '../../lib/result';
import { formatIp, isLoopback, sameIp } from '../../net/ip';
import { formatEndpoint, hasPorts, type Packet } from '../../net/packet';
import { explore, stateAfter } from '../../sim/explore';
import { simulate } from '../../sim/simulate';
import type { SimState } from '../../sim/world';
import { isProgramStep, type Leg } from '../../sim/trace';
import { listLenses } from '../lenses';
import { plainName } from '../service-at';
import type { Moment, MomentKind } from '../moment';
import { moments } from '../moments';
import type { QuestionKind, StoryQuestion } from '../question';
import { listQuestions } from '../questions';
import { stepsOfWalk, type WalkStep } from '../walk';
import type { OneWalk } from './walks';

const say = { en: createSpeaker('en'), ko: createSpeaker('ko') };

const derive = createDerive();
const memo = new Memo();

/** The questions of a walk, worked out once: each is tried in other modes and without Pods. */
export const askedOf = (walk: OneWalk): readonly StoryQuestion[] => asked(walk, memo);

const told = once(({ walked }: OneWalk): readonly Moment[] => moments(walked));

const asked = once((walk: OneWalk): readonly StoryQuestion[] => {
  const { walked, flow, outcome } = walk;
  const story = told(walk, memo);
  return listQuestions({ walked, flow, shown: outcome, story, lenses: listLenses(walked, story), derive });
});

/** Questions whose key is not what the trace itself says, or whose answers are not apart; empty: none. */
export function wrongKeys(walk: OneWalk): readonly string[] {
  return askedOf(walk).flatMap((question) => {
    const { kind, options, key, asks } = question;
    const right = options[key]?.text;
    const found = foundBy(walk, question);
    const faults = [asks, ...options.flatMap(({ says, why }) => [says, why])]
      .flatMap((each) => [say.en(each), say.ko(each)])
      .filter((text) => /^question\.|^story\.|[{}]|undefined/.test(text) && !/vmap|@/.test(text));
    if (new Set(options.map(({ text }) => text)).size !== options.length) faults.push('answers that are the same');
    if (options.length < 2 || options.length > 4) faults.push(`${options.length} answers`);
    const claims = options.some(({ why }) => say.en(why).startsWith('Of all new connections'));
    if (claims && isRemembering(walk)) faults.push('says of all new connections what holds of the first of a client');
    if (found !== undefined && found !== right) faults.push(`says ${right}, the engine ${found}`);
    return faults.map((fault) => `${kind}: ${fault}`);
  });
}

function endText(packet: Packet, side: 'src' | 'dst'): string {
  const { l4 } = packet;
  return hasPorts(l4) ? formatEndpoint(packet[side], side === 'src' ? l4.sport : l4.dport) : formatIp(packet[side]);
}

/** The moment that answers a question: it may be asked long before, where nothing tells yet. */
const ANSWERED_BY: Readonly<Partial<Record<QuestionKind, MomentKind>>> = {
  'source-seen': 'arrives',
  'answers-to': 'answers',
  'reply-carries': 'received',
  destination: 'rewritten',
  'source-changes': 'source-rewritten',
};

/** The answer read off the trace and its outcomes, past all that tells stories; undefined: by the question's own test. */
function foundBy(walk: OneWalk, { kind, before, about, options, key }: StoryQuestion): string | undefined {
  const { walked, outcome } = walk;
  const steps = stepsOfWalk(walked.trace);
  const story = told(walk, memo);
  const answers = ANSWERED_BY[kind];
  const isOwn = (moment: Moment): boolean => kind === 'answers-to' || moment.leg === story[before]?.leg;
  const { at, leg } = (
    answers === undefined
      ? story[before]
      : story.find((moment, index) => index >= before && moment.kind === answers && isOwn(moment))
  ) as Moment;
  const step = steps[at] as WalkStep;
  const { packet } = step.data;
  const own = walked.trace.legs[leg];
  switch (kind) {
    case 'source-seen':
    case 'answers-to':
      return ownerOf(walk, packet, kind === 'source-seen' ? 'src' : 'dst');
    case 'reply-carries':
      return endText(own?.hops.at(-1)?.steps.findLast((each) => each.kind === 'deliver')?.packet ?? packet, 'src');
    case 'destination':
      return options[key]?.text === 'drawn' ? drawnAt(step) : endText(packet, 'dst');
    case 'ends':
      return endOfOutcome(walk);
    case 'source-changes':
      return step.data.kind === 'nat' || (isProgramStep(step.data) && step.data.before) ? 'changes' : 'stays';
    case 'chance':
      return walk.input.flow.again ? oddsAfterwards(walk, about?.text) : oddsOf(walk, about?.text);
    case 'which-pod':
      return outcome.arrived && isOnce(walk) ? endText(outcome.arrived, 'dst') : undefined;
    case 'who-cannot':
      return neverReached(walk, options);
    case 'odds-of-rest':
      return secondOdds(walk, step);
    case 'next-turn':
      return followedBy(walk, about?.text);
    case 'entry':
    case 'other-mode':
    case 'pod-gone':
    case 'route':
    case 'where':
    case 'which-rule':
      return undefined;
    default:
      return assertNever(kind);
  }
}

/**
 * Namespace whose device has an address of the packet; undefined: none has, or a process of a node listens under it.
 */
function ownerOf({ walked: { derived } }: OneWalk, { src, dst, l4 }: Packet, side: 'src' | 'dst'): string | undefined {
  const address = side === 'src' ? src : dst;
  const port = hasPorts(l4) ? (side === 'src' ? l4.sport : l4.dport) : undefined;
  const owner = [...derived.network.netns.values()].find(({ devices }) =>
    devices.some((device) => device.kind !== 'dummy' && device.addresses.some((each) => sameIp(each.address, address))),
  );
  if (!owner || isLoopback(address) || owner.sockets.some((socket) => socket.port === port)) return undefined;
  return plainName(owner.title);
}

/** The destination is another than it was: whoever was drawn has it. */
function drawnAt({ data }: WalkStep): string | undefined {
  const was = 'before' in data ? data.before : undefined;
  return was && !sameIp(was.dst, data.packet.dst) ? 'drawn' : undefined;
}

/** What a second rule must draw so that two Pods get the same, off the odds of all outcomes: share over what the first leaves. */
function secondOdds(walk: OneWalk, { data }: WalkStep): string | undefined {
  const { outcomes, truncated } = explore(walk.input);
  // Who is drawn first may be drawn on more than one way: by a balancer's nodes, say.
  const shares = new Map<string, Fraction>();
  for (const { probability = '0', arrived } of outcomes) {
    const to = arrived ? endText(arrived, 'dst') : '';
    shares.set(to, add(shares.get(to) ?? ZERO, parseFraction(probability)));
  }
  const [one] = shares.values();
  if (truncated || !one || data.kind !== 'rule' || !isOnce(walk)) return undefined;
  const rest = complement(one);
  return formatFraction(fraction(one.num * rest.den, one.den * rest.num));
}

/** Receiver of a second connection in the state a first one to an end leaves. */
function followedBy({ input }: OneWalk, end: string | undefined): string | undefined {
  const first = explore(input).outcomes.find(({ arrived }) => arrived && endText(arrived, 'dst') === end);
  if (!first) return undefined;
  const flow = { ...input.flow, sport: 51_234 };
  const ends = explore({ ...input, flow, state: stateAfter(input, first) }).outcomes.map(
    ({ arrived }) => arrived && endText(arrived, 'dst'),
  );
  return ends.every((each) => each !== end) ? 'other' : ends.every((each) => each === end) ? 'same' : undefined;
}

/** The only one of some at which no outcome ends. */
function neverReached(walk: OneWalk, options: StoryQuestion['options']): string | undefined {
  const { outcomes, truncated } = explore(walk.input);
  const reached = new Set(outcomes.flatMap(({ arrived }) => (arrived ? [endText(arrived, 'dst')] : [])));
  const never = options.filter(({ text }) => !reached.has(text));
  if (truncated || !isOnce(walk)) return undefined;
  return never.length === 1 ? never[0]?.text : never.map(({ text }) => text).join(' ');
}

function endOfOutcome({ walked, outcome }: OneWalk): string {
  if (outcome.answered) return 'answer';
  const caller = walked.trace.legs[0]?.hops[0]?.netns;
  const told = walked.trace.legs.some(
    ({ role, second, disposition }) =>
      role === 'error' && !second && disposition.kind === 'DELIVERED' && disposition.netns === caller,
  );
  return told || isToldByErrno(walked.trace.legs[0]) ? 'refused' : 'silence';
}

/** A datagram that a hook of its own machine dropped: sendmsg() returns EPERM; connect() of TCP tries again. */
function isToldByErrno(leg: Leg | undefined): boolean {
  const last = leg?.hops.length === 1 ? leg.hops[0]?.steps.at(-1) : undefined;
  if (last?.kind !== 'stop' || last.errno === undefined) return false;
  return last.packet.l4.proto !== 'tcp' && last.packet.l4.proto !== 'sctp';
}

/** Only one draw, and one rewrite of the destination. */
function isOnce({ walked, outcome }: OneWalk): boolean {
  const rewrites = stepsOfWalk(walked.trace).filter(
    ({ data, role, lookup }) =>
      role === 'request' && !lookup && ((data.kind === 'nat' && data.manip === 'DST') || data.kind === 'ipvs'),
  );
  // A proxy that reads requests chooses once more.
  return rewrites.length === 1 && outcome.arrived !== undefined && outcome.http === undefined;
}

/** The odds of an end for a client that was there, once its connection before went as the outcome has it. */
function oddsAfterwards(walk: OneWalk, end: string | undefined): string | undefined {
  const { again: _again, ...flow } = walk.input.flow;
  const state: SimState = new Map();
  const path = [...walk.outcome.path];
  simulate({ ...walk.input, flow: { ...flow, sport: flow.sport - 7 }, state, decide: () => path.shift() ?? 0 });
  return oddsOf({ ...walk, input: { ...walk.input, flow, state } }, end);
}

/** Do all connections of a client go where its first one went, though more than one place is possible? */
function isRemembering({ input }: OneWalk): boolean {
  const { again: _again, ...flow } = input.flow;
  const { outcomes, truncated } = explore({ ...input, flow });
  if (truncated || outcomes.length < 2) return false;
  return outcomes.every(({ arrived, path: taken }) => {
    const state: SimState = new Map();
    const path = [...taken];
    simulate({ ...input, flow, state, decide: () => path.shift() ?? 0 });
    const later = explore({ ...input, flow: { ...flow, sport: flow.sport + 1 }, state }).outcomes;
    return later.every(
      (each) => (each.arrived && endText(each.arrived, 'dst')) === (arrived && endText(arrived, 'dst')),
    );
  });
}

/** The odds of all outcomes that end there. */
function oddsOf(walk: OneWalk, end: string | undefined): string | undefined {
  const { outcomes, truncated } = explore(walk.input);
  if (truncated || !isOnce(walk) || outcomes.some(({ probability }) => probability === undefined)) return undefined;
  const same = outcomes.filter((each) => each.arrived && endText(each.arrived, 'dst') === end);
  return formatFraction(same.reduce((sum, { probability = '0' }) => add(sum, parseFraction(probability)), ZERO));
}
