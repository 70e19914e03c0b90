import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, complement, formatFraction, fraction, multiply, ONE, parseFraction, toNumber, ZERO } from './fraction';

const part = fc.tuple(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }));

describe('fraction', () => {
  it('is reduced and printed as people write it', () => {
    expect(formatFraction(fraction(2, 6))).toBe('1/3');
    expect(formatFraction(fraction(6, 2))).toBe('3');
    expect(formatFraction(ZERO)).toBe('0');
  });

  it('a kube-proxy ladder gives each of n endpoints exactly 1/n', () => {
    for (const n of [1, 2, 3, 7, 210]) {
      let left = ONE;
      for (let i = 0; i < n; i++) {
        const odds = fraction(1, n - i);
        expect(formatFraction(multiply(left, odds))).toBe(n === 1 ? '1' : `1/${n}`);
        left = multiply(left, complement(odds));
      }
      expect(left).toEqual(ZERO);
    }
  });

  it('text and value are inverses; a + (1 - a) = 1', () => {
    fc.assert(
      fc.property(part, ([num, den]) => {
        const value = fraction(num, den);
        expect(parseFraction(formatFraction(value))).toEqual(value);
        expect(add(value, complement(value))).toEqual(ONE);
        expect(toNumber(value)).toBeCloseTo(num / den, 10);
      }),
    );
  });
});
