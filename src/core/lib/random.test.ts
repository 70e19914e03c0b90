import { describe, expect, it } from 'vitest';
import { createRng } from './random';

describe('createRng', () => {
  it('gives the same sequence for the same seed and another for another', () => {
    const [a, b, c] = [createRng(7), createRng(7), createRng(8)];
    const first = Array.from({ length: 5 }, () => a.u32());
    expect(Array.from({ length: 5 }, () => b.u32())).toEqual(first);
    expect(Array.from({ length: 5 }, () => c.u32())).not.toEqual(first);
  });

  it('below() covers its range evenly', () => {
    const rng = createRng(1);
    const counts = [0, 0, 0];
    for (let i = 0; i < 30_000; i++) {
      const draw = rng.below(3);
      counts[draw] = (counts[draw] ?? 0) + 1;
    }
    // 4 sigma of a binomial with n = 30,000 and p = 1/3 is about 327.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(327);
  });
});
