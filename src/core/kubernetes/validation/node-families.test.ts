import { describe, expect, it } from 'vitest';
import { node } from '../build';
import type { KubeProxyConfig } from '../types';
import { familyFindings, nodeRefusal } from './node-families';

const V4 = '192.168.0.2';
const V6 = 'fd00::2';
const PODS4 = '10.244.0.0/24';
const PODS6 = 'fd00:10:244::/64';

type Case = readonly [addresses: readonly string[], podCIDRs: readonly string[], config: KubeProxyConfig];

const words = ([addresses, podCIDRs, config]: Case, release = '1.33'): unknown =>
  nodeRefusal({ config, release, node: node('node1', { addresses, podCIDRs }) })?.values?.['words'];

const NODE_CIDR = { detectLocalMode: 'NodeCIDR' } as const;

describe('a node whose ranges are of the other family', () => {
  it.each<[string, Case, string]>([
    [
      'IPv4 first',
      [[V4], [PODS6], NODE_CIDR],
      'cluster is IPv4-primary but node.spec.podCIDRs contains only IPv6 addresses',
    ],
    [
      'IPv6 first',
      [[V6], [PODS4], NODE_CIDR],
      'cluster is IPv6-primary but node.spec.podCIDRs contains only IPv4 addresses',
    ],
    [
      'by bindAddress',
      [[V4, V6], [PODS4], { ...NODE_CIDR, bindAddress: V6 }],
      'cluster is IPv6-primary but node.spec.podCIDRs contains only IPv4 addresses',
    ],
    [
      'clusterCIDR, too',
      [[V4], [PODS6], { ...NODE_CIDR, clusterCIDR: 'fd00:10:244::/56' }],
      '[cluster is IPv4-primary but clusterCIDRs contains only IPv6 addresses, cluster is IPv4-primary but node.spec.podCIDRs contains only IPv6 addresses]',
    ],
  ])('%s: kube-proxy does not start', (_, wrong, said) => {
    expect(words(wrong)).toBe(`kube-proxy configuration is incorrect: ${said}`);
  });

  it.each<[string, Case]>([
    ['one of each', [[V4], [PODS6, PODS4], NODE_CIDR]],
    ['of the first', [[V4], [PODS4], NODE_CIDR]],
    ['none', [[V4], [], NODE_CIDR]],
    ['not asked for', [[V4], [PODS6], { clusterCIDR: '10.244.0.0/16' }]],
    ['of a node without an address', [[], [PODS6], NODE_CIDR]],
  ])('%s: it starts', (_, right) => expect(words(right)).toBeUndefined());

  it('is not told in words that are not known', () =>
    expect(words([[V4], [PODS6], NODE_CIDR], '1.27')).toBeUndefined());

  it('a clusterCIDR is logged only', () => {
    const config = { clusterCIDR: 'fd00:10:244::/56' };
    const about = { config, release: '1.33', node: node('node1', { addresses: [V4], podCIDRs: [PODS4] }) };
    expect(nodeRefusal(about)).toBeUndefined();
    expect(familyFindings(about).map(({ message }) => message.values?.['words'])).toEqual([
      'cluster is IPv4-primary but clusterCIDRs contains only IPv6 addresses',
    ]);
    // It tells local traffic by the range in one mode only.
    const byBridge = { ...about, config: { ...config, detectLocalMode: 'BridgeInterface' } as const };
    const local = [about, byBridge].map((each) => familyFindings(each)[0]?.message.values?.['local']);
    expect(local).toEqual(['yes', 'no']);
  });
});
