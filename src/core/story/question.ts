import type { Derive } from '../document/kernel-parts';
import type { Phrase } from '../lib/phrase';
import type { Outcome } from '../sim/trace';
import type { Flow } from '../document/document';
import type { Lens } from './lens';
import type { Moment, StoryEnd } from './moment';
import type { StoryWalk } from './walk';

/** What can be asked of a walk before it is shown; each is answered by what the engine found. */
export type QuestionKind =
  | 'which-rule'
  | 'which-pod'
  | 'who-cannot'
  | 'chance'
  | 'odds-of-rest'
  | 'next-turn'
  | 'destination'
  | 'entry'
  | 'route'
  | 'source-changes'
  | 'source-seen'
  | 'answers-to'
  | 'reply-carries'
  | 'ends'
  | 'where'
  | 'other-mode'
  | 'pod-gone';

/** One answer that is offered. */
export interface QuestionOption {
  /** Tells it from the others: an address with its port, a rule, odds. */
  readonly text: string;
  readonly says: Phrase;
  /** Object the option names, where it names one. */
  readonly end?: StoryEnd;
  /** Why it is right, or why it is not. */
  readonly why: Phrase;
  /** Wrong only as the draw fell: another time it is right. */
  readonly could?: true;
}

/** A question that a moment answers. */
export interface StoryQuestion {
  readonly kind: QuestionKind;
  /** Asked before this moment is shown: its place in the story. */
  readonly before: number;
  readonly asks: Phrase;
  /** What decides and cannot be seen yet, where it is told first: a policy, an endpoint that is not ready. */
  readonly premise?: Phrase;
  /** Endpoint the question is about, where one of several is picked. */
  readonly about?: StoryEnd;
  /** Two to four, in an order that says nothing. */
  readonly options: readonly QuestionOption[];
  /** The place of the right one. */
  readonly key: number;
}

/** A walk of which questions are made. */
export interface Asking {
  readonly walked: StoryWalk;
  readonly flow: Flow;
  /** The outcome that is walked. */
  readonly shown: Outcome;
  readonly story: readonly Moment[];
  readonly lenses: readonly Lens[];
  /** Compiles changed documents, for what would be. */
  readonly derive: Derive;
}

/** Makes the questions of some kind. */
export type QuestionMaker = (asking: Asking) => readonly StoryQuestion[];

interface Offered extends Pick<StoryQuestion, 'kind' | 'before' | 'asks' | 'about' | 'premise'> {
  readonly right: QuestionOption;
  /** Wrong options, the most plausible first; holes are left out. */
  readonly wrong: readonly (QuestionOption | undefined)[];
}

/** Where a question stands so that nothing told before answers it: before the first moment of its leg that tells. */
export function placeBeforeAnswer(story: readonly Moment[], at: number, tells: (moment: Moment) => boolean): number {
  const first = story.findIndex((moment, index) => index < at && moment.leg === story[at]?.leg && tells(moment));
  return first < 0 ? at : first;
}

/** More than this are not offered. */
const MOST = 4;

/** A question with its answers, each once; none where nothing else than the right one is plausible. */
export function storyQuestion({ right, wrong, ...question }: Offered): readonly StoryQuestion[] {
  const others = new Map(
    wrong.flatMap((each) => (each && each.text !== right.text ? [[each.text, each] as const] : [])),
  );
  const options = [right, ...[...others.values()].slice(0, MOST - 1)].toSorted((a, b) => (a.text < b.text ? -1 : 1));
  return options.length < 2 ? [] : [{ ...question, options, key: options.indexOf(right) }];
}
