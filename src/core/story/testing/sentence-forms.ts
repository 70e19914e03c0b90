import { createSpeaker } from '../../../content/phrases';
import { type Moment } from '../moment';
import { stepsOfWalk } from '../walk';
import { type OneWalk } from './walks';
import { type Reading, type SentenceForm } from './reading';
import { FORMS_OF_END } from './forms-end';
import { FORMS_OF_WAY } from './forms-way';
import { FORMS_OF_WHO } from './forms-who';

const say = createSpeaker('en');

/** A sentence that has one of the forms, and what is wrong with it. */
export interface ReadSentence {
  readonly form: string;
  readonly text: string;
  readonly fault: string | undefined;
}

/** Every form of words that says how many, none, no, every, never, not yet, or who has what. */
export const SENTENCE_FORMS: Readonly<Record<string, SentenceForm>> = {
  ...FORMS_OF_WHO,
  ...FORMS_OF_WAY,
  ...FORMS_OF_END,
};

/** Reads every sentence and cause of a story that has one of the forms, each for itself. */
export function readSentences(walk: OneWalk, story: readonly Moment[]): readonly ReadSentence[] {
  return story.flatMap((moment) =>
    [moment.sentence, ...(moment.cause ? [moment.cause] : [])].flatMap((phrase) =>
      readText(say(phrase), { walk, story, moment }),
    ),
  );
}

/** Reads one English text as if it were said of a moment. */
export function readText(
  text: string,
  { walk, story, moment }: Pick<Reading, 'walk' | 'story' | 'moment'>,
): readonly ReadSentence[] {
  const steps = stepsOfWalk(walk.walked.trace);
  const step = steps[moment.at];
  if (!step) return [];
  return Object.entries(SENTENCE_FORMS).flatMap(([form, { written, fault }]) => {
    const found = written.exec(text);
    return found ? [{ form, text, fault: fault(found, { walk, story, moment, steps, step }) }] : [];
  });
}
