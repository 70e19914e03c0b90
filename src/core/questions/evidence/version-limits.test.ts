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

it('kube-vip that drops what is not for a port of the Service, where its own machine does not reach the address', () => {
  const env = (value: string) => `env:\n- name: enable_service_security\n  value: '${value}'\n`;
  const told = 'From the node hosting the address it is not reached.\n';
  expect(ids(told + env('true'))).toEqual(['kube-vip-security']);
  expect(ids(`${told}args: [manager, --onlyAllowTrafficServicePorts]`)).toEqual(['kube-vip-security']);
  expect(ids(told + env('false'))).toEqual([]);
  expect(ids(`Nobody reaches it.\n${env('true')}`)).toEqual([]);
});
