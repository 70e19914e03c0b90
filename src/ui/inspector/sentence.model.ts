import { assertNever } from '../../core/lib/assert';
import type { Phrase } from '../../core/lib/phrase';
import type { IpvsStep, RuleStep, SkipStep, TraceStep } from '../../core/sim/trace';
import { drawnBy, shareText } from '../common/odds-text.model';
import { withoutDefault } from '../common/object-names.model';
import { BRIDGE_SENTENCE, conntrackSentenceId, ipvsSentenceId, ROUTING_SENTENCE } from './sentence-ids.model';
import { markText } from './packet.model';

/** A step's sentence: a message of `inspector.step`, its values, and what the core itself says of the reason. */
export interface Sentence {
  readonly id: SentenceId;
  readonly values: Readonly<Record<string, string | number>>;
  readonly because: readonly Phrase[];
}

/** What stands before it happened, what after it says by what. */
const DASH = ' — ';

/**
 * A sentence in two lines: what happened and by what. `word` is the verdict's word the sentence begins
 * with, which is shown by its badge.
 */
export function splitSentence(
  text: string,
  word: string | undefined,
): { readonly head: string; readonly tail: string | undefined } {
  const dash = text.indexOf(DASH);
  const head = dash < 0 ? text : text.slice(0, dash);
  const rest = word !== undefined && word !== '' && head.startsWith(word) ? head.slice(word.length) : head;
  return { head: rest, tail: dash < 0 ? undefined : text.slice(dash + DASH.length) };
}

export const SENTENCE_IDS = [
  'originate',
  'receive',
  'bridgeUp',
  'bridgeForward',
  'bridgeDiscard',
  'hook',
  'ctNew',
  'ctOriginal',
  'ctReply',
  'ctNone',
  'ctUnanswered',
  'ctRelated',
  'ruleJump',
  'ruleGoto',
  'ruleReturn',
  'ruleAccept',
  'ruleRewrite',
  'ruleDrop',
  'ruleReject',
  'ruleMark',
  'ruleContinue',
  'ruleStolen',
  'skip',
  'return',
  'policy',
  'natDstRule',
  'natDstBinding',
  'natSrcRule',
  'natSrcBinding',
  'ipvsChosen',
  'ipvsKnown',
  'ipvsBack',
  'ipvsNone',
  'routingLocal',
  'routingForward',
  'routingOutput',
  'routingNone',
  'routingAgain',
  'transmit',
  'deliver',
  'stop',
] as const;
export type SentenceId = (typeof SENTENCE_IDS)[number];

type Values = Sentence['values'];

function say(id: SentenceId, values: Values = {}, because: readonly Phrase[] = []): Sentence {
  return { id, values, because };
}

/** The side a rule that accepts gives another address (`rewriteAfter`). */
export type Rewrites = 'DST' | 'SRC' | undefined;

function ruleId(step: RuleStep, rewrites: Rewrites): SentenceId {
  const { kind } = step.verdict;
  switch (kind) {
    case 'JUMP':
      return 'ruleJump';
    case 'GOTO':
      return 'ruleGoto';
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

function ruleSentence(step: RuleStep, rewrites: Rewrites): Sentence {
  const { table, chain, index } = step.ref;
  const marks = { mark: markText(step.mark), before: markText(step.markBefore ?? step.mark) };
  const values = {
    table,
    chain,
    number: String(index + 1),
    detail: detailOf(step),
    odds: step.odds ?? 'none',
    kernel: shareText(step.kernelOdds),
    by: drawnBy(step.kernelOdds),
    ...(rewrites && { side: rewrites }),
    ...marks,
  };
  return say(ruleId(step, rewrites), values, step.assumed ? [step.assumed] : []);
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

function ipvsSentence(step: IpvsStep): Sentence {
  const { service, scheduler, candidates, chosen = '', odds = 'none', reason } = step;
  const values = { service, scheduler, count: candidates.length, chosen, odds };
  return say(ipvsSentenceId(step), values, [reason]);
}

const NAT = {
  DST: { rule: 'natDstRule', binding: 'natDstBinding' },
  SRC: { rule: 'natSrcRule', binding: 'natSrcBinding' },
} as const;

/** The sentence of a step; `rewrites` where the step after it shows that the rule was a NAT target. */
export function sentenceOf(step: TraceStep, rewrites?: Rewrites): Sentence {
  switch (step.kind) {
    case 'originate':
      return say('originate', { by: withoutDefault(step.by) }, step.reason ? [step.reason] : []);
    case 'receive':
      return say('receive', { device: step.device });
    case 'bridge':
      return say(BRIDGE_SENTENCE[step.action], { bridge: step.bridge, port: step.outPort ?? '' }, [step.reason]);
    case 'hook':
      return say('hook', { hook: step.hook, indev: step.indev ?? 'none', outdev: step.outdev ?? 'none' });
    case 'conntrack':
      return say(conntrackSentenceId(step), { state: step.ctState });
    case 'rule':
      return ruleSentence(step, rewrites);
    case 'skip':
      return skipSentence(step);
    case 'return':
      return say('return', { chain: step.chain, table: step.table });
    case 'policy':
      return say('policy', { chain: step.chain, table: step.table, verdict: step.verdict.kind });
    case 'nat':
      return say(NAT[step.manip][step.by]);
    case 'ipvs':
      return ipvsSentence(step);
    case 'routing':
      return say(step.again ? 'routingAgain' : ROUTING_SENTENCE[step.decision], { device: step.device ?? '' }, [
        step.reason,
      ]);
    case 'transmit':
      return say('transmit', { device: step.device });
    case 'deliver':
      return say('deliver', { to: withoutDefault(step.to) });
    case 'stop':
      return say('stop', {}, [step.reason]);
    default:
      return assertNever(step);
  }
}
