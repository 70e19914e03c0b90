import type { Phrase } from '../../../core/lib/phrase';
import type { QuestionKind, StoryQuestion } from '../../../core/story/question';
import type { StoryCast } from '../cast/cast.model';

export const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** What is asked where everything that comes is hidden, what matters most first; of a draw the odds. */
const HIDDEN: readonly QuestionKind[] = ['chance', 'which-pod', 'source-changes', 'source-seen', 'ends'];

/** Which kinds of question are to be asked of a walk; `hides`: every choice, verdict and source is. */
export const wantedKinds = (hides: boolean): readonly QuestionKind[] => (hides ? HIDDEN : []);

/** At most one question before a moment: of the kind that comes first. */
export function pickQuestions(
  questions: readonly StoryQuestion[],
  kinds: readonly QuestionKind[],
): readonly StoryQuestion[] {
  const rank = ({ kind }: StoryQuestion): number => kinds.indexOf(kind);
  // Before the first moment there is nothing to be asked of.
  const known = questions.filter(({ before, kind }) => before > 0 && kinds.includes(kind));
  return known.filter((each) => !known.some((other) => other.before === each.before && rank(other) < rank(each)));
}

/** The question that stands between two moments; undefined: the way is free. */
export function questionBetween(
  questions: readonly StoryQuestion[],
  { from, to }: { readonly from: number; readonly to: number },
  given: ReadonlyMap<number, unknown>,
): StoryQuestion | undefined {
  return questions.find(({ before }) => before > from && before <= to && !given.has(before));
}

/** Letters of the question's options by the actor on the stage that is the answer. */
export function lettersOnStage({ options }: StoryQuestion, cast: StoryCast): ReadonlyMap<string, string> {
  const actors = [...cast.hosts.flatMap(({ actors: own }) => own), ...cast.outside];
  return new Map(
    options.flatMap(({ end }, at) => {
      const found = end && actors.filter(({ address, kind }) => address === end.address && kind !== 'process');
      const actor = found?.find(({ id }) => id === end?.netns) ?? found?.[0];
      return actor ? [[actor.id, LETTERS[at] ?? ''] as const] : [];
    }),
  );
}

/** Phrases that say that an answer is wrong, and what is right; not why. */
const BARE: ReadonlySet<string> = new Set([
  'question.why.not-seen',
  'question.why.not-here',
  'question.why.route-not',
  'question.why.ends',
]);

/** Why an answer is right or wrong: of a wrong one that alone is said to be so also why the right one is right. */
export function explainAnswer(
  { options, key }: Pick<StoryQuestion, 'options' | 'key'>,
  option: number,
): readonly Phrase[] {
  const [why, right] = [options[option]?.why, options[key]?.why];
  if (!why) return [];
  return right && option !== key && BARE.has(why.id) ? [why, right] : [why];
}
