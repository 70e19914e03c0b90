import type { Question, Questions, Steps } from './questions';

type Answer = Questions[keyof Questions]['answer'];

/** The work a question asks for; its code is loaded with it. */
export async function stepsOf({ asked }: Question): Promise<Steps<Answer>> {
  const { compareDumps } = await import('../core/analysis/ruleset-diff/compare-dumps');
  return compareDumps(asked);
}
