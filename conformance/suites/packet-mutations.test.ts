import fc from 'fast-check';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { IPVS_MATCH_SUITE } from './ipvs-match';
import { IPVS_SCENARIOS_SUITE } from './ipvs-scenarios';
import { KERNEL_SUITE } from './kernel';
import { IPVS_RECORDINGS, KERNEL_RECORDINGS, projectFolder } from './suite';
import { SYNC_RUNNER_SUITE } from './sync-runner';
import { changed, leaves } from './testing/change-leaf';
import { tries } from '../../src/core/lib/testing/soaking';

const scratch = mkdtempSync(join(tmpdir(), 'packets-'));
copyFileSync(join(projectFolder(KERNEL_RECORDINGS), 'topologies.json'), join(scratch, 'topologies.json'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface RecordedLine {
  readonly packets: readonly { readonly expect: unknown }[];
}

/** Of a packet the mark-up of its lifetime is recorded, and not compared. */
const NOT_COMPARED = new Set(['ttl']);

describe.each([
  [IPVS_MATCH_SUITE, IPVS_RECORDINGS, 'match/match-6.18.jsonl'],
  [IPVS_SCENARIOS_SUITE, IPVS_RECORDINGS, 'scenarios/scenarios2.jsonl'],
  [KERNEL_SUITE, KERNEL_RECORDINGS, 'raw-A.jsonl'],
  [KERNEL_SUITE, KERNEL_RECORDINGS, 'raw6-A.jsonl'],
  [KERNEL_SUITE, KERNEL_RECORDINGS, 'raw-nft-A.jsonl'],
] as const)('the suite $name', (suite, folder, file) => {
  const lines = readFileSync(join(projectFolder(folder), file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const path = join(scratch, file.split('/').at(-1) ?? file);
  const failuresWith = (line: string): number => {
    writeFileSync(path, line);
    const failures = suite.run(scratch).flatMap((result) => result.failures).length;
    rmSync(path);
    return failures;
  };

  test(`fails when a recording in ${file} is changed`, () => {
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...lines), part, part, (line, which, where) => {
        const record = JSON.parse(line) as RecordedLine;
        const at = Math.floor(which * record.packets.length);
        const places = leaves(record.packets[at]?.expect, NOT_COMPARED);
        fc.pre(places.length > 0);
        const place = places[Math.floor(where * places.length)] ?? [];
        const packets = record.packets.map((packet, index) =>
          index === at ? { ...packet, expect: changed(packet.expect, place) } : packet,
        );
        expect(failuresWith(line)).toBe(0);
        expect(failuresWith(JSON.stringify({ ...record, packets })), place.join('.')).toBeGreaterThan(0);
      }),
      { numRuns: tries(20) },
    );
  }, 240_000);
});

describe('the suite sync-runner', () => {
  const file = 'runner-1.30.jsonl';
  const lines = readFileSync(join(projectFolder('conformance/recordings/sync-runner'), file), 'utf8')
    .trim()
    .split('\n');
  const folder = mkdtempSync(join(tmpdir(), 'runs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('fails when a recorded run is changed', () => {
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...lines), part, (line, where) => {
        const record = JSON.parse(line) as { readonly runsMs: readonly unknown[] };
        const places = leaves(record.runsMs);
        const runsMs = changed(record.runsMs, places[Math.floor(where * places.length)] ?? []);
        const failuresWith = (text: string): number => {
          writeFileSync(join(folder, file), text);
          return SYNC_RUNNER_SUITE.run(folder).flatMap(({ failures }) => failures).length;
        };
        expect([failuresWith(line), failuresWith(JSON.stringify({ ...record, runsMs }))]).toEqual([0, 1]);
      }),
      { numRuns: 20 },
    );
  });
});
