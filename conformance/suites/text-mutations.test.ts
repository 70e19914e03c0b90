import fc from 'fast-check';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { directories, projectRecordings } from './compiler/recordings';
import { FORMATS_SUITE } from './formats';
import { MODES_SUITE } from './modes';
import { KERNEL_RECORDINGS, projectFolder, type Suite } from './suite';
import { SOAKING, tries } from '../../src/core/lib/testing/soaking';

const scratch = mkdtempSync(join(tmpdir(), 'texts-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const failuresIn = (suite: Suite, folder: string): number =>
  suite.run(folder).reduce((sum, { failures }) => sum + failures.length, 0);

describe('the suite formats', () => {
  const folder = join(scratch, 'formats', 'kube-proxy-1.30.5', 'session-affinity');
  cpSync(join(projectRecordings('iptables'), 'kube-proxy-1.30.5', 'session-affinity'), folder, { recursive: true });
  const files = directories(folder).map((node) => join(folder, node, 'iptables.save'));

  test.runIf(SOAKING)('passes on what was recorded', () => {
    expect(files.length).toBeGreaterThan(0);
    expect(failuresIn(FORMATS_SUITE, folder)).toBe(0);
  });

  test('fails when a listing is changed', () => {
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...files), part, fc.boolean(), (file, where, less) => {
        const text = readFileSync(file, 'utf8');
        const lines = text.split('\n');
        const rules = lines.flatMap((line, n) => (line.startsWith('-A KUBE-') ? [n] : []));
        const at = rules[Math.floor(where * rules.length)] ?? 0;
        const other = less ? [] : [`${lines[at] ?? ''}x`];
        writeFileSync(file, [...lines.slice(0, at), ...other, ...lines.slice(at + 1)].join('\n'));
        const failures = failuresIn(FORMATS_SUITE, folder);
        writeFileSync(file, text);
        expect(failures, lines[at]).toBeGreaterThan(0);
      }),
      { numRuns: tries(20) },
    );
  }, 240_000);
});

interface RecordedServers {
  readonly VirtualServers: readonly {
    readonly Address: string;
    readonly Port: number;
    readonly Servers: readonly { readonly Address: string }[] | null;
  }[];
}

/** Somewhere nobody is. */
const NOWHERE = '10.244.250.250';

describe('the suite modes', () => {
  const folder = join(scratch, 'modes');
  const cases = ['clusterip'];
  for (const name of cases)
    cpSync(join(projectFolder(KERNEL_RECORDINGS), 'flows', name), join(folder, name), { recursive: true });
  const filesOf = (name: string): string[] =>
    directories(join(folder, name))
      .map((node) => join(folder, name, node, 'ipvs.json'))
      .filter((path) => existsSync(path));
  const read = (path: string): RecordedServers => JSON.parse(readFileSync(path, 'utf8')) as RecordedServers;
  /** Virtual servers that a recorded flow asks: of others nothing is seen. */
  const asked = cases.flatMap((name) => {
    const file = join(folder, name, 'flows.in.json');
    const requests = JSON.parse(readFileSync(file, 'utf8')) as { to: string; port: number }[];
    const servers = filesOf(name).flatMap((path) => read(path).VirtualServers);
    const found = requests.filter(({ to, port }) =>
      servers.some(({ Address, Port, Servers }) => Address === to && Port === port && (Servers ?? []).length > 0),
    );
    writeFileSync(file, JSON.stringify(found));
    return [...new Set(found.map(({ to, port }) => `${to} ${port}`))].map((key) => ({ name, key }));
  });

  test.runIf(SOAKING)('passes on what was recorded', () => {
    expect(asked.length).toBeGreaterThan(2);
    expect(failuresIn(MODES_SUITE, folder)).toBe(0);
  });

  test('fails when a server that kube-proxy left is changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...asked), fc.nat(), ({ name, key }, which) => {
        const files = filesOf(name).map((path) => [path, readFileSync(path, 'utf8')] as const);
        for (const [path] of files) {
          const recorded = read(path);
          const VirtualServers = recorded.VirtualServers.map((each) => {
            const at = which % Math.max(1, each.Servers?.length ?? 0);
            const Servers = each.Servers?.map((server, n) => (n === at ? { ...server, Address: NOWHERE } : server));
            return `${each.Address} ${each.Port}` === key ? { ...each, Servers: Servers ?? null } : each;
          });
          writeFileSync(path, JSON.stringify({ ...recorded, VirtualServers }));
        }
        const failures = failuresIn(MODES_SUITE, folder);
        for (const [path, text] of files) writeFileSync(path, text);
        expect(failures, `${name} ${key}`).toBeGreaterThan(0);
      }),
      { numRuns: tries(20) },
    );
  }, 240_000);
});
