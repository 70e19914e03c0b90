import fc from 'fast-check';
import { timelineFaults } from '../../src/core/timeline/testing/faults';
import { randomRollOuts, randomScripts } from '../../src/core/timeline/testing/random-scripts';
import { rollOutFaults } from '../../src/core/timeline/testing/roll-outs';
import { Tally, type SoakStep } from './step';

const SCRIPTS = 300;

/** Lets clusters live through random scripts: rules are of the last sync, nothing is lost, rollouts keep within their bounds, every request has one end. */
export const TIMELINES: SoakStep = {
  name: 'timelines of random scripts',
  run: ({ seed, size }) => {
    const tally = new Tally();
    const tell = (what: string, at: number, faults: readonly string[]): void =>
      tally.check(faults.length === 0, () => `${what} ${at} of seed ${seed}: ${faults.slice(0, 5).join('; ')}`);
    for (const [at, document] of fc.sample(randomScripts, { seed, numRuns: SCRIPTS * size }).entries()) {
      tell('script', at, timelineFaults(document));
    }
    for (const [at, document] of fc.sample(randomRollOuts, { seed, numRuns: SCRIPTS * size }).entries()) {
      tell('rollout', at, rollOutFaults(document));
    }
    return tally.result();
  },
};
