import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBefore } from './sorted';

test('is the place where a sorted list is parted, as looking at each would find it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (list, wanted) => {
      const sorted = list.toSorted((a, b) => a - b);
      const place = sorted.findIndex((each) => each >= wanted);
      expect(countBefore(sorted.length, (at) => sorted[at]! < wanted)).toBe(place < 0 ? sorted.length : place);
    }),
  );
});

test('asks a few of many', () => {
  const asked = new Set<number>();
  expect(countBefore(1_000_000, (at) => asked.add(at) && at < 654_321)).toBe(654_321);
  expect(asked.size).toBeLessThan(22);
});
