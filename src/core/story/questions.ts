import type { Asking, QuestionKind, QuestionMaker, StoryQuestion } from './question';
import {
  oddsOfPod,
  newDestination,
  rememberedEntry,
  askRoute,
  whichPod,
  whichRule,
  unreadyPod,
} from './questions-choice';
import { nextTurn, oddsOfRest } from './questions-draws';
import {
  answersTo,
  askEnd,
  otherMode,
  podGone,
  replyCarries,
  sourceChanges,
  sourceSeen,
  atWhichHook,
} from './questions-end';

/** Every kind of question: one line each. */
const MAKERS: Readonly<Record<QuestionKind, QuestionMaker>> = {
  'which-rule': whichRule,
  'which-pod': whichPod,
  'who-cannot': unreadyPod,
  chance: oddsOfPod,
  'odds-of-rest': oddsOfRest,
  'next-turn': nextTurn,
  destination: newDestination,
  entry: rememberedEntry,
  route: askRoute,
  'source-changes': sourceChanges,
  'source-seen': sourceSeen,
  'answers-to': answersTo,
  'reply-carries': replyCarries,
  ends: askEnd,
  where: atWhichHook,
  'other-mode': otherMode,
  'pod-gone': podGone,
};

/** Every kind of question. */
export const QUESTION_KINDS = Object.keys(MAKERS) as readonly QuestionKind[];

/** The questions on a walk, of some kinds or all, in the order of the moments that answer them. */
export function listQuestions(asking: Asking, kinds = QUESTION_KINDS): readonly StoryQuestion[] {
  const { story, lenses } = asking;
  // Nobody is asked about the question for a name: it goes as the flow itself goes.
  const skipped = Math.max(
    0,
    story.findIndex(({ lookup }) => !lookup),
  );
  const own = { ...asking, story: story.slice(skipped), lenses: lenses.slice(skipped) };
  return kinds
    .flatMap((kind) => MAKERS[kind](own))
    .map((question) => ({ ...question, before: question.before + skipped }))
    .toSorted((a, b) => a.before - b.before);
}
