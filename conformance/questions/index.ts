import type { Question } from './question';
import questions from './questions.json' with { type: 'json' };

/** Sixty questions with answers known from recordings, never from the engine. */
export const QUESTIONS = questions as readonly Question[];
