import { phrase, type Phrase } from '../lib/phrase';
import type { ProgramStep } from '../sim/trace';
import type { StoryEnd } from './moment';
import { findPassedOn } from './passed-on';
import { isUnanswered } from './tell-end';
import {
  byMoment,
  originalDestination,
  stepOfKind,
  processName,
  programAt,
  ownerOfAddress,
  type MomentInputs,
  type MomentWords,
} from './telling';

const NOBODY = '?';

/** `answers`: to whom it seemed to come from, or the news that it failed. */
export function tellAnswers(telling: MomentInputs): MomentWords {
  const {
    cut,
    header: { to },
    step,
  } = telling;
  const process = processName(telling, stepOfKind(step, 'originate')?.by ?? '');
  const because = byMoment(telling, ({ kind }) => ENDS.has(kind));
  if (cut.variant === 'error') return { ...tellError(telling, process), because };
  if (isUnread(telling)) return { sentence: phrase('story.answers.held', { from: process, to: to.name }), because };
  if (isHandshake(telling))
    return {
      sentence: phrase('story.answers.accepts', { from: process, to: to.name }),
      cause: phrase('story.answers.nobody-yet'),
      because,
    };
  return {
    sentence: phrase('story.answers.reply', { from: process, to: to.name }),
    cause: whyAnswered(telling),
    because,
  };
}

/** Tells that it failed, and to whom; or that a process in between closes what it had accepted, which says why itself. */
function tellError(telling: MomentInputs, process: string): MomentWords {
  const { step, cast, header } = telling;
  const { l4 } = step.data.packet;
  const from = cast.title(step.netns);
  const to = ownerOfAddress(telling, header.to);
  if (l4.proto === 'tcp' && l4.flags.fin)
    return {
      sentence: phrase('story.answers.closes', { from: process, to }),
      cause: stepOfKind(step, 'originate')?.reason,
    };
  const late = isUnanswered(telling, step.leg - 1);
  const fits = isOfAnswer(telling) ? 'no' : late ? 'late' : 'yes';
  return {
    sentence: phrase('story.answers.error', {
      from,
      to,
      itself: from === to ? 'yes' : 'no',
      late: late ? 'yes' : 'no',
    }),
    cause: phrase('story.answers.with', { what: getError(telling), fits }),
  };
}

/**
 * Cause of the answer's destination: the sender that was seen. A node that has the address of a Service itself answers
 * from that.
 */
function whyAnswered({ header: { from }, service, cast, step }: MomentInputs): Phrase {
  if (from.kind === 'service') return phrase('story.answers.own');
  const isKnown = service !== undefined && cast.isPod(step.netns);
  return isKnown ? phrase('story.answers.knows', { service }) : phrase('story.answers.sender');
}

/** Does a process that proxies only take the connection? What it was asked for it reads later. */
function isHandshake({ step, steps, cast }: MomentInputs): boolean {
  const { l4 } = step.data.packet;
  const sent = steps.find(({ leg, data }) => leg === step.leg && data.kind === 'originate');
  const by = stepOfKind(sent, 'originate')?.by;
  return (
    l4.proto === 'tcp' &&
    l4.flags.syn === true &&
    sent !== undefined &&
    by !== undefined &&
    cast.isProxy(sent.netns, by)
  );
}

/** Does nobody read what was sent? */
function isUnread({ steps }: MomentInputs): boolean {
  return steps.some(({ data }) => data.kind === 'deliver' && data.unread !== undefined);
}

const ENDS: ReadonlySet<string> = new Set(['arrives', 'crosses', 'refused', 'dropped', 'lost']);

/** As tcpdump calls it: `TCP RST`, `ICMP 3/3`. */
export function getError({
  step: {
    data: {
      packet: { l4 },
    },
  },
}: MomentInputs): string {
  if (l4.proto === 'tcp') return `TCP ${l4.flags.rst ? 'RST' : 'FIN'}`;
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6')
    return `${l4.proto === 'icmp' ? 'ICMP' : 'ICMPv6'} ${l4.type}/${l4.code}`;
  return l4.proto.toUpperCase();
}

