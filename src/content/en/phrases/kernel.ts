import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on the kernel's memory and on what it looks at: expectations, paths, limits. */
export const KERNEL_PHRASES = {
  'kernel.forward-redirect':
    'The destination lies elsewhere, and the way there is back out of {device}: the packet is forwarded. The kernel may also tell the sender of the shorter way by an ICMP redirect, which is not drawn.',
  'kernel.link-local-source':
    'The source is a link-local address, which does not leave the link of {device}: the sender is told.',
  'kernel.walk-too-long':
    'These rules jump from chain to chain without measure ({by} at {hook} is as far as was walked): what becomes of the packet is not known.',
  'kernel.multicast-scope':
    'Multicast of this scope does not cross a wire; the packet is dropped before any hook sees it.',
  'kernel.expectation':
    'A connection between {from} and {to} has the helper {helper}, which may have expected this one: whether it is RELATED or NEW is written inside packets, which are not here.',
} as const satisfies PhraseBook;
