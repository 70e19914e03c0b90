import { sha256 } from '../../lib/sha256';

/** No vowels, no 0, 1, 3: so that no words come out (k8s.io/apimachinery/pkg/util/rand). */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * A name suffix that looks as the API server's random ones do, but is a function of what it is
 * for: the same document gets the same names everywhere.
 */
export function suffix(seed: number, purpose: string, length = 5): string {
  const words = sha256(`${seed} ${purpose}`);
  let text = '';
  for (let i = 0; i < length; i++) {
    const byte = ((words[i >> 2] ?? 0) >>> (24 - 8 * (i & 3))) & 255;
    text += ALPHABET[byte % ALPHABET.length];
  }
  return text;
}

/** A whole number in [0, bound) drawn from seed and purpose. */
export function draw(seed: number, purpose: string, bound: number): number {
  const [word = 0] = sha256(`${seed} ${purpose}`);
  return Math.floor(((word >>> 0) / 0x1_0000_0000) * bound);
}