/** What an error means, as its RFC has it. */
function getMeaning({ step }: MomentInputs): string {
  const { l4 } = step.data.packet;
  if (l4.proto === 'tcp') return l4.flags.rst ? 'reset' : 'closed';
  const type = l4.proto === 'icmp' ? 3 : 1;
  if ((l4.proto !== 'icmp' && l4.proto !== 'icmpv6') || l4.type !== type) return 'other';
  return (l4.proto === 'icmp' ? ICMP_CODES : ICMPV6_CODES)[l4.code] ?? 'other';
}

/** Codes of destination unreachable: RFC 792 and 1812, RFC 4443. */
const ICMP_CODES: Readonly<Record<number, string>> = {
  0: 'net',
  1: 'host',
  3: 'port',
  9: 'forbidden',
  10: 'forbidden',
  13: 'forbidden',
};
const ICMPV6_CODES: Readonly<Record<number, string>> = { 0: 'net', 1: 'forbidden', 3: 'host', 4: 'port' };

/** `translated-back`: no rule is asked, what was remembered is undone. */
export function tellBack(telling: MomentInputs): MomentWords {
  const { node, step } = telling;
  const changed = telling.cut.variant === 'source' ? 'rewritten' : 'source-rewritten';
  const program = programAt(step);
  if (program) return backByProgram(telling, program);
  const sentence = backSentence(telling);
  const because = byMoment(
    telling,
    (moment) => moment.kind === changed && moment.variant !== 'kept' && moment.node === step.netns,
  );
  const remembered = because[0];
  if (remembered?.kind !== 'moment') return { sentence, cause: phrase('story.back.known', { node }) };
  return { sentence, cause: phrase('story.back.remembered', { node, moment: remembered.index + 1 }), because };
}

function backByProgram(telling: MomentInputs, { did, service = '', reason }: ProgramStep): MomentWords {
  const asked = byMoment(
    telling,
    ({ kind, variant }) => kind === 'chosen' && (variant === 'socket' || variant === 'program'),
  );
  const sentence = did === 'answered' ? phrase('story.back.socket', { service }) : backSentence(telling);
  return { sentence, cause: reason, because: asked };
}

/** Of an ICMP error it may only be what it quotes that is translated: its own header never named anybody else. */
function backSentence(telling: MomentInputs): Phrase {
  const { cut, header, was, step, cast } = telling;
  const { l4 } = step.data.packet;
  const { role } = step;
  const isSame = was.from.text === header.from.text && was.to.text === header.to.text;
  const quoted = 'quoted' in l4 ? l4.quoted : undefined;
  if (isSame && quoted) return phrase('story.back.quoted', { to: cast.header(quoted, step.netns).to.name });
  return cut.variant === 'source'
    ? phrase('story.back.source', { role, to: header.from.name })
    : phrase('story.back.destination', { role, to: ownerOfAddress(telling, header.to) });
}

/** `received`: from whom, and whether it is the one that was asked. */
export function tellReceived(telling: MomentInputs): MomentWords {
  const {
    cut,
    header: { from, to },
    step,
    cast,
  } = telling;
  const owner = cast.process(stepOfKind(step, 'deliver')?.to ?? '');
  const who = owner === '' || owner === 'kernel' ? to.name : owner;
  if (cut.variant === 'error' && isOfAnswer(telling)) return tellUnheard(telling, who);
  if (cut.variant === 'error')
    return {
      sentence: phrase('story.received.error', { to: who }),
      cause: phrase('story.received.error-is', { what: getError(telling), meaning: getMeaning(telling) }),
      because: byMoment(telling, ({ kind, variant }) => kind === 'answers' && variant === 'error'),
    };
  if (step.lookup) return tellName(telling, who);
  const wanted = originalDestination(telling);
  const because = byMoment(
    telling,
    ({ kind, leg }) => (kind === 'translated-back' || kind === 'answers') && leg === step.leg,
  );
  if (wanted?.text === from.text && isUnread(telling))
    return { sentence: phrase('story.received.held', { to: who, from: from.name }), because };
  if (wanted?.text === from.text && isHandshake(telling)) return tellConnected(telling, { who, because });
  const passedOn = wanted?.text === from.text ? findPassedOn(telling) : undefined;
  if (passedOn) return tellPassedOn(passedOn, { to: who, from: from.name });
  if (wanted?.text === from.text)
    return {
      sentence: phrase('story.received.asked', { to: who, from: from.name }),
      cause: phrase('story.received.match'),
      because,
    };
  const sentence = phrase('story.received.other', { to: who, from: from.name });
  return wanted
    ? { sentence, cause: phrase('story.received.no-match', { asked: nameOfEnd(wanted) }), because }
    : { sentence, because };
}

