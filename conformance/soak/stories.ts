import fc from 'fast-check';
import { faultsOf } from '../../src/core/story/testing/facts';
import { wrongKeys } from '../../src/core/story/testing/keys';
import { randomDocuments } from '../../src/core/story/testing/random-walks';
import { idleCauses } from '../../src/core/story/testing/taken-away';
import { walksOf } from '../../src/core/story/testing/walks';
import { Tally, type SoakStep } from './step';

const CLUSTERS = 500;
/** Causes are taken away in every so manieth of them: each is compiled and walked anew. */
const CAUSES_EVERY = 10;

/** Tells walks of random clusters in all modes: nothing is said that the engine does not say, keys are right, and every cause decides. */
export const STORIES: SoakStep = {
  name: 'stories of random clusters',
  run: ({ seed, size }) => {
    const tally = new Tally();
    for (const [at, documents] of fc.sample(randomDocuments, { seed, numRuns: CLUSTERS * size }).entries()) {
      for (const document of documents) {
        for (const [nth, walk] of walksOf(document, 3).entries()) {
          const faults = faultsOf(walk);
          tally.check(
            faults.length === 0,
            () => `cluster ${at} of seed ${seed}, ${document.mode}: ${faults.join('; ')}`,
          );
          if (nth === 0) {
            const wrong = wrongKeys(walk);
            tally.check(
              wrong.length === 0,
              () => `cluster ${at} of seed ${seed}, ${document.mode}: ${wrong.join('; ')}`,
            );
          }
          if (at % CAUSES_EVERY !== 0 || nth > 0) continue;
          const { idle } = idleCauses(walk, 6);
          tally.check(idle.length === 0, () => `cluster ${at} of seed ${seed}, ${document.mode}: ${idle.join('; ')}`);
        }
      }
    }
    return tally.result();
  },
};
