import { describe, expect, it } from 'vitest';
import { IPVS_SCHED_SUITE } from './ipvs-sched';

describe('what IPVS schedulers of a real kernel picked', () => {
  it('is what ours pick, and nothing is drawn where the list is known', () => {
    const results = IPVS_SCHED_SUITE.run();
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(results.map(({ passed }) => passed)).toEqual([450, 277]);
    expect(results.map(({ notes }) => notes)).toEqual([{ drawn: 0 }, { drawn: 0 }]);
  });
});
