import { fraction } from '../../lib/fraction';
import type { Draw, NftContext } from './extension';
import { placeOf } from './memory';

/** The parts of a draw's range whose numbers all mean the same. */
interface Class {
  readonly first: number;
  count: number;
}

function classesOf({ offset, modulus }: Draw, cuts: readonly number[], classify: (value: number) => string): Class[] {
  const end = offset + modulus;
  const starts = new Set([offset, ...cuts.filter((cut) => cut > offset && cut < end)]);
  const sorted = [...starts].toSorted((a, b) => a - b);
  const classes = new Map<string, Class>();
  for (const [i, first] of sorted.entries()) {
    const count = (sorted[i + 1] ?? end) - first;
    const key = classify(first);
    const known = classes.get(key);
    if (known) known.count += count;
    else classes.set(key, { first, count });
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
  const { ref } = ctx;
  const where = `${ref.table} ${ref.chain} ${ref.index + 1}`;
  const branch = classes.length > 1 ? ctx.decide({ kind: 'random', where, probabilities }) : 0;
  const value = classes[branch]?.first ?? draw.offset;
  if (memory !== undefined) ctx.state.nth.set(memory, value);
  return value;
}
