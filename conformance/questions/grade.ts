import type { Answer, GivenAnswer, Question } from './question';

/** How one question went. */
interface Graded {
  readonly id: string;
  readonly right: boolean;
  readonly known: Answer;
  /** Absent: it was not answered. */
  readonly given?: Answer;
}

/** How a caller did. */
export interface Score {
  readonly right: number;
  readonly total: number;
  readonly graded: readonly Graded[];
  /** Answers to what was not asked. */
  readonly strangers: readonly string[];
}

const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** One text for all ways to write an answer: capitals and spaces do not count, nor the order of a set or what it repeats. */
function makeKey(answer: Answer): string {
  if (typeof answer === 'number') return String(answer);
  if (typeof answer === 'string') return plain(answer);
  return [...new Set(answer.map(plain))].toSorted().join('\n');
}

/** Grades the answers of a caller: of two answers to one question the last counts. */
export function gradeAnswers(questions: readonly Question[], answers: readonly GivenAnswer[]): Score {
  const given = new Map(answers.map(({ id, answer }) => [id, answer]));
  const graded = questions.map(({ id, answer: known }): Graded => {
    const found = given.get(id);
    if (found === undefined) return { id, right: false, known };
    return { id, right: makeKey(found) === makeKey(known), known, given: found };
  });
  const asked = new Set(questions.map(({ id }) => id));
  return {
    right: graded.filter(({ right }) => right).length,
    total: questions.length,
    graded,
    strangers: [...given.keys()].filter((id) => !asked.has(id)),
  };
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

/** A line of a caller as an answer; a text says why it is none. */
export function readAnswer(line: string): GivenAnswer | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'it is not JSON';
  }
  if (typeof value !== 'object' || value === null) return 'it is no object';
  const { id, answer } = value as { readonly id?: unknown; readonly answer?: unknown };
  if (typeof id !== 'string') return 'id is missing';
  return isAnswer(answer) ? { id, answer } : 'answer is a text, a number or a list of texts';
}
