import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences that stand in place of an answer: the engine failed, was restarted, or cannot start. */
export const ENGINE_PHRASES = {
  'engine.failed':
    'This could not be computed ({message}). The last good picture stays; undo the last change or report it.',
  'engine.none':
    'This browser starts no Web Worker for this page ({message}), and nothing is computed without one. Allow it, or open the page in a current Chrome, Firefox or Safari.',
  'engine.restarted':
    'The engine stopped, probably for want of memory, and was started again with what it had. Nothing was lost; if it stops again, a smaller cluster or paste helps.',
} as const satisfies PhraseBook;
