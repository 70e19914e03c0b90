import type { IpAddress } from '../../net/ip';

const GOLDEN_RATIO_32 = 0x61c88647;

/** The high bits of a product (include/linux/hash.h `hash_32`; ip_vs_sh.c and its like use it since 4.18). */
export function hash32(value: number, bits: number): number {
  return Math.imul(value, GOLDEN_RATIO_32) >>> (32 - bits);
}

/** The four words of an IPv6 address folded into one. */
export function foldAddress({ words }: IpAddress): number {
  return words.reduce((folded, word) => (folded ^ word) >>> 0, 0);
}

const MASK = (1n << 64n) - 1n;
const rotate = (word: bigint, by: bigint): bigint => ((word << by) | (word >> (64n - by))) & MASK;

type Four = [bigint, bigint, bigint, bigint];

function round([a, b, c, d]: Four): Four {
  a = (a + b) & MASK;
  b = rotate(b, 13n) ^ a;
  a = rotate(a, 32n);
  c = (c + d) & MASK;
  d = rotate(d, 16n) ^ c;
  a = (a + d) & MASK;
  d = rotate(d, 21n) ^ a;
  c = (c + b) & MASK;
  b = rotate(b, 17n) ^ c;
  c = rotate(c, 32n);
  return [a, b, c, d];
}

/**
 * SipHash-1-3 of one 32-bit word, cut to 32 bits: `hsiphash_1u32` of a 64-bit kernel (lib/siphash.c).
 */
export function hsiphash(word: number, [key0, key1]: readonly [bigint, bigint]): number {
  const last = (4n << 56n) | BigInt(word >>> 0);
  let state: Four = [
    0x736f6d6570736575n ^ key0,
    0x646f72616e646f6dn ^ key1,
    0x6c7967656e657261n ^ key0,
    0x7465646279746573n ^ key1 ^ last,
  ];
  state = round(state);
  state = [state[0] ^ last, state[1], state[2] ^ 0xffn, state[3]];
  for (let i = 0; i < 3; i++) state = round(state);
  return Number((state[0] ^ state[1] ^ state[2] ^ state[3]) & 0xffffffffn);
}
