import { assertNever } from '../../core/lib/assert';
import type { Phrase } from '../../core/lib/phrase';
import type { ConntrackStep, RuleStep, SkipStep, TraceStep } from '../../core/sim/trace';
import { withoutDefault } from '../topology/names.model';
import { markText } from './packet.model';

/**
 * A step's sentence: what happened (a message of `inspector.step`, after the sign and word of the
 * verdict), by what (one of `inspector.tail`), and what the core itself says of the reason.
 */
export interface Sentence {
  readonly id: SentenceId;
  readonly tail?: TailId;
  readonly values: Readonly<Record<string, string | number>>;
  readonly because: readonly Phrase[];
}

export const SENTENCE_IDS = [
  'originate',
  'receive',
  'bridgeUp',
  'bridgeForward',
  'bridgeDiscard',
  'hook',
  'conntrack',
  'ruleJump',
  'ruleGoto',
  'ruleReturn',
  'ruleAccept',
  'ruleDrop',
  'ruleReject',
  'ruleMark',
  'ruleContinue',
  'ruleStolen',
  'skip',
  'return',
  'policy',
  'natDst',
  'natSrc',
  'routingLocal',
  'routingForward',
  'routingOutput',
  'routingNone',
  'routingAgain',
  'transmit',
  'transmitNobody',
  'deliver',
  'stop',
] as const;
export type SentenceId = (typeof SENTENCE_IDS)[number];

export const TAIL_IDS = [
  'rule',
  'return',
  'policy',
  'remembered',
  'bound',
  'ctNew',
  'ctOriginal',
  'ctReply',
  'ctNone',
] as const;
export type TailId = (typeof TAIL_IDS)[number];

type Values = Sentence['values'];

function say(id: SentenceId, values: Values = {}, because: readonly Phrase[] = []): Sentence {
  return { id, values, because };
}

function sayWith(tail: TailId, sentence: Sentence): Sentence {
  return { ...sentence, tail };
}

function ruleId(step: RuleStep): SentenceId {
  const { kind } = step.verdict;
  switch (kind) {
    case 'JUMP':
      return 'ruleJump';
    case 'GOTO':
      return 'ruleGoto';
    case 'RETURN':
      return 'ruleReturn';
    case 'ACCEPT':
      return 'ruleAccept';
    case 'DROP':
      return 'ruleDrop';
    case 'REJECT':
      return 'ruleReject';
    case 'STOLEN':
      return 'ruleStolen';
    case 'CONTINUE':
      return step.markBefore === undefined ? 'ruleContinue' : 'ruleMark';
    default:
      return assertNever(kind);
  }
}

function detailOf({ verdict }: RuleStep): string {
  if (verdict.kind === 'JUMP' || verdict.kind === 'GOTO') return verdict.chain;
  if (verdict.kind === 'REJECT') return verdict.with;
  return verdict.kind === 'STOLEN' ? verdict.by : '';
}

function ruleSentence(step: RuleStep): Sentence {
  const { table, chain, index } = step.ref;
  const marks = { mark: markText(step.mark), before: markText(step.markBefore ?? step.mark) };
  const values = {
    table,
    chain,
    number: String(index + 1),
    detail: detailOf(step),
    odds: step.odds ?? 'none',
    ...marks,
  };
  return sayWith('rule', say(ruleId(step), values, step.assumed ? [step.assumed] : []));
}

function skipSentence({ chain, table, from, to, odds, assumed }: SkipStep): Sentence {
  const values = {
    chain,
    table,
    count: to - from + 1,
    from: String(from + 1),
    to: String(to + 1),
    odds: odds ?? 'none',
  };
  return say('skip', values, assumed ? [assumed] : []);
}

function conntrackTail({ direction, created, entry }: ConntrackStep): TailId {
  if (created) return 'ctNew';
  if (!entry) return 'ctNone';
  return direction === 'reply' ? 'ctReply' : 'ctOriginal';
}

const BRIDGE = { up: 'bridgeUp', forward: 'bridgeForward', discard: 'bridgeDiscard' } as const;
const ROUTING = {
  local: 'routingLocal',
  forward: 'routingForward',
  output: 'routingOutput',
  none: 'routingNone',
} as const;
/** The sentence of a step. */
export function sentenceOf(step: TraceStep): Sentence {
  switch (step.kind) {
    case 'originate':
      return say('originate', { by: withoutDefault(step.by) });
    case 'receive':
      return say('receive', { device: step.device });
    case 'bridge':
      return say(BRIDGE[step.action], { bridge: step.bridge, port: step.outPort ?? '' }, [step.reason]);
    case 'hook':
      return say('hook', { hook: step.hook, indev: step.indev ?? 'none', outdev: step.outdev ?? 'none' });
    case 'conntrack':
      return sayWith(conntrackTail(step), say('conntrack', { state: step.ctState }));
    case 'rule':
      return ruleSentence(step);
    case 'skip':
      return skipSentence(step);
    case 'return':
      return sayWith('return', say('return', { chain: step.chain, table: step.table }));
    case 'policy':
      return sayWith('policy', say('policy', { chain: step.chain, table: step.table }));
    case 'nat':
      return sayWith(step.by === 'rule' ? 'remembered' : 'bound', say(step.manip === 'DST' ? 'natDst' : 'natSrc'));
    case 'routing':
      return say(step.again ? 'routingAgain' : ROUTING[step.decision], { device: step.device ?? '' }, [step.reason]);
    case 'transmit':
      return say(step.to ? 'transmit' : 'transmitNobody', { device: step.device });
    case 'deliver':
      return say('deliver', { to: withoutDefault(step.to) });
    case 'stop':
      return say('stop', {}, [step.reason]);
    default:
      return assertNever(step);
  }
}
