import { assertNever } from '../core/lib/assert';
import type { Question, Questions, Steps } from './questions';

type Answer = Questions[keyof Questions]['answer'];

/** The work a question asks for; its code is loaded with it. */
export async function stepsOf(question: Question): Promise<Steps<Answer>> {
  switch (question.kind) {
    case 'two-dumps': {
      const { compareDumps } = await import('../core/analysis/ruleset-diff/compare-dumps');
      return compareDumps(question.asked);
    }
    case 'cost': {
      const { measureCurves } = await import('../core/document/cost/curves');
      return measureCurves(question.asked);
    }
    case 'lint': {
      const { lintInSteps } = await import('../core/analysis/lint/lint');
      return lintInSteps(question.asked);
    }
    case 'redact': {
      const { redactDocument } = await import('../core/document/redact-document');
      return redactDocument(question.asked.document, question.asked.seed);
    }
    case 'redact-text': {
      const { createRedactor } = await import('../core/analysis/redact/redact-text');
      const { seed, texts, text } = question.asked;
      return atOnce(() => createRedactor(seed, texts).text(text));
    }
    case 'link': {
      const { readLink } = await import('./read-link');
      const read = await readLink(question.asked);
      return atOnce(() => read);
    }
    case 'manifest': {
      const { openManifest } = await import('./open-manifest');
      return openManifest(question.asked);
    }
    default:
      return assertNever(question);
  }
}

function* atOnce<T>(work: () => T): Steps<T> {
  yield 0;
  return work();
}
