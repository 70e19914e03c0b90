import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingsFolder } from './suite';
import { MODES_SUITE, type Difference, IPVS_MECHANISMS, USERSPACE_MECHANISMS } from './modes';

describe('flows in other modes', () => {
  const results = MODES_SUITE.run();
  it.each(results.map((result) => [result.name, result] as const))(
    '%s differ from iptables mode only as their mechanisms say',
    (_name, result) => {
      expect(result.failures).toEqual([]);
      expect(result.total).toBeGreaterThan(70);
      const noted = Object.values(result.notes ?? {}).reduce((sum, count) => sum + count, 0);
      expect(noted).toBe(result.total);
    },
  );

  it('the same in most flows with IPVS, compiled or left by a real kube-proxy', () => {
    const same = results.map(({ notes }) => notes?.['the same in both modes'] ?? 0);
    expect(same[0]).toBeGreaterThan(50);
    expect(same[1]).toBeGreaterThan(40);
  });
});

it('finds the clusters where they lie beside the recordings of the kernel', () => {
  const all = mkdtempSync(join(tmpdir(), 'recordings-'));
  const own = resolve('conformance/recordings/kernel/flows/clusterip');
  try {
    for (const folder of ['kernel/flows', 'golden/kube-proxy-1.30.5']) {
      mkdirSync(join(all, folder), { recursive: true });
      symlinkSync(own, join(all, folder, 'clusterip'));
    }
    const results = MODES_SUITE.run(recordingsFolder('modes', all));
    for (const { total, failures } of results) expect([total > 0, failures]).toEqual([true, []]);
  } finally {
    rmSync(all, { recursive: true });
  }
});

const DIFFERENCE: Difference = {
  request: { id: 'f', from: { pod: 'default/a' }, to: '10.96.0.1', port: 80, proto: 'tcp' },
  usual: [
    { delivered: { backend: 'default/b', backendIP: '10.0.0.2', sourcePort: 'preserved', sourceSeen: '10.0.0.1' } },
  ],
  other: [
    { delivered: { backend: 'default/c', backendIP: '10.0.0.3', sourcePort: 'preserved', sourceSeen: '10.0.0.1' } },
  ],
  nodeAddresses: new Set(['172.18.0.2']),
};

it.each([
  ['another backend', {}],
  [
    'another source',
    {
      other: [
        { delivered: { backend: 'default/b', backendIP: '10.0.0.2', sourcePort: 'preserved', sourceSeen: '9.9.9.9' } },
      ],
    },
  ],
  [
    'lost',
    {
      other: [{ dropped: 'timeout', arrivedAt: { backend: 'default/b' } }],
      usual: [{ rejected: { from: '10.96.0.1' } }],
    },
  ],
] as const)('%s is not explained away', (_what, change) => {
  const difference = { ...DIFFERENCE, ...change };
  expect(IPVS_MECHANISMS.filter(({ explains }) => explains(difference)).map(({ name }) => name)).toEqual([]);
  const explained = USERSPACE_MECHANISMS.filter(({ explains }) => explains(difference)).map(({ name }) => name);
  expect(explained.filter((name) => !name.startsWith('no rule'))).toEqual([]);
});
