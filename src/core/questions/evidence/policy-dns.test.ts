import { expect, it } from 'vitest';
import type { OtherObject } from '../../kubernetes/types';
import { findPolicyDns } from './policy-dns';

const POLICY = (name: string, egress: readonly unknown[], podSelector: unknown = { matchLabels: { app: name } }) =>
  ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, namespace: 'shop' },
    spec: { podSelector, policyTypes: ['Egress'], egress },
  }) as unknown as OtherObject;
const DNS = [{ protocol: 'UDP', port: 53 }];
const SYSTEM = { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } };
const RULE = (pods?: object) => ({
  ports: DNS,
  to: [{ namespaceSelector: SYSTEM, ...(pods ? { podSelector: { matchLabels: pods } } : {}) }],
});

const find = (others: readonly OtherObject[], text = 'DNS does not resolve') =>
  findPolicyDns({ others }, [{ text }]).map(({ id, severity, path }) => `${id} ${severity} ${path}`);

it('53 to everybody: the policy stops no name', () => {
  expect(find([POLICY('till', [{ ports: DNS }])])).toEqual(['policy-dns-all warning NetworkPolicy shop/till']);
  expect(find([POLICY('till', [{ ports: [{ protocol: 'UDP', port: 50, endPort: 60 }] }])])).toHaveLength(1);
  expect(find([POLICY('till', [{ ports: DNS }])], 'it hangs')).toEqual([]);
});

it('53 to Pods that CoreDNS is among, by its usual labels', () => {
  expect(find([POLICY('till', [RULE({ 'k8s-app': 'kube-dns' })])])).toEqual([]);
  expect(find([POLICY('till', [RULE()])])).toEqual([]);
  expect(find([POLICY('till', [RULE({ app: 'coredns' })])])).toEqual([
    'policy-dns-labels warning NetworkPolicy shop/till',
  ]);
});

it('53 to nobody', () => {
  expect(find([POLICY('till', [])])).toEqual(['policy-dns-none warning NetworkPolicy shop/till']);
  expect(find([POLICY('till', [{ ports: [{ protocol: 'TCP', port: 53 }] }])], 'it hangs')).toEqual([
    'policy-dns-none info NetworkPolicy shop/till',
  ]);
  const [found] = findPolicyDns({ others: [POLICY('till', [])] }, []);
  expect(found?.next.values?.['patch']).toMatch(
    /^kubectl -n shop patch networkpolicy till .*"path":"\/spec\/egress","value":\[/,
  );
});

it('rules of policies add up', () => {
  expect(find([POLICY('till', []), POLICY('all', [RULE({ 'k8s-app': 'kube-dns' })], {})])).toEqual([]);
  expect(find([POLICY('till', []), POLICY('other', [RULE({ 'k8s-app': 'kube-dns' })])])).toHaveLength(1);
  // Who may ask which addresses no text tells.
  expect(find([POLICY('till', [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }])])).toEqual([]);
});
