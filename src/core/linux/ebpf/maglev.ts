import { utf8 } from '../../lib/sha';
import { formatEndpoint } from '../../net/packet';
import type { LbBackend } from './lb-maps';
import type { MaglevSeed } from './maglev-seed';

/** Text that Maglev hashes of a backend: the same on every node, whatever its id there. */
function hashText({ address, port, protocol }: LbBackend): string {
  return `[${formatEndpoint(address, port)}/${protocol},State:active]`;
}

/** A backend and how many turns it gets; all alike unless somebody weighs them. */
export interface WeightedBackend {
  readonly backend: LbBackend;
  readonly weight: number;
}

/** One backend's way through the table: it takes the next free place of `at`, `at + skip`, … */
interface Contender {
  readonly id: number;
  readonly weight: number;
  readonly skip: number;
  at: number;
  /** Grows with every turn; the next comes when its weight has caught up. */
  counter: number;
}

/** The places backends may get, in the order of what tells them apart. */
function contenders(backends: readonly WeightedBackend[], size: number, murmur: number): Contender[] {
  const named = backends.map(({ backend, weight }) => ({ text: hashText(backend), id: backend.id, weight }));
  const sorted = named.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  return sorted.map(({ text, id, weight }) => {
    const [h1, h2] = murmur3(utf8(text), murmur);
    const skip = Number(h2 % BigInt(size - 1)) + 1;
    return { id, weight, skip, at: Number(h1 % BigInt(size)), counter: weight / backends.length };
  });
}

/** The backend that fills its next slot: in turn, except that by weight one that is ahead lets others go first. */
function nextTurn(all: readonly Contender[], turn: number, sum: number): Contender | undefined {
  let at = turn % all.length;
  // Weights are used at all only if they are more than 1 on average.
  if (Math.floor(sum / all.length) <= 1) return all[at];
  for (;;) {
    const each = all[at];
    if (!each) return undefined;
    if ((turn + 1) * each.weight >= Math.floor(each.counter)) {
      each.counter += sum;
      return each;
    }
    at = (at + 1) % all.length;
  }
}

/**
 * The lookup table of a frontend: `size` places, each the id of a backend (pkg/maglev/maglev.go `computeLookupTable`).
 * Empty where there is no backend. O(size · log(size)) on average.
 */
export function maglevTable(backends: readonly WeightedBackend[], size: number, { murmur }: MaglevSeed): Uint32Array {
  if (backends.length === 0) return new Uint32Array(0);
  const all = contenders(backends, size, murmur);
  const sum = all.reduce((total, { weight }) => total + weight, 0);
  const taken = new Uint8Array(size);
  const table = new Uint32Array(size);
  for (let turn = 0; turn < size; turn++) {
    const each = nextTurn(all, turn, sum);
    if (!each) break;
    while (taken[each.at]) each.at = (each.at + each.skip) % size;
    taken[each.at] = 1;
    table[each.at] = each.id;
  }
  return table;
}

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
