import { expect, it } from 'vitest';
import { Memo } from '../../../lib/memo';
import type { KubeProxyConfig } from '../../types';
import { conntrackSysctls } from './conntrack-sysctls';

/** Cores of the node, what is configured, and nf_conntrack_max before 1.36 and from it on. */
const CASES: readonly (readonly [number, NonNullable<KubeProxyConfig['conntrack']>, number, number])[] = [
  [2, {}, 131_072, 131_072],
  [8, {}, 262_144, 262_144],
  [32, {}, 1_048_576, 1_048_576],
  [33, {}, 1_081_344, 1_048_576],
  [512, {}, 16_777_216, 1_048_576],
  [4, { maxPerCore: 500_000 }, 2_000_000, 1_048_576],
  // A `min` above the most is only asked for where the product is not.
  [2, { min: 3_000_000 }, 3_000_000, 3_000_000],
  [64, { min: 3_000_000 }, 3_000_000, 1_048_576],
];

it.each(CASES)('nf_conntrack_max with %d cores and %j: %d, from 1.36 on %d', (cores, conntrack, before, capped) => {
  const most = (release: string): number | undefined =>
    conntrackSysctls({ conntrack }, new Memo(), release, cores)['net.netfilter.nf_conntrack_max'];
  expect([most('1.30'), most('1.35.6'), most('1.36'), most('1.37')]).toEqual([before, before, capped, capped]);
});

it('is left alone where maxPerCore is 0', () => {
  expect(conntrackSysctls({ conntrack: { maxPerCore: 0 } }, new Memo(), '1.36', 512)).not.toHaveProperty([
    'net.netfilter.nf_conntrack_max',
  ]);
});
