import type { Moment } from './moment';
import type { QuestionKind } from './question';

/** Kinds that ask for what happens on the way: where one is asked, each of its moments is told by itself. */
const ABOUT_THE_WAY: ReadonlySet<QuestionKind> = new Set(['route', 'source-changes', 'source-seen', 'answers-to']);

/** Is a walk that is asked for questions of these kinds told with every moment of its way by itself? */
export function needsFineMoments(kinds: readonly QuestionKind[]): boolean {
  return kinds.some((kind) => ABOUT_THE_WAY.has(kind));
}

/** How many moments a story has before a moment and with it where none are told as one, as links count them, from 1. */
export function fineNumber(told: readonly Moment[], index: number): number {
  return told.slice(0, index + 1).reduce((sum, { parts = 1 }) => sum + parts, 0);
}

/** The moment that has the one of a number of {@link fineNumber}, by its place; of a number there is not the nearest. */
export function placeOfNumber(told: readonly Moment[], number: number): number {
  const at = told.findIndex((_, index) => fineNumber(told, index) >= number);
  return at < 0 ? Math.max(0, told.length - 1) : at;
}
