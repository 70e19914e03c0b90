import { phrase, type Phrase } from '../lib/phrase';
import { assertNever } from '../lib/result';
import type { FailureKind } from './failures';
import type { Timeline } from './timeline';
import type { Document } from '../document/document';
import { changeProxy, inMode } from '../document/edits/proxy';
import type { ScriptDelays } from '../document/script';
import type { ProxyModeId } from '../kubernetes/mode-ids';
import { scriptOf } from './default-script';

/** What can be asked of a timeline, or of two beside each other, before they are shown. */
export const TIMELINE_QUESTIONS = [
  /** In which of two more requests fail. */
  'more-fail',
  /** In which of two the nodes' rules are old for longer. */
  'longer-behind',
  'how-many',
  'how-long',
  'why',
  /** By how many Pods the first client is served after the last thing that was done. */
  'pods',
  /** How many addresses answered in all. */
  'addresses',
] as const;
export type TimelineQuestionKind = (typeof TIMELINE_QUESTIONS)[number];

/** One answer that is offered. */
export interface TimelineOption {
  readonly says: Phrase;
  /** Why it is wrong; of the right one what the timeline answers. */
  readonly why: Phrase;
}

/** A question with its answers; each is what the timelines say, none is written down. */
export interface TimelineQuestion {
  readonly kind: TimelineQuestionKind;
  readonly asks: Phrase;
  readonly options: readonly TimelineOption[];
  /** The place of the right one. */
  readonly key: number;
}

/** What is asked about; `names`: what the two are called where there are two. */
export interface AskedOf {
  readonly first: Timeline;
  readonly second?: Timeline | undefined;
  readonly names: readonly [string, string];
}

/** A question of timelines; undefined: it needs a second one. */
export function timelineQuestion(kind: TimelineQuestionKind, asked: AskedOf): TimelineQuestion | undefined {
  const { first, second, names } = asked;
  switch (kind) {
    case 'more-fail':
      return second && askOfTwo(kind, [countFailed(first), countFailed(second)], names);
    case 'longer-behind':
      return second && askOfTwo(kind, [behind(first), behind(second)], names);
    case 'how-many': {
      const total = first.requests.length;
      const asks = phrase('timeline.ask.how-many', { total });
      const [why] = first.answer;
      return ofNumbers(
        { kind, asks, why },
        { right: countFailed(first), wrong: [0, total, Math.ceil(total / 2)] },
        'count',
      );
    }
    case 'how-long': {
      const right = Math.round(failingFor(first) / 1000);
      const asks = phrase('timeline.ask.how-long');
      const wrong = [Math.max(1, Math.round(right / 5)), right * 5, 0];
      return ofNumbers({ kind, asks, why: first.answer[1] }, { right, wrong }, 'seconds');
    }
    case 'why':
      return ofReasons(first);
    case 'pods': {
      const asks = phrase('timeline.ask.pods');
      const { after, all } = podsOf(first);
      return ofNumbers({ kind, asks, why: undefined }, { right: after, wrong: [all, 1, all + 1, 2] }, 'pods');
    }
    case 'addresses': {
      const right = new Set(first.requests.flatMap(({ outcome, to }) => (outcome === 'served' ? to : []))).size;
      const asks = phrase('timeline.ask.addresses');
      return ofNumbers({ kind, asks, why: undefined }, { right, wrong: [1, 2, 3] }, 'addresses');
    }
    default:
      return assertNever(kind);
  }
}

/** How many requests got no answer. */
export const countFailed = ({ requests, counts }: Timeline): number => requests.length - counts.served;

/** For how long nodes had rules older than the objects that are stored, all together, milliseconds. */
export function behind({ nodes }: Timeline): number {
  return nodes.reduce((sum, { behind: spans }) => sum + spans.reduce((all, [from, until]) => all + until - from, 0), 0);
}

/** From the first request that failed to the last, milliseconds. */
export function failingFor({ requests }: Timeline): number {
  const wrong = requests.filter(({ outcome }) => outcome !== 'served');
  return (wrong.at(-1)?.at ?? 0) - (wrong[0]?.at ?? 0);
}

