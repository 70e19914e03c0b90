import fc from 'fast-check';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FLOWS_SUITE } from './flows';
import { IPVS_FLOWS_SUITE } from './ipvs-flows';
import { IPVS_SCHED_SUITE } from './ipvs-sched';
import { IPVS_RECORDINGS, KERNEL_RECORDINGS, projectFolder, type Suite } from './suite';
import { changed, leaves, type Path } from './testing/change-leaf';
import { SOAKING, tries } from '../../src/core/lib/testing/soaking';

const scratch = mkdtempSync(join(tmpdir(), 'flows-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A copy of some recordings, so that changing one changes nothing else. */
function copyOf(name: string, from: string, kept: (path: string) => boolean): string {
  const folder = join(scratch, name);
  cpSync(projectFolder(from), folder, { recursive: true, filter: (path) => kept(path) });
  return folder;
}

/** One recorded text or number that the suite compares. */
interface RecordedValue {
  readonly file: string;
  /** A file of lines: the line. */
  readonly line?: number;
  readonly at: Path;
}

interface Mutated {
  readonly suite: Suite;
  readonly folder: string;
  readonly places: readonly RecordedValue[];
}

const startsWith = (at: Path, ...keys: readonly string[]): boolean => keys.includes(String(at[0]));

/** Of a target the rule is compared; of a connection both tuples, and what was translated. */
const NOT_COMPARED = new Set(['target', 'tcp', 'status']);

/** Places of every attempt: who answered, the walk, the connections. A port the kernel drew counts under no number. */
function attemptPlaces(file: string): RecordedValue[] {
  const { flows } = JSON.parse(readFileSync(file, 'utf8')) as { flows: { attempts: Record<string, unknown>[] }[] };
  return flows.flatMap(({ attempts }, flow) =>
    attempts.flatMap((attempt, n) =>
      leaves(attempt, NOT_COMPARED)
        .filter((at) => startsWith(at, 'outcome', 'trace', 'conntrack'))
        .map((at) => ({ file, at: ['flows', flow, 'attempts', n, ...at] })),
    ),
  );
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n');

function flows(): Mutated {
  const folder = copyOf(
    'flows',
    `${KERNEL_RECORDINGS}/flows`,
    (path) => !/\/(?:dual-stack|session|nodeport|loadb)/.test(path),
  );
  const names = ['clusterip', 'no-endpoints'];
  const files = names.map((name) => join(folder, name, 'flows-iptables.out.json'));
  return { suite: FLOWS_SUITE, folder, places: files.flatMap((file) => attemptPlaces(file)) };
}

function ipvsFlows(): Mutated {
  const folder = copyOf(
    'ipvs-flows',
    IPVS_RECORDINGS,
    (path) => !/\/(?:clusterip|masquerade-all|internal-local|sched|match|scenarios)/.test(path),
  );
  const files = readdirSync(join(folder, 'flows')).map((name) => join(folder, 'flows', name));
  return { suite: IPVS_FLOWS_SUITE, folder, places: files.flatMap((file) => attemptPlaces(file)) };
}

function ipvsSched(): Mutated {
  const folder = copyOf('ipvs-sched', `${IPVS_RECORDINGS}/sched`, (path) => !path.endsWith('sched.jsonl'));
  const file = join(folder, 'sched2.jsonl');
  const places = linesOf(file).flatMap((text, line) => {
    if (text === '') return [];
    const { events } = JSON.parse(text) as { events: Record<string, unknown>[] };
    return events.flatMap((event, n) =>
      leaves(event)
        .filter((at) => startsWith(at, 'picked', 'list', 'counts'))
        .map((at) => ({ file, line, at: ['events', n, ...at] })),
    );
  });
  return { suite: IPVS_SCHED_SUITE, folder, places };
}

const without = (text: string, { line, at }: RecordedValue): string => {
  if (line === undefined) return JSON.stringify(changed(JSON.parse(text), at));
  return text
    .split('\n')
    .map((each, n) => (n === line ? JSON.stringify(changed(JSON.parse(each), at)) : each))
    .join('\n');
};

const failuresIn = ({ suite, folder }: Mutated): number => suite.run(folder).flatMap(({ failures }) => failures).length;

describe.each([flows(), ipvsFlows(), ipvsSched()].map((each) => [each.suite.name, each] as const))(
  'the suite %s',
  (_name, mutated) => {
    test.runIf(SOAKING)('passes on what was recorded', () => {
      expect(failuresIn(mutated)).toBe(0);
    });

    test('fails when a recording is changed', () => {
      const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
      fc.assert(
        fc.property(part, (which) => {
          const place = mutated.places[Math.floor(which * mutated.places.length)];
          if (!place) return;
          const text = readFileSync(place.file, 'utf8');
          writeFileSync(place.file, without(text, place));
          const failures = failuresIn(mutated);
          writeFileSync(place.file, text);
          expect(failures, `${place.file} ${place.line ?? ''} ${place.at.join('.')}`).toBeGreaterThan(0);
        }),
        { numRuns: tries(20) },
      );
    }, 240_000);
  },
);
