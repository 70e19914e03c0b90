import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EBPF_SUITE, withoutIds } from './ebpf';

const CORPUS = join(process.env['RULEWALK_SHARED'] ?? '../shared', 'corpus/cilium/fixtures');

const counts = (dir?: string): string[] =>
  EBPF_SUITE.run(dir).map(
    ({ name, passed, total, failures }) => `${name} ${passed}/${total}${failures.map(({ id }) => ` ${id}`).join('')}`,
  );

describe('load balancer maps of Cilium', () => {
  it('are those of the project, made by hand, numbers and all', () => {
    expect(counts()).toEqual(['maps 5/5', 'numbers of an empty agent 5/5']);
  });

  it.skipIf(!existsSync(CORPUS))(
    "are those upstream's own tests expect (read in place; skipped where they are not)",
    () => {
      expect(counts(CORPUS)).toEqual(['maps 40/40', 'numbers of an empty agent 19/19', 'frontends 58/58']);
    },
  );

  it('are compared by what numbers stand for', () => {
    const dump = (frontend: number, backend: number): string =>
      `BE: ID=${backend} ADDR=10.0.0.1:80/TCP STATE=active\nSVC: ID=${frontend} ADDR=10.1.0.1:80/TCP SLOT=0 COUNT=1\nAFF: ID=${frontend} BEID=${backend}\nMAGLEV: ID=${frontend} INNER=[${backend}(1021)]`;
    expect(withoutIds(dump(1, 2))).toEqual(withoutIds(dump(7, 4)));
    expect(withoutIds(dump(1, 2))).not.toEqual(withoutIds(dump(1, 2).replace('COUNT=1', 'COUNT=2')));
    expect(withoutIds(dump(1, 2)).join()).toContain('AFF: ID=10.1.0.1:80/TCP BEID=10.0.0.1:80/TCP');
  });
});
