import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMATS_SUITE } from './formats';
import { SOAKING } from '../../src/core/lib/testing/soaking';

const SHARED = process.env['RULEWALK_SHARED'] ?? '../shared';

/** `name passed/total`, and the first failures, so that a failing test shows them. */
function results(dir?: string) {
  return FORMATS_SUITE.run(dir).map(({ name, passed, total, failures }) => ({
    name,
    passed,
    total,
    failures: failures.slice(0, 3),
  }));
}

describe('formats suite', () => {
  it('agrees with the recordings of the project', () => {
    const all = results();
    expect(all.map(({ failures }) => failures)).toEqual(all.map(() => []));
    expect(all[0]?.name).toBe('iptables-save round trip');
    expect(all[0]?.total).toBeGreaterThan(5);
  });

  it('has nothing to say of an empty place', () => {
    expect(FORMATS_SUITE.run('no/such/place')).toEqual([]);
  });

  it.runIf(SOAKING && existsSync(join(SHARED, 'golden')))('agrees with every recording of kube-proxy', () => {
    for (const each of results(join(SHARED, 'golden'))) {
      expect(each.failures).toEqual([]);
      expect(each.total).toBeGreaterThan(each.name.startsWith('round trip') ? 10 : 200);
    }
  });

  it.runIf(SOAKING && existsSync(join(SHARED, 'corpus')))(
    'agrees with found texts and single rules',
    () => {
      const all = results(join(SHARED, 'corpus'));
      expect(all.map(({ name }) => name)).toEqual(
        expect.arrayContaining([
          'found texts to their normal form',
          'every line of found texts accounted for',
          'single rules',
          'ip-route printed back',
          '-S against the dump',
          '-L -n -v against the dump',
        ]),
      );
      for (const each of all) expect(each).toMatchObject({ failures: [] });
    },
    60_000,
  );
});
