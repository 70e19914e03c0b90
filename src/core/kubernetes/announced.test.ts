import { describe, expect, it } from 'vitest';
import { Memo } from '../lib/memo';
import { createSpeaker } from '../../content/phrases';
import { ANNOUNCED, announcedFindings, announcedOfMode } from './announced';
import { buildCluster, service } from './build';
import { GATES } from './changes';
import type { KubeProxyConfig, ProxyModeId } from './types';

const PLAIN = buildCluster(service('web', {}));
const OUTSIDE = buildCluster(
  service('a', {}),
  service('b', { externalIPs: ['192.0.2.1'] }),
  service('c', { externalIPs: ['192.0.2.2'] }),
);
const GATE = 'KubeProxyNFTablesLocalhostNodePorts';

type Case = readonly [
  what: string,
  mode: ProxyModeId,
  before: string,
  from: string,
  config: KubeProxyConfig,
  said: string,
];
const CASES: readonly Case[] = [
  ['ipvs mode', 'ipvs', '1.34.9', '1.35', { mode: 'ipvs' }, 'info mode announced.ipvs'],
  ['no mode', 'iptables', '1.36.2', '1.37', {}, 'warning mode announced.mode-unset'],
  [
    'nodePorts on loopback, by gate',
    'nftables',
    '1.36',
    '1.37',
    { mode: 'nftables', featureGates: { [GATE]: true } },
    `info featureGates.${GATE} announced.localhost-node-ports`,
  ],
  [
    'nodePorts on loopback, by keyword',
    'nftables',
    '1.36',
    '1.37',
    { nodePortAddresses: ['primary', 'localhost'] },
    'info nodePortAddresses[1] announced.localhost-node-ports',
  ],
  [
    'nodePorts on loopback, by range',
    'nftables',
    '1.36',
    '1.37',
    { nodePortAddresses: ['::1/128'] },
    'info nodePortAddresses[0] announced.localhost-node-ports',
  ],
];

function found(cluster: typeof PLAIN, mode: ProxyModeId, release: string, config: KubeProxyConfig): string[] {
  return announcedFindings(cluster, { mode, release, config }, new Memo()).map(
    ({ severity, path, message }) => `${severity} ${path} ${message.id.replace('kubernetes.', '')}`,
  );
}

describe('what upstream announces', () => {
  it.each(CASES)('of %s in %s is not said in %s, but from %s on', (_what, mode, before, from, config, said) => {
    expect(found(PLAIN, mode, before, config)).toEqual([]);
    expect(found(PLAIN, mode, from, config)).toEqual([said]);
  });

  it.each(['iptables', 'ipvs', 'nftables'] as const)('of externalIPs is said once in %s, from 1.36 on', (mode) => {
    const config = { mode };
    const own = (release: string) => found(OUTSIDE, mode, release, config).filter((each) => each.includes('external'));
    expect(own('1.35')).toEqual([]);
    expect(own('1.36')).toEqual(['info spec.externalIPs announced.external-ips']);
    expect(found(PLAIN, mode, '1.36', config).join()).not.toContain('external');
  });

  it('is nothing of a mode that is named, or of ranges that only hold loopback', () => {
    expect(found(PLAIN, 'iptables', '1.37', { mode: 'iptables' })).toEqual([]);
    expect(found(PLAIN, 'nftables', '1.37', { nodePortAddresses: ['0.0.0.0/0'] })).toEqual([]);
  });

  it.each([
    ['ipvs', '1.34', undefined],
    ['ipvs', '1.35', 'ipvs'],
    ['iptables', '1.36', undefined],
    ['iptables', '1.37', 'default-mode'],
    ['nftables', '1.36', undefined],
    ['nftables', '1.37', 'localhost-node-ports'],
    ['kernelspace', '1.37', undefined],
    ['ebpf', '1.19', undefined],
  ] as const)('of the mode %s in %s: %s', (mode, release, id) => {
    expect(announcedOfMode(mode, release)?.id).toBe(id && `kubernetes.announced.${id}`);
  });

  it.each(['ipvs', 'iptables', 'nftables'] as const)('of %s names each of its dates, in both languages', (mode) => {
    const announced = announcedOfMode(mode, '1.37');
    const plan = Object.values(ANNOUNCED).find(({ kep }) => String(kep) === announced?.values?.['kep']);
    for (const language of ['en', 'ko'] as const) {
      const text = announced ? createSpeaker(language)(announced) : '';
      for (const minor of Object.values<number>(plan?.steps ?? {})) expect(text).toContain(`1.${minor}`);
      expect(text).toContain(`KEP-${plan?.kep}`);
    }
  });

  it('agrees with the history of the gates', () => {
    expect(GATES.KubeProxyIPVS.known).toBe(ANNOUNCED.ipvs.steps.gate);
    expect(GATES.AllowServiceExternalIPs.known).toBe(ANNOUNCED['external-ips'].from);
    const { known, on } = GATES.KubeProxyNFTablesLocalhostNodePorts;
    expect([known, on]).toEqual([
      ANNOUNCED['localhost-node-ports'].steps.alpha,
      ANNOUNCED['localhost-node-ports'].steps.beta,
    ]);
  });
});
