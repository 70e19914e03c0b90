import fc from 'fast-check';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { COMPILER_SUITE } from './compiler';
import { directories, projectRecordings, recordedText } from './compiler/recordings';
import { RELEASES_SUITE } from './releases';
import { projectFolder, type Suite } from './suite';
import { SOAKING, tries } from '../../src/core/lib/testing/soaking';

/** What was recorded of a kube-proxy, as opposed to what it was given. */
const RECORDED = /(?:\.save|\.restore|\.input|\.ruleset|REFUSED|ipvs6?\.json|kube-ipvs06?\.txt)$/;
/** Of rules that are not kube-proxy's, and of ports the kernel chose, nothing is compared. */
const NOT_COMPARED = /KUBE-(?:FIREWALL|MARK-DROP|KUBELET)|--to-ports|--to-destination|KUBE-NODEPORT-NON-LOCAL/;

const scratch = mkdtempSync(join(tmpdir(), 'recordings-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

/** A folder of recordings without links, so that changing a file changes nothing else. */
function unlinkedCopy(from: string, to: string): string {
  for (const path of filesBelow(from)) {
    const copy = join(to, path.slice(from.length));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, recordedText(path) ?? '');
  }
  return to;
}

const failuresIn = (suite: Suite, folder: string): number =>
  suite.run(folder).reduce((sum, { failures }) => sum + failures.length, 0);

interface MutatedSuite {
  readonly suite: Suite;
  /** What the suite is pointed at. */
  readonly folder: string;
}

const releases = projectFolder('conformance/recordings/releases');
const compiler = join(projectRecordings('nftables'), 'kube-proxy-1.30.5');

const PLACES: readonly MutatedSuite[] = [
  ...['1.16', '1.22', '1.26', '1.29', '1.33'].map((release) => {
    const folder = join(scratch, release);
    unlinkedCopy(join(releases, release), join(folder, release));
    return { suite: RELEASES_SUITE, folder };
  }),
  ...['iptables', 'nftables'].map((mode) => {
    const folder = join(scratch, mode);
    cpSync(dirname(mode === 'nftables' ? compiler : join(projectRecordings('iptables'), 'x')), folder, {
      recursive: true,
    });
    for (const each of directories(folder))
      if (each !== 'kube-proxy-1.30.5') rmSync(join(folder, each), { recursive: true });
    return { suite: COMPILER_SUITE, folder };
  }),
];

/** One changed place of a recorded text: a line less, a line twice, or a letter otherwise. */
function mutated(
  text: string,
  { at, how }: { readonly at: number; readonly how: 'less' | 'twice' | 'letter' },
): string {
  const lines = text.split('\n');
  const candidates = lines.flatMap((line, index) => (line.trim() === '' || NOT_COMPARED.test(line) ? [] : [index]));
  const index = candidates[Math.floor(at * candidates.length)];
  if (index === undefined) return text;
  const line = lines[index] ?? '';
  const letter = line.search(/[A-Za-z0-9]/);
  const other =
    letter < 0 ? `${line} x` : line.slice(0, letter) + (line[letter] === 'Z' ? 'Y' : 'Z') + line.slice(letter + 1);
  const next = { less: [], twice: [line, line], letter: [other] }[how];
  return [...lines.slice(0, index), ...next, ...lines.slice(index + 1)].join('\n');
}

describe.each([RELEASES_SUITE, COMPILER_SUITE])('the suite $name', (suite) => {
  const places = PLACES.filter((place) => place.suite === suite);
  const files = places.flatMap(({ folder }) =>
    filesBelow(folder)
      .filter((path) => RECORDED.test(path) && !path.includes('scenarios'))
      .map((path) => ({ folder, path })),
  );

  test.runIf(SOAKING)('passes on what was recorded', () => {
    expect(places.map(({ folder }) => failuresIn(suite, folder))).toEqual(places.map(() => 0));
  });

  test('fails when a recording is changed', () => {
    const change = fc.record({
      file: fc.constantFrom(...files),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      how: fc.constantFrom('less' as const, 'twice' as const, 'letter' as const),
    });
    fc.assert(
      fc.property(change, ({ file: { folder, path }, ...where }) => {
        const text = recordedText(path) ?? '';
        const other = mutated(text, where);
        fc.pre(other !== text);
        writeFileSync(path, other);
        const failures = failuresIn(suite, folder);
        writeFileSync(path, text);
        expect(failures, `${path} ${where.how}`).toBeGreaterThan(0);
      }),
      { numRuns: tries(20) },
    );
  }, 240_000);
});