/** The answer of a process in between, which goes on to who asked it. */
function tellPassedOn(
  { asker, moment }: NonNullable<ReturnType<typeof findPassedOn>>,
  ends: { readonly to: string; readonly from: string },
): MomentWords {
  return {
    sentence: phrase('story.received.passes-on', { ...ends, asker }),
    cause: phrase('story.received.as-before', { asker, moment: moment + 1 }),
    because: [{ kind: 'moment', index: moment }],
  };
}

/** Is an error about an answer, and not about what was asked? It is sent where the answer ended then. */
function isOfAnswer({ walked: { trace }, step }: MomentInputs): boolean {
  const [answer, error] = [trace.legs[step.leg - 1], trace.legs[step.leg]];
  return answer?.role === 'reply' && answer.hops.at(-1)?.netns === error?.hops[0]?.netns;
}

/** Has the sender of the request got an answer, or an error? */
function hasHeard({ walked: { trace } }: MomentInputs, asker: string): boolean {
  return trace.legs.some(
    ({ role, disposition }) => role !== 'request' && disposition.kind === 'DELIVERED' && disposition.netns === asker,
  );
}

/**
 * Tells an error that is about an answer, of which its process hears nothing: a reset in SYN_RECV only frees the request (`tcp_check_req`, net/ipv4/tcp_minisocks.c), and
 * an ICMP error reaches no socket that is not connected (`__udp4_lib_err`, net/ipv4/udp.c). Who asked still has no answer.
 */
function tellUnheard(telling: MomentInputs, who: string): MomentWords {
  const first = telling.steps[0]?.netns;
  const asker = first === undefined ? NOBODY : telling.cast.title(first);
  const waits = first !== undefined && !hasHeard(telling, first) ? 'yes' : 'no';
  const { l4 } = telling.walked.trace.legs[telling.step.leg - 1]?.hops[0]?.steps[0]?.packet ?? {};
  const half = l4?.proto === 'tcp' && l4.flags.syn === true ? 'yes' : 'no';
  return {
    sentence: phrase('story.received.unheard', { to: who, asker, waits }),
    cause: phrase('story.received.unheard-is', { what: getError(telling), half }),
    because: byMoment(telling, ({ kind, variant }) => kind === 'answers' && variant === 'error'),
  };
}

/** A process took the connection, for a Service or under its own name. */
function tellConnected(
  { steps, step, cast, header: { from } }: MomentInputs,
  { who, because }: { readonly who: string; readonly because: MomentWords['because'] },
): MomentWords {
  const sent = steps.find(({ leg, data }) => leg === step.leg && data.kind === 'originate');
  const process = cast.process(stepOfKind(sent, 'originate')?.by ?? '');
  const isItself = process === from.name;
  return {
    sentence: phrase('story.received.connected', { to: who, from: from.name, proxied: isItself ? 'no' : 'yes' }),
    cause: isItself ? phrase('story.received.match') : phrase('story.received.connected-to', { process }),
    because: because ?? [],
  };
}

/** What was asked for is told now. */
function tellName({ steps, step }: MomentInputs, who: string): MomentWords {
  const said = stepOfKind(
    steps.find(({ leg, data }) => leg === step.leg && data.kind === 'originate'),
    'originate',
  );
  const cut = said?.reason?.id === 'sim.lookup.cut' ? 'yes' : 'no';
  const sentence = phrase('story.received.name', { to: who, name: said?.name ?? NOBODY, cut });
  return { sentence, cause: said?.reason };
}

const nameOfEnd = ({ name, text }: StoryEnd): string => (text.startsWith(name) ? text : `${name} (${text})`);
