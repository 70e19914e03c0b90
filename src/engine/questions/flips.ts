import type { Document } from '../../core/document/document';
import { whatFlips, type FlipQuestion, type Flips } from '../../core/document/why/what-flips';
import type { Engine } from '../engine';

/** Yields what is known so far, after every change that was tried; without an answer the flow cannot be sent. */
export function* flips(
  { newDerive }: Engine,
  question: FlipQuestion & { readonly document: Document },
): Generator<Flips | undefined, Flips | undefined> {
  return yield* whatFlips(question, newDerive());
}
