import type { Derive } from '../document/kernel-parts';
import { needsFineMoments } from '../story/fine-moments';
import type { QuestionKind, StoryQuestion } from '../story/question';
import { listQuestions } from '../story/questions';
import { tellWalk } from '../story/tell-walk';
import type { SheetWalk } from './walks';

/** Of one that is the only one nobody is asked how likely it is; who comes again is sent to the same among several. */
function isOpenQuestion({ kind, options, key }: StoryQuestion, { flow }: SheetWalk): boolean {
  return kind !== 'chance' || options[key]?.text !== '1' || flow.again === true;
}

/** The questions of some kinds that a walk of a Sheet has an answer to. */
export function askWalk(walk: SheetWalk, kinds: readonly QuestionKind[], derive: Derive): readonly StoryQuestion[] {
  const { document, derived, trace, flow, outcome } = walk;
  const walked = { document, derived, trace };
  // Why a source stays or changes is a moment of its own.
  const { moments, lenses } = needsFineMoments(kinds) ? tellWalk(walked, true) : walk;
  return listQuestions({ walked, flow, shown: outcome, story: moments, lenses, derive }, kinds).filter((question) =>
    isOpenQuestion(question, walk),
  );
}
