import { describe, expect, it } from 'vitest';
import { modules } from './import-graph.mjs';
import { namedOf, twoMeanings } from './names.mjs';

const PRODUCT: ReadonlyMap<string, string> = modules('.', ['src']);

describe('names', () => {
  it('of exports have one meaning', () => {
    expect(PRODUCT.size).toBeGreaterThan(1000);
    expect(twoMeanings(PRODUCT)).toEqual([]);
  });

  it('say what a function does, but for 150 that say what it returns', () => {
    expect(namedOf(PRODUCT).length, namedOf(PRODUCT).join('\n')).toBeLessThanOrEqual(150);
  });

  it('are counted as they are declared', () => {
    const texts = new Map([
      ['a.ts', 'export interface Kept {}\nfunction headOf() {}'],
      ['b.ts', 'export const Kept = 1;\nexport function* partsOf() {}\nconst of = kept.headOf();'],
    ]);
    expect(twoMeanings(texts)).toEqual(['Kept: a.ts, b.ts']);
    expect(namedOf(texts)).toEqual(['headOf: a.ts', 'partsOf: b.ts']);
  });
});
