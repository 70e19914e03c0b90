const INITVAL = 0xdeadbeef;
const rol = (word: number, by: number): number => ((word << by) | (word >>> (32 - by))) >>> 0;
const sub = (a: number, b: number): number => (a - b) >>> 0;
const add = (a: number, b: number): number => (a + b) >>> 0;

type Three = [a: number, b: number, c: number];

function mix([a, b, c]: Three): Three {
  a = (sub(a, c) ^ rol(c, 4)) >>> 0;
  c = add(c, b);
  b = (sub(b, a) ^ rol(a, 6)) >>> 0;
  a = add(a, c);
  c = (sub(c, b) ^ rol(b, 8)) >>> 0;
  b = add(b, a);
  a = (sub(a, c) ^ rol(c, 16)) >>> 0;
  c = add(c, b);
  b = (sub(b, a) ^ rol(a, 19)) >>> 0;
  a = add(a, c);
  c = (sub(c, b) ^ rol(b, 4)) >>> 0;
  b = add(b, a);
  return [a, b, c];
}

function final([a, b, c]: Three): number {
  c = sub((c ^ b) >>> 0, rol(b, 14));
  a = sub((a ^ c) >>> 0, rol(c, 11));
  b = sub((b ^ a) >>> 0, rol(a, 25));
  c = sub((c ^ b) >>> 0, rol(b, 16));
  a = sub((a ^ c) >>> 0, rol(c, 4));
  b = sub((b ^ a) >>> 0, rol(a, 14));
  return sub((c ^ b) >>> 0, rol(b, 24));
}

/** Bob Jenkins' hash over 32-bit words as the kernel has it (include/linux/jhash.h `jhash2`). */
export function jhash2(words: readonly number[], initval: number): number {
  const start = add(add(INITVAL, words.length << 2), initval >>> 0);
  let state: Three = [start, start, start];
  let at = 0;
  for (; words.length - at > 3; at += 3) {
    const [a, b, c] = state;
    state = mix([add(a, words[at] ?? 0), add(b, words[at + 1] ?? 0), add(c, words[at + 2] ?? 0)]);
  }
  if (at === words.length) return state[2];
  const [a, b, c] = state;
  return final([add(a, words[at] ?? 0), add(b, words[at + 1] ?? 0), add(c, words[at + 2] ?? 0)]);
}
