import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { IPVS_MATCH_SUITE } from './ipvs-match';
import { IPVS_SCENARIOS_SUITE } from './ipvs-scenarios';
import { IPVS_RECORDINGS, projectFolder } from './suite';

const scratch = mkdtempSync(join(tmpdir(), 'packets-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Path = readonly (string | number)[];

/** Everything that was recorded of a packet and is compared: texts and numbers, down to each event of its walk. */
function leaves(value: unknown, at: Path = []): Path[] {
  if (typeof value === 'string' || typeof value === 'number') return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => key !== 'ttl')
    .flatMap(([key, part]) => leaves(part, [...at, Array.isArray(value) ? Number(key) : key]));
}

function changed(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return typeof value === 'number' ? value + 1 : `${String(value)}x`;
  if (Array.isArray(value)) return value.map((part: unknown, at) => (at === key ? changed(part, rest) : part));
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [key]: changed(record[key], rest) };
}

interface RecordedLine {
  readonly packets: readonly { readonly expect: unknown }[];
}

describe.each([
  [IPVS_MATCH_SUITE, 'match/match-6.18.jsonl'],
  [IPVS_SCENARIOS_SUITE, 'scenarios/scenarios2.jsonl'],
] as const)('the suite $name', (suite, file) => {
  const lines = readFileSync(join(projectFolder(IPVS_RECORDINGS), file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const path = join(scratch, file.split('/').at(-1) ?? file);
  const failuresWith = (line: string): number => {
    writeFileSync(path, line);
    const failures = suite.run(scratch).flatMap((result) => result.failures).length;
    rmSync(path);
    return failures;
  };

  test('fails when a recording is changed: 20 random changes', () => {
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...lines), part, part, (line, which, where) => {
        const record = JSON.parse(line) as RecordedLine;
        const at = Math.floor(which * record.packets.length);
        const places = leaves(record.packets[at]?.expect);
        fc.pre(places.length > 0);
        const place = places[Math.floor(where * places.length)] ?? [];
        const packets = record.packets.map((packet, index) =>
          index === at ? { ...packet, expect: changed(packet.expect, place) } : packet,
        );
        expect(failuresWith(line)).toBe(0);
        expect(failuresWith(JSON.stringify({ ...record, packets })), place.join('.')).toBeGreaterThan(0);
      }),
      { numRuns: 20 },
    );
  }, 240_000);
});
