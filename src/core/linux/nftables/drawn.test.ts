import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isShareOf, fraction } from '../../lib/fraction';
import { shareOfNumbers } from './sets';

/** `reciprocal_scale()` of include/linux/kernel.h: what a random number becomes. */
const scaled = (random: number, modulus: number): number => Number((BigInt(random) * BigInt(modulus)) >> 32n);

const modulus = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 0xffffffff }));
const ranged = modulus.chain((of) =>
  fc.tuple(fc.constant(of), fc.integer({ min: 0, max: of - 1 }), fc.integer({ min: 0, max: of - 1 })),
);

describe('shareOfNumbers', () => {
  it('counts the random numbers that the kernel turns into one of a range', () => {
    fc.assert(
      fc.property(ranged, ([of, a, b]) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
        const before = shareOfNumbers(0, from, of).hits;
        const { hits, bits } = shareOfNumbers(from, to, of);
        expect(bits).toBe(32);
        // The first and the last that count, and their neighbours that do not.
        expect(scaled(before, of)).toBeGreaterThanOrEqual(from);
        expect(scaled(before + hits - 1, of)).toBeLessThan(to);
        if (before > 0) expect(scaled(before - 1, of)).toBeLessThan(from);
        if (before + hits < 2 ** 32) expect(scaled(before + hits, of)).toBeGreaterThanOrEqual(to);
      }),
    );
  });

  it('shares out all of them, and as meant only where that can be', () => {
    fc.assert(
      fc.property(modulus, (of) => {
        expect(shareOfNumbers(0, of, of)).toEqual({ hits: 2 ** 32, bits: 32 });
        expect(isShareOf(shareOfNumbers(0, 1, of), fraction(1, of))).toBe(2 ** 32 % of === 0);
      }),
      { examples: [[3], [4], [10]] },
    );
    expect(shareOfNumbers(0, 1, 3).hits).toBe(1_431_655_766);
  });
});
