import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printLbMaps } from '../../src/core/kubernetes/proxy/ebpf/print-lb-maps';
import { syncLbMaps } from '../../src/core/kubernetes/proxy/ebpf/sync-lb-maps';
import { directories } from './compiler/recordings';
import { difference, dumpLines, frontendRows, rowsOf, withoutIds } from './ebpf/compare';
import { readFixture, type Fixture } from './ebpf/fixture';
import { newTally, projectFolder, type Suite, type SuiteResult, type Tally } from './suite';

const PROJECT = 'conformance/recordings/ebpf';

function count(tally: Tally, id: string, expected: readonly string[], here: readonly string[]): void {
  tally.total++;
  const differs = difference(expected, here);
  if (differs === '' && expected.length === here.length) tally.passed++;
  else tally.failures.push({ id, diff: differs || '    as many times the same line' });
}

function replay(fixtures: readonly Fixture[]): SuiteResult[] {
  const [maps, ids, frontends] = [newTally(), newTally(), newTally()];
  for (const { name, input, config, expected, frontends: table, hasIds } of fixtures) {
    const compiled = syncLbMaps(input);
    const dump = printLbMaps(compiled, config);
    if (expected !== undefined) count(maps, name, withoutIds(expected), withoutIds(dump));
    if (expected !== undefined && hasIds) count(ids, name, dumpLines(expected), dumpLines(dump));
    if (table === undefined) continue;
    const { columns, rows } = frontendRows(table);
    count(frontends, name, rows, rowsOf(compiled.frontends, columns));
  }
  return [
    { name: 'maps', skipped: 0, ...maps },
    { name: 'numbers of an empty agent', skipped: 0, ...ids },
    { name: 'frontends', skipped: 0, ...frontends },
  ];
}

/** Load balancer maps of Cilium agents: one folder a moment, objects in, dumps out. */
export const EBPF_SUITE: Suite = {
  name: 'ebpf',
  run: (dir = projectFolder(PROJECT)) => {
    const places = [
      dir,
      join(dir, 'ebpf'),
      join(dir, 'fixtures'),
      join(dir, 'cilium/fixtures'),
      join(dir, 'corpus/cilium/fixtures'),
    ];
    const found = places.map((place) =>
      directories(place).filter((name) => existsSync(join(place, name, 'input.yaml'))),
    );
    const at = found.findIndex((names) => names.length > 0);
    const place = places[at];
    if (place === undefined) return [];
    const fixtures = (found[at] ?? []).map((name) => readFixture(join(place, name), name));
    return replay(fixtures).filter(({ total }) => total > 0);
  },
};
