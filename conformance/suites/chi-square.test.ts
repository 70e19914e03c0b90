import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/core/lib/random';
import { BY_CHANCE, chiSquare, isTooFar, oddsResult, type Draws } from './chi-square';

/** Tables of a few draws each, drawn with `drawn` and held against `told`. */
function tables(seed: number, told: readonly number[], drawn: readonly number[]): Draws[] {
  const rng = createRng(seed);
  const odds = new Map(told.map((p, i) => [`${i}`, p]));
  return Array.from({ length: 120 }, (_, n) => {
    const seen = new Map<string, number>();
    for (let i = 0; i <= n % 12; i++) {
      let left = rng.below(1_000_000) / 1_000_000;
      const at = drawn.findIndex((p) => (left -= p) < 0);
      const name = `${Math.max(0, at)}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
    return { odds, seen };
  });
}

describe('a chi-square over many small tables', () => {
  it('is not far where the odds are those that were drawn with', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(weights, fc.integer(), (some, seed) => {
        const sum = some.reduce((total, each) => total + each, 0);
        const odds = some.map((each) => each / sum);
        expect(isTooFar(chiSquare(tables(seed, odds, odds)), BY_CHANCE)).toBe(false);
      }),
      { seed: 7 },
    );
  });

  it('is far where they are not', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(isTooFar(chiSquare(tables(seed, [1 / 3, 1 / 3, 1 / 3], [0.7, 0.15, 0.15])), BY_CHANCE)).toBe(true);
        expect(isTooFar(chiSquare(tables(seed, [0.5, 0.5, 0], [0.4, 0.4, 0.2])), BY_CHANCE)).toBe(true);
      }),
      { seed: 7, numRuns: 20 },
    );
  });

  it('says how far in the output of conformance', () => {
    const [draws] = [tables(1, [0.5, 0.5], [0.95, 0.05])];
    expect(oddsResult('iptables odds', draws, BY_CHANCE)).toMatchObject({
      name: 'iptables odds, by chi-square over all runs',
      passed: 0,
      total: 1,
      failures: [{ id: 'iptables odds' }],
    });
  });
});
