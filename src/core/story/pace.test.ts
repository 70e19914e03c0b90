import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getDwell, paceOf, readingTime } from './pace';

const kinds = fc.constantFrom(
  'sent',
  'recognised',
  'chosen',
  'rewritten',
  'routed',
  'crosses',
  'refused',
  'translated-back',
);
const stories = fc.array(fc.record({ kind: kinds, characters: fc.integer({ min: 5, max: 90 }) }), {
  minLength: 1,
  maxLength: 24,
});
const sum = (times: readonly number[]): number => times.reduce((all, each) => all + each, 0);

describe('the pace of a story', () => {
  it('never takes what decides away before it can be read, nor anything before it was seen', () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const [at, time] of paceOf(story).entries()) {
          const { kind, characters } = story[at]!;
          const decides = kind === 'chosen' || kind === 'rewritten' || kind === 'translated-back' || kind === 'refused';
          const reading = Math.min(readingTime(characters), getDwell(story[at]!));
          expect(time).toBeGreaterThanOrEqual(decides ? reading : 1100);
        }
      }),
    );
  });

  it('takes 20 to 45 seconds, unless so much is told that it could not be read', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const total = sum(paceOf(story));
        expect(total).toBeGreaterThanOrEqual(19_999);
        if (story.length <= 12 && story.every(({ characters }) => characters <= 45)) expect(total).toBeLessThan(45_001);
      }),
    );
  });
});
