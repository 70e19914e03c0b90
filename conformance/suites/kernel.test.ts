import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareRecord, KERNEL_SUITE, readRecords, replayRecord } from './kernel';
import type { KernelRecord, RecordedTopologies } from './kernel/record';
import { KERNEL_RECORDINGS, projectFolder } from './suite';

const DIRECTORY = projectFolder(KERNEL_RECORDINGS);
const topologies = JSON.parse(readFileSync(join(DIRECTORY, 'topologies.json'), 'utf8')) as RecordedTopologies;
const scenarios = readRecords(readFileSync(join(DIRECTORY, 'scenarios.jsonl'), 'utf8'));

function failuresOf(record: KernelRecord): string[] {
  return compareRecord(record, replayRecord(record, topologies), 'all').map(({ diff }) => diff);
}

describe('what the kernel did', () => {
  it.each(scenarios.map((record) => [record.id, record.title ?? '', record] as const))(
    '%s %s',
    (_id, _title, record) => {
      expect(failuresOf(record)).toEqual([]);
    },
  );

  const results = KERNEL_SUITE.run();
  it.each(results.map((result) => [result.name, result] as const))('%s', (_name, result) => {
    expect(result.failures).toEqual([]);
    expect(result.passed).toBe(result.total);
  });

  it('replays enough to mean something', () => {
    const all = results.filter(({ name }) => name.endsWith(' all'));
    expect(all.map(({ name, total }) => `${name} ${total}`)).toEqual([
      'raw-A all 600',
      'raw-kubeproxy-A all 160',
      'raw-kubeproxy-nft-A all 125',
      'raw-nft-A all 200',
      'raw6-A all 200',
      'scenarios all 295',
    ]);
  });
});

/** The record with one rule of its ruleset altered: the recording no longer fits it. */
function spoiled(record: KernelRecord, change: (rules: string) => string): KernelRecord {
  return { ...record, rules: change(record.rules) };
}

describe('the comparison can fail', () => {
  const byId = (id: string): KernelRecord => {
    const found = scenarios.find((record) => record.id === id);
    if (!found) throw new Error(id);
    return found;
  };
  it.each([
    ['another endpoint', 'S-01', (rules: string) => rules.replace('10.244.1.5:8080', '10.244.1.6:8080')],
    ['one rule more', 'S-05', (rules: string) => rules.replace('-A PREROUTING', '-A PREROUTING -p tcp\n-A PREROUTING')],
    ['a policy', 'S-01', (rules: string) => rules.replace(':FORWARD ACCEPT', ':FORWARD DROP')],
    ['another answer', 'S-24', (rules: string) => rules.replace('icmp-port-unreachable', 'icmp-net-unreachable')],
  ])('%s', (_what, id, change) => {
    expect(failuresOf(byId(id))).toEqual([]);
    expect(failuresOf(spoiled(byId(id), change))).not.toEqual([]);
  });
});
