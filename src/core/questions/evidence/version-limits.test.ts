import { expect, it } from 'vitest';
import { findOfVersions } from './version-limits';

const ids = (text: string) => findOfVersions([{ text }]).map(({ id }) => id);

it('a step over the release since which MetalLB leaves nodes out', () => {
  expect(ids('MetalLB announces nothing after an upgrade from 0.13.7 to 0.14.3')).toEqual(['limit-metallb-excludes']);
  expect(ids('MetalLB announces nothing after an upgrade from 0.14.3 to 0.15.2')).toEqual([]);
  expect(ids('MetalLB announces nothing. Calico went from 3.28.0 to 3.29.1')).toEqual([]);
});

it('nftables mode beside a kernel that it refuses', () => {
  const mode = 'kind: KubeProxyConfiguration\nmode: "nftables"\n';
  expect(ids(`${mode}Linux shelf 5.4.0-150-generic #1 SMP`)).toEqual(['limit-nftables-kernel']);
  expect(ids(`${mode}Kernel Version: 5.15.0-91-generic`)).toEqual([]);
  expect(ids('mode: iptables\nLinux shelf 5.4.0-150-generic #1 SMP')).toEqual([]);
});
