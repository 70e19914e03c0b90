import type { LensPicture } from '../../../core/story/lens';

/** A picture of one kind. */
export type Of<K extends LensPicture['kind']> = Extract<LensPicture, { readonly kind: K }>;

/** A name where a line may end behind its namespace only, an address of 39 characters behind its colons; others are one part. */
export function breakable(text: string): readonly string[] {
  if (/^[a-z0-9-]+\/[a-z0-9.-]+$/u.test(text)) return text.split(/(?<=\/)/u);
  return text.length > LONG_ADDRESS && /^\[?[0-9a-f:]+\]?(?::\d+)?$/u.test(text) ? text.split(/(?<=:)/u) : [text];
}

/** Longer than any of IPv4 with its port. */
const LONG_ADDRESS = 21;
