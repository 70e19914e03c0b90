import { utf8 } from './utf8';

/** SHA-1 (FIPS 180-4) of the UTF-8 bytes of a text, in hexadecimal: CNI plugins name interfaces by it. */
export function sha1Hex(text: string): string {
  const words = padded(utf8(text));
  let state: readonly [number, number, number, number, number] = [
    0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
  ];
  for (let offset = 0; offset < words.length; offset += 16) state = block(state, words.subarray(offset, offset + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The message as big-endian words, padded to whole blocks. */
function padded(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(((bytes.length + 72) >> 6) << 4);
  bytes.forEach((byte, i) => {
    words[i >> 2] = (words[i >> 2] ?? 0) | (byte << (24 - 8 * (i & 3)));
  });
  const end = bytes.length;
  words[end >> 2] = (words[end >> 2] ?? 0) | (0x80 << (24 - 8 * (end & 3)));
  words[words.length - 1] = bytes.length * 8;
  return words;
}

type State = readonly [number, number, number, number, number];

function block(state: State, words: Uint32Array): State {
  const w = new Uint32Array(80);
  w.set(words);
  for (let i = 16; i < 80; i++) {
    w[i] = rotate((w[i - 3] ?? 0) ^ (w[i - 8] ?? 0) ^ (w[i - 14] ?? 0) ^ (w[i - 16] ?? 0), 1);
  }
  let [a, b, c, d, e] = state;
  for (let i = 0; i < 80; i++) {
    const [mixed, constant] = round(i, b, c, d);
    const next = (rotate(a, 5) + mixed + e + constant + (w[i] ?? 0)) | 0;
    [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0, (state[4] + e) | 0];
}

function round(i: number, b: number, c: number, d: number): [mixed: number, constant: number] {
  if (i < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (i < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (i < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
