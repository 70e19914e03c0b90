import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences for a pane of a comparison that has no packet to show. */
export const COMPARE_PHRASES = {
  'document.compare.no-flow':
    'This document has no flow that could be sent here. Add one to it, or choose another document.',
  'document.compare.no-pod-on-node': 'No Pod on {node} can send this flow. Choose another node, or put a Pod there.',
  'document.compare.gone':
    'The document of this pane is not here any more: it was too large to be kept. Choose it again.',
} as const satisfies PhraseBook;
