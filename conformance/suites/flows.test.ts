import { describe, expect, it } from 'vitest';
import { FLOWS_SUITE } from './flows';
import { outcomeKey, walkLines } from './flows/compare';
import { networkOf, readCase } from './flows/case';
import { replayFlow } from './flows/replay';

describe('flows of whole clusters', () => {
  const results = FLOWS_SUITE.run();
  it.each(results.map((result) => [result.name, result] as const))('%s', (name, result) => {
    expect(result.failures).toEqual([]);
    const flows = name.startsWith('iptables') ? 130 : 39;
    expect(result.total).toBe(name.includes('chi-square') ? 1 : flows);
  });

  it('have the odds of the counts that were recorded', () => {
    const odds = results.filter(({ name }) => name.includes('chi-square'));
    expect(odds.map(({ name }) => name.split(',')[0])).toEqual([
      'iptables recorded rules odds',
      'iptables compiled rules odds',
      'nftables recorded rules odds',
      'nftables compiled rules odds',
    ]);
    for (const { notes } of odds) expect(Object.values(notes ?? {})[0]).toBeGreaterThan(40);
  });
});

const FOLDER = 'conformance/recordings/kernel/flows/clusterip';
const CASE = readCase(FOLDER);
const network = networkOf(CASE, { directory: FOLDER });
const request = {
  id: 'f',
  from: { pod: 'default/web-02cf5ec09-60ca8' },
  to: '10.96.0.11',
  port: 80,
  proto: 'tcp',
} as const;

describe('a flow', () => {
  const outcomes = replayFlow(network, request) ?? [];
  it('reaches each endpoint with equal odds', () => {
    expect(outcomes.map(({ probability }) => probability)).toEqual(['1/3', '1/3', '1/3']);
  });
  it('has walks that differ between outcomes', () => {
    expect(new Set(outcomes.map((outcome) => walkLines(outcome).join('\n'))).size).toBe(3);
    expect(new Set(outcomes.map(({ outcome }) => outcomeKey(outcome))).size).toBe(3);
  });
  it('does not begin where nobody is', () => {
    expect(replayFlow(network, { ...request, from: { pod: 'default/nobody' } })).toBeUndefined();
  });
});
