import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timelineFaults } from './testing/faults';
import { randomRollOuts, randomScripts } from './testing/random-scripts';
import { rollOutFaults } from './testing/roll-outs';

test(
  'whatever happens: rules are of the last sync, nothing is lost, every request has one end, and it happens again',
  { timeout: 120_000 },
  () => {
    fc.assert(
      fc.property(randomScripts, (document) => {
        expect(timelineFaults(document)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  },
);

test('a rollout keeps within maxSurge and maxUnavailable', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(randomRollOuts, (document) => {
      expect(rollOutFaults(document)).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
