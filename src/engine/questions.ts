import type { Finding } from '../core/analysis/lint/finding';
import type { PastedNode } from '../core/analysis/pasted-types';
import type { DumpComparison, DumpPair } from '../core/analysis/ruleset-diff/compare-dumps';
import type { CostCurve, CostQuestion } from '../core/document/cost/curves';
import type { Document } from '../core/document/document';
import type { RedactedDocument } from '../core/document/redact-document';
import type { Phrase } from '../core/lib/phrase';
import type { Result } from '../core/lib/result';
import { Cancelled } from './client';
import type { ManifestAnswer, ManifestQuestion } from './open-manifest';
import type { LinkParts } from './read-link';

/** `seed`: random text that stays here. */
interface RedactQuestion {
  readonly document: Document;
  readonly seed: string;
}

/** `texts`: where names are looked for, as for the document they are of. */
interface RedactTextQuestion {
  readonly texts: readonly string[];
  readonly seed: string;
  readonly text: string;
}

/** Questions that take a while and are not about the opened document's network: each with what is asked and answered. */
export interface Questions {
  readonly 'two-dumps': { readonly asked: DumpPair; readonly answer: DumpComparison };
  /** What each mode costs as Services grow. */
  readonly cost: { readonly asked: CostQuestion; readonly answer: readonly CostCurve[] };
  /** A document as it may leave the page. */
  readonly redact: { readonly asked: RedactQuestion; readonly answer: RedactedDocument };
  /** Words of a page as they may leave it. */
  readonly 'redact-text': { readonly asked: RedactTextQuestion; readonly answer: string };
  /** What is odd about a pasted node. */
  readonly lint: { readonly asked: PastedNode; readonly answer: readonly Finding[] };
  /** What a link's hash holds. */
  readonly link: { readonly asked: string; readonly answer: Result<LinkParts, Phrase> };
  /** Texts of API objects as the cluster of a document. */
  readonly manifest: { readonly asked: ManifestQuestion; readonly answer: ManifestAnswer };
}

/** One question as the worker gets it. */
export type Question = {
  readonly [Kind in keyof Questions]: { readonly kind: Kind; readonly asked: Questions[Kind]['asked'] };
}[keyof Questions];

/** Work in steps: how far it is, 0..1, then the answer. */
export type Steps<Answer> = Generator<number, Answer>;

export interface AskOptions {
  /** Ends the work at once; the promise is rejected with {@link Cancelled}. */
  readonly signal: AbortSignal;
  /** 0..1 */
  readonly onProgress?: (progress: number) => void;
}

/** What the worker posts. */
export interface Posted<Answer> {
  readonly progress?: number;
  readonly answer?: Answer;
  /** It could not be answered: what was thrown, as text. */
  readonly failed?: string;
}

/** Asks away from the page's own thread; where there are no workers, in slices on it. */
export function ask<Kind extends keyof Questions>(
  kind: Kind,
  asked: Questions[Kind]['asked'],
  options: AskOptions,
): Promise<Questions[Kind]['answer']> {
  const question = { kind, asked } as Question;
  return typeof Worker === 'undefined' ? inSlices(question, options) : inWorker(question, options);
}

function inWorker<Answer>(question: Question, { signal, onProgress }: AskOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./questions.worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void): void => {
      worker.terminate();
      settle();
    };
    signal.addEventListener('abort', () => end(() => reject(new Cancelled())));
    worker.addEventListener('error', (event) => end(() => reject(new Error(event.message || 'the worker stopped'))));
    worker.addEventListener('message', ({ data }: MessageEvent<Posted<Answer>>) => {
      const { progress, answer, failed } = data;
      if (progress !== undefined) onProgress?.(progress);
      if (failed !== undefined) end(() => reject(new Error(failed)));
      if (answer !== undefined) end(() => resolve(answer));
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(question);
  });
}

async function inSlices<Answer>(question: Question, { signal, onProgress }: AskOptions): Promise<Answer> {
  const { stepsOf } = await import('./answers');
  const steps = (await stepsOf(question)) as Steps<Answer>;
  for (let step = steps.next(); ; step = steps.next()) {
    if (signal.aborted) throw new Cancelled();
    if (step.done) return step.value;
    onProgress?.(step.value);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
