import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import { whatFlips, type FlipQuestion, type Flips } from '../../core/questions/why/what-flips';
import type { Engine } from '../engine';

/**
 * Where this runs no document was opened, and so nothing that reads pasted nodes or is of one mode only was loaded: it comes with the question.
 * Yields what is known so far, after every change that was tried; without an answer the flow cannot be sent.
 */
export function* flips(
  _engine: Engine,
  question: FlipQuestion & { readonly document: Document },
): Generator<Flips | undefined, Flips | undefined> {
  return yield* whatFlips(question, createDerive());
}
