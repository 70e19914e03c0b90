import { describe, expect, it } from 'vitest';
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
