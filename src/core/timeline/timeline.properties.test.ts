import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SOAKING } from '../lib/testing/soaking';
import { timelineFaults } from './testing/faults';
import { randomRollOuts, randomScripts } from './testing/random-scripts';
import { rollOutFaults } from './testing/roll-outs';

test(
  'whatever happens: rules are of the last sync, nothing is lost, every request has one end, and it happens again',
  { timeout: SOAKING ? 3_600_000 : 120_000 },
  () => {
    fc.assert(
      fc.property(randomScripts, (document) => {
        expect(timelineFaults(document)).toEqual([]);
      }),
      { numRuns: SOAKING ? 300 : 4 },
    );
  },
);

test('a rollout keeps within maxSurge and maxUnavailable', { timeout: SOAKING ? 3_600_000 : 60_000 }, () => {
  fc.assert(
    fc.property(randomRollOuts, (document) => {
      expect(rollOutFaults(document)).toEqual([]);
    }),
    { numRuns: SOAKING ? 300 : 8 },
  );
});
