import type { CountedLine } from './contrasts';

/** A cause that a symptom may have, with the words of a text that take it away. */
export interface RefutableCause<Id extends string> {
  readonly id: Id;
  readonly struckBy: readonly RegExp[];
}

const LONGEST = 600;
const MOST_LINES = 5000;

/** The first line of a text that one of several forms fits; undefined: none. */
export function findLine(text: string, forms: readonly RegExp[]): CountedLine | undefined {
  for (const [at, line] of text.split('\n', MOST_LINES).entries()) {
    if (line.length <= LONGEST && forms.some((form) => form.test(line))) return { line, number: at + 1 };
  }
  return undefined;
}

/** Finds of each cause the first line of a text that rules it out. */
export function ruleOut<Id extends string>(
  text: string,
  causes: readonly RefutableCause<Id>[],
): Record<Id, CountedLine | undefined> {
  const entries = causes.map(({ id, struckBy }) => [id, findLine(text, struckBy)] as const);
  return Object.fromEntries(entries) as Record<Id, CountedLine | undefined>;
}
