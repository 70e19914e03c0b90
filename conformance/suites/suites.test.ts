import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SUITES } from './index';
import { recordingsFolder } from './suite';

/** Suites that a test beside them runs whole, and counts; the others are run here. */
const COUNTED: Readonly<Record<string, readonly [constant: string, test: string]>> = {
  compiler: ['COMPILER_SUITE', 'compiler.test.ts'],
  ebpf: ['EBPF_SUITE', 'ebpf.test.ts'],
  kernel: ['KERNEL_SUITE', 'kernel.test.ts'],
  flows: ['FLOWS_SUITE', 'flows.test.ts'],
  modes: ['MODES_SUITE', 'modes.test.ts'],
  formats: ['FORMATS_SUITE', 'formats.test.ts'],
  'ipvs-flows': ['IPVS_FLOWS_SUITE', 'ipvs.test.ts'],
  'ipvs-scenarios': ['IPVS_SCENARIOS_SUITE', 'ipvs.test.ts'],
  'ipvs-sched': ['IPVS_SCHED_SUITE', 'ipvs.test.ts'],
  'nft-tests': ['NFT_TESTS_SUITE', 'nft-tests.test.ts'],
  'ipvs-match': ['IPVS_MATCH_SUITE', 'ipvs.test.ts'],
};

it.each(Object.entries(COUNTED))('%s is one of the suites, and is run by its test', (name, [constant, test]) => {
  expect(SUITES.map((each) => each.name)).toContain(name);
  expect(readFileSync(join(import.meta.dirname, test), 'utf8')).toContain(`${constant}.run(`);
});

it('a suite finds its own below the folder of all recordings, and is run over the one that is named otherwise', () => {
  const all = 'conformance/recordings';
  expect(recordingsFolder('kernel', all)).toBe(join(all, 'kernel'));
  expect(recordingsFolder('ipvs-flows', all)).toBe(join(all, 'kernel-ipvs'));
  expect(recordingsFolder('kernel', join(all, 'kernel'))).toBe(join(all, 'kernel'));
  expect(recordingsFolder('formats', all)).toBe(all);
});

describe.each(SUITES.filter(({ name }) => !Object.hasOwn(COUNTED, name)))('the suite $name', ({ run }) => {
  const results = run();

  it('has recordings', () => {
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ total }) => total > 0)).toBe(true);
  });

  it.each(results)('$name', ({ failures, passed, total }) => {
    expect(failures).toEqual([]);
    expect(passed).toBe(total);
  });
});