/** As the script counts them: who asks first may be another. */
const FIRST_CLIENT = 0;

/** Pods that served the first client: after the last thing a person did had settled, and in all. */
function podsOf({ requests, events, duration }: Timeline): { readonly after: number; readonly all: number } {
  const done = events.findLast(({ lane }) => lane === 'user')?.at ?? 0;
  const settled = done + (duration - done) / 3;
  const own = requests.filter(({ client, outcome }) => client === FIRST_CLIENT && outcome === 'served');
  const pods = (list: Timeline['requests']): number => new Set(list.flatMap(({ pod }) => pod ?? [])).size;
  return { after: pods(own.filter(({ at }) => at >= settled)), all: pods(requests) };
}

function askOfTwo(
  kind: 'more-fail' | 'longer-behind',
  [first, second]: readonly [number, number],
  names: AskedOf['names'],
): TimelineQuestion {
  const key = first > second ? 0 : second > first ? 1 : 2;
  const [name, other] = names;
  const why = phrase(`timeline.why.${kind}`, { first, second, name, other });
  const says = [...names.map((each) => phrase('timeline.option.name', { name: each })), phrase('timeline.option.same')];
  const options = says.map((each, at) => ({
    says: each,
    why: at === key ? why : phrase(at === SAME ? 'timeline.why.differ' : 'timeline.why.not-there'),
  }));
  return { kind, asks: phrase(`timeline.ask.${kind}`), options, key };
}

/** The answer that neither has more. */
const SAME = 2;

/** How many answers are offered. */
const MOST = 3;

function ofNumbers(
  { why, ...question }: Pick<TimelineQuestion, 'kind' | 'asks'> & { readonly why: Phrase | undefined },
  { right, wrong }: { readonly right: number; readonly wrong: readonly number[] },
  unit: 'count' | 'seconds' | 'pods' | 'addresses',
): TimelineQuestion {
  const others = [...new Set(wrong)].filter((each) => each !== right).slice(0, MOST - 1);
  const all = [right, ...others].toSorted((a, b) => a - b);
  const options = all.map((value) => ({
    says: phrase(`timeline.option.${unit}`, { value }),
    why: value === right ? (why ?? COUNTED) : phrase(value < right ? 'timeline.why.more' : 'timeline.why.less'),
  }));
  return { ...question, options, key: all.indexOf(right) };
}

const COUNTED = phrase('timeline.why.counted');

/** What else might be thought of. */
const REASONS: readonly FailureKind[] = [
  'terminated',
  'no-rules',
  'table-full',
  'stale-entry',
  'race',
  'dropped',
  'no-endpoints',
  'crashed',
  'node-lost',
  'open-connection',
  'half-written',
  'other',
];

/** The reason most requests failed for, among others; none where none failed. */
function ofReasons({ failures, answer }: Timeline): TimelineQuestion | undefined {
  const right = failures[0]?.kind;
  if (right === undefined) return undefined;
  const met = new Set(failures.map(({ kind }) => kind));
  const others = new Set(REASONS.filter((each) => !met.has(each)).slice(0, MOST - 1));
  const all = REASONS.filter((each) => each === right || others.has(each));
  return {
    kind: 'why',
    asks: phrase('timeline.ask.why'),
    options: all.map((each) => ({
      says: phrase(`timeline.reason.${each}`),
      why: each === right ? (answer[1] ?? COUNTED) : phrase('timeline.why.not-so'),
    })),
    key: all.indexOf(right),
  };
}

/** What is else in a second timeline. */
export interface Variant {
  readonly mode?: ProxyModeId;
  readonly release?: string;
  readonly delays?: Partial<ScriptDelays>;
}

/** The document as it is in a second timeline; its script is the same. */
export function varied(document: Document, { mode, release, delays }: Variant): Document {
  const script = scriptOf(document);
  const own = { ...document, script: delays ? { ...script, delays: { ...script.delays, ...delays } } : script };
  const moded = mode === undefined ? own : inMode(own, mode);
  return release === undefined ? moded : changeProxy(moded, { release });
}
