import { describe, expect, it } from 'vitest';
import type { ServiceObject } from '../../kubernetes/types';
import { openTexts } from '../../public/open-texts';
import { headlessExternal } from './headless-external';
import { findOfWords } from './word-findings';

const ids = (text: string): readonly string[] => findOfWords([{ title: 'a', text }]).map(({ id }) => id);
const valuesOf = (text: string, of: string) => {
  const found = findOfWords([{ title: 'a', text }]).find(({ id }) => id === of);
  return { ...found?.says.values, ...found?.next.values };
};

describe('causes that lines of the text refute', () => {
  const HETZNER = 'Hetzner balancer is pending\nThe load balancer is private, targets unhealthy\n';
  const SET = 'load-balancer.hetzner.cloud/location: "nbg1"\nload-balancer.hetzner.cloud/use-private-ip: "true"\n';
  it('an annotation that is there is not missing', () => {
    expect(ids(HETZNER)).toContain('known-hetzner-balancer');
    expect(ids(HETZNER + SET)).not.toContain('known-hetzner-balancer');
  });

  const TARGETS = 'hcloud: the load balancer is created, but no targets are added to it\n';
  it('a balancer without targets is there', () => {
    expect(ids(TARGETS)).toContain('known-balancer-no-targets');
    expect(ids(TARGETS)).not.toContain('known-hetzner-balancer');
    expect(ids(`${TARGETS}providerID: hcloud://5\n`)).not.toContain('known-balancer-no-targets');
  });

  const ANTREA = 'With Antrea the clusterIP Service cannot be reached\n';
  it('proxyAll that is set', () => {
    expect(ids(ANTREA)).toContain('pair-antrea');
    expect(ids(`${ANTREA}antreaProxy.proxyAll: true\n`)).not.toContain('pair-antrea');
  });

  const RULE = 'add rule ip kube-proxy service-A numgen random mod 1 vmap { 0 : goto a }';
  const NUMGEN = `sync failed: /dev/stdin:8:9-20: Error: Could not process rule: No such file or directory\n${RULE}\n${' '.repeat(RULE.indexOf('numgen'))}^^^^^^^^\n`;
  const LEGACY = 'Warning: Extension comment revision 0 not supported, missing kernel module?\n';
  it('a mode that fails, too, is no way out', () => {
    expect(valuesOf(NUMGEN, 'nft-module')['instead']).toBe('iptables');
    expect(valuesOf(NUMGEN + LEGACY, 'nft-module')['instead']).toBe('none');
  });
  it('what an error quotes is no command', () => {
    const opened = openTexts([{ title: 'a', text: NUMGEN }]);
    expect(opened.ok ? 'opened' : opened.error.kind).toBe('unread');
  });

  const MAPS = `SERVICE ADDRESS      BACKEND ADDRESS
10.43.2.1:443/TCP (1)   172.16.0.4:4244/TCP (3) (1)
10.43.2.1:443/TCP (0)   0.0.0.0:0 (3) (0) [ClusterIP, InternalLocal, non-routable]
10.43.2.1:0/ANY (0)     0.0.0.0:0 (0) (0) [ClusterIP, non-routable]
`;
  const LOCAL = 'With internalTrafficPolicy: Local on a node it is refused\n';
  it('an entry for all other ports has no backends, and the node has one', () => {
    expect(ids(LOCAL)).toContain('known-internal-policy');
    const found = ids(LOCAL + MAPS);
    expect(found).toContain('cilium-front-served');
    expect(found).not.toContain('cilium-front-empty');
    expect(found).not.toContain('known-internal-policy');
  });
});

describe('causes that facts of the text imply', () => {
  const service = (externalIPs?: string[], clusterIP = 'None'): ServiceObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { clusterIP, ports: [{ port: 80 }], ...(externalIPs ? { externalIPs } : {}) },
  });
  it('externalIPs of a headless Service', () => {
    expect(headlessExternal(service(['192.0.2.9']))[0]?.says.values?.['addresses']).toBe('192.0.2.9');
    expect(headlessExternal(service())).toEqual([]);
    expect(headlessExternal(service(['192.0.2.9'], '10.96.0.9'))).toEqual([]);
  });

  it('a port that differs from the Pods’, where policies are what it is about', () => {
    const ports = 'ports:\n- name: http\n  port: 80\n  targetPort: 9080\n';
    expect(ids(`NetworkPolicies do not work\n\n${ports}`)).toContain('policy-port-untold');
    expect(ids(`Services do not work\n\n${ports}`)).not.toContain('policy-port-untold');
    expect(ids(`NetworkPolicies do not work\n\n${ports.replace('9080', '80')}`)).not.toContain('policy-port-untold');
  });

  it('a question for all names', () => {
    const denied = (name: string): string => `** server can't find ${name}: NXDOMAIN\n`;
    expect(valuesOf(denied('*.shop.svc.cluster.local'), 'wildcard-name')['namespace']).toBe('shop');
    expect(ids(denied('web.shop.svc.cluster.local'))).not.toContain('wildcard-name');
  });

  const CHAINS = (name: string): string =>
    `set outside {\n  elements = { 192.0.2.9 }\n}\nchain ${name} {\n  ip daddr @outside notrack\n}\n`;
  it('an address that is not tracked', () => {
    expect(valuesOf(CHAINS('raw-prerouting'), 'untracked-address')['addresses']).toBe('192.0.2.9');
    expect(ids(CHAINS('filter-late'))).not.toContain('untracked-address');
    expect(ids(`table ip a {\n${CHAINS('raw-prerouting')}}\n`)).not.toContain('untracked-address');
  });

  it('a Pod that forwards, under Cilium’s replacement', () => {
    const text =
      'Cilium (kube-proxy replacement mode)\nA WireGuard Pod has a route to the ClusterIP, which does not answer\n';
    expect(ids(text)).toContain('known-cilium-forwarding-pod');
    expect(ids(`${text}hostNamespaceOnly: true\n`)).not.toContain('known-cilium-forwarding-pod');
  });
});
