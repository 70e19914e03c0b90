import { describe, expect, it } from 'vitest';
import { IPVS_FLOWS_SUITE } from './ipvs-flows';
import { IPVS_MATCH_SUITE } from './ipvs-match';
import { IPVS_SCENARIOS_SUITE } from './ipvs-scenarios';
import { IPVS_SCHED_SUITE } from './ipvs-sched';

describe('a real kernel with IPVS, and ours', () => {
  it('schedulers pick the same, and nothing is drawn where the list is known', () => {
    const results = IPVS_SCHED_SUITE.run();
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    const picks = results.filter(({ name }) => name.endsWith('picks called certain'));
    expect(picks.map(({ passed }) => passed)).toEqual([450, 277]);
    expect(picks.map(({ notes }) => notes)).toEqual([{ drawn: 0 }, { drawn: 0 }]);
    const odds = results.filter(({ name }) => name.includes('chi-square'));
    expect(odds.map(({ name }) => name.split(',')[0])).toEqual([
      'sched odds of picks drawn from a listing',
      'sched2 odds of picks drawn from a listing',
    ]);
    for (const { notes } of odds) expect(Object.values(notes ?? {})[0]).toBeGreaterThan(40);
  });

  it('packets through one router are the same: walk, conntrack, connections, time left', () => {
    const results = IPVS_SCENARIOS_SUITE.run();
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(results.map(({ total }) => total)).toEqual([192, 6, 122, 4, 12]);
  });

  it('matches that count, measure or remember decide the same, and nothing is left unknown', () => {
    const results = IPVS_MATCH_SUITE.run();
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(results.map(({ total }) => total)).toEqual([127]);
  });

  it('flows of whole clusters are the same, attempt by attempt', () => {
    const results = IPVS_FLOWS_SUITE.run();
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    expect(results.map(({ name, total }) => `${name} ${total}`)).toEqual([
      'outcomes 72',
      'walks 72',
      'connections 72',
      'picks called certain 72',
      'connections and templates of IPVS 72',
    ]);
  });
});
