const MASK = (1n << 64n) - 1n;
const C1 = 0x87c37b91114253d5n;
const C2 = 0x4cf5ad432745937fn;

const multiply = (a: bigint, b: bigint): bigint => (a * b) & MASK;
const add = (a: bigint, b: bigint): bigint => (a + b) & MASK;
const rotate = (value: bigint, by: bigint): bigint => ((value << by) | (value >> (64n - by))) & MASK;

const mixFirst = (k: bigint): bigint => multiply(rotate(multiply(k, C1), 31n), C2);
const mixSecond = (k: bigint): bigint => multiply(rotate(multiply(k, C2), 33n), C1);

function finish(k: bigint): bigint {
  const once = multiply(k ^ (k >> 33n), 0xff51afd7ed558ccdn);
  const twice = multiply(once ^ (once >> 33n), 0xc4ceb9fe1a85ec53n);
  return twice ^ (twice >> 33n);
}

/** Up to eight bytes, the first is the lowest. */
function word(bytes: Uint8Array, from: number, to: number): bigint {
  let value = 0n;
  for (let at = Math.min(to, bytes.length) - 1; at >= from; at--) value = (value << 8n) | BigInt(bytes[at] ?? 0);
  return value;
}

/**
 * MurmurHash3, x64, 128 bits (Austin Appleby, public domain), as two unsigned words of 64 bits.
 * Cilium's pkg/murmur3 `Hash128` is the same with the seed in both halves.
 */
export function murmur3(bytes: Uint8Array, seed: number): readonly [bigint, bigint] {
  let [h1, h2] = [BigInt(seed >>> 0), BigInt(seed >>> 0)];
  const blocks = bytes.length - (bytes.length % 16);
  for (let at = 0; at < blocks; at += 16) {
    h1 = rotate(h1 ^ mixFirst(word(bytes, at, at + 8)), 27n);
    h1 = add(multiply(add(h1, h2), 5n), 0x52dce729n);
    h2 = rotate(h2 ^ mixSecond(word(bytes, at + 8, at + 16)), 31n);
    h2 = add(multiply(add(h2, h1), 5n), 0x38495ab5n);
  }
  h2 ^= mixSecond(word(bytes, blocks + 8, blocks + 16));
  h1 ^= mixFirst(word(bytes, blocks, blocks + 8));
  const length = BigInt(bytes.length);
  h1 = add(h1 ^ length, h2 ^ length);
  h2 = add(h2 ^ length, h1);
  h1 = add(finish(h1), finish(h2));
  return [h1, add(finish(h2), h1)];
}
