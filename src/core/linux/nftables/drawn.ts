import { fraction, isShareOf, ZERO, type BinaryShare } from '../../lib/fraction';
import type { Draw, NftContext } from './extension';
import { placeOf } from './memory';

/** The parts of a draw's range whose numbers all mean the same. */
interface Class {
  readonly first: number;
  count: number;
  /** How many of the kernel's 2^32 numbers mean it. */
  hits: number;
}

const BITS = 32;

/** The first of the kernel's 2^32 numbers that becomes this one: `reciprocal_scale()` (include/linux/kernel.h). */
function firstHit(value: number, modulus: number): number {
  const [of, by] = [BigInt(value) << BigInt(BITS), BigInt(modulus)];
  return Number((of + by - 1n) / by);
}

/** How many of the kernel's 2^32 numbers fall on `from` up to but without `to`, of `modulus` (offset taken off). */
export function shareOfNumbers(from: number, to: number, modulus: number): BinaryShare {
  return { hits: firstHit(to, modulus) - firstHit(from, modulus), bits: BITS };
}

function classesOf({ offset, modulus }: Draw, cuts: readonly number[], classify: (value: number) => string): Class[] {
  const end = offset + modulus;
  const starts = new Set([offset, ...cuts.filter((cut) => cut > offset && cut < end)]);
  const sorted = [...starts].toSorted((a, b) => a - b);
  const classes = new Map<string, Class>();
  for (const [i, first] of sorted.entries()) {
    const next = sorted[i + 1] ?? end;
    const count = next - first;
    const { hits } = shareOfNumbers(first - offset, next - offset, modulus);
    const key = classify(first);
    const known = classes.get(key);
    if (known) {
      known.count += count;
      known.hits += hits;
    } else classes.set(key, { first, count, hits });
  }
  return [...classes.values()];
}

/**
 * Makes a draw. `cuts` are the numbers where its meaning may change; numbers that mean the same are one
 * branch, whose odds are how many of them there are. Gives one number of the branch taken.
 */
export function drawn(
  draw: Draw,
  cuts: readonly number[],
  classify: (value: number) => string,
  ctx: NftContext,
): number {
  const memory = draw.memory === undefined ? undefined : `hash ${placeOf(ctx)} ${draw.memory}`;
  const known = memory === undefined ? undefined : ctx.state.nth.get(memory);
  if (known !== undefined) return known;
  const classes = classesOf(draw, cuts, classify);
  const probabilities = classes.map(({ count }) => fraction(count, draw.modulus));
  const shares = classes.map(({ hits }): BinaryShare => ({ hits, bits: BITS }));
  const asMeant = shares.every((share, i) => isShareOf(share, probabilities[i] ?? ZERO));
  const kernel = asMeant ? {} : { kernel: shares };
  const { ref } = ctx;
  const where = `${ref.table} ${ref.chain} ${ref.index + 1}`;
  const branch = classes.length > 1 ? ctx.decide({ kind: 'random', where, probabilities, ...kernel }) : 0;
  const value = classes[branch]?.first ?? draw.offset;
  if (memory !== undefined) ctx.state.nth.set(memory, value);
  return value;
}
