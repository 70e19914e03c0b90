import type { Asking, QuestionMaker, StoryQuestion } from './question';
import { chance, destination, entry, route, whichPod, whichRule } from './questions-choice';
import { answersTo, ends, otherMode, podGone, replyCarries, sourceChanges, sourceSeen, where } from './questions-end';

/** Every kind of question: one line each. */
const MAKERS: readonly QuestionMaker[] = [
  whichRule,
  whichPod,
  chance,
  destination,
  entry,
  route,
  sourceChanges,
  sourceSeen,
  answersTo,
  replyCarries,
  ends,
  where,
  otherMode,
  podGone,
];

/** What can be asked of a walk, in the order of the moments that answer. */
export function listQuestions(asking: Asking): readonly StoryQuestion[] {
  return MAKERS.flatMap((make) => make(asking)).toSorted((a, b) => a.before - b.before);
}
