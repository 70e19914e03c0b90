import { expect, it } from 'vitest';
import { findCiliumEgress } from './cilium-egress';

const fenced = (words: string, before = 'Cilium. ') => `${before}\n\`\`\`\n${words}\n\`\`\`\n`;
const find = (text: string) => findCiliumEgress([{ text }]).map(({ id, severity }) => `${id} ${severity}`);
const RULE = (labels: string, port: string) =>
  `egress:\n- toEndpoints:\n  - matchLabels: ${labels}\n  toPorts:\n  - ports: [{port: "${port}"}]`;
const POLICY = (namespace: string, rule: string) =>
  `apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\nmetadata: {name: till, namespace: ${namespace}}\nspec:\n  ${rule.replaceAll('\n', '\n  ')}`;
const DNS = '{"k8s:k8s-app": kube-dns, "k8s:io.kubernetes.pod.namespace": kube-system}';

it('no rule lets names through', () => {
  expect(find(fenced(RULE('{app: a}', '80')))).toEqual(['cilium-egress-dns info']);
  expect(find(`${fenced(RULE('{app: a}', '80'))}a:40000 <> coredns-x:53 Policy denied DROPPED (UDP)`)).toEqual([
    'cilium-egress-dns error',
  ]);
  expect(find(fenced('egress:\n- toFQDNs: [{matchName: a.example.org}]'))).toEqual(['cilium-egress-dns warning']);
  expect(
    find(fenced("[{'toEndpoints': [{'matchLabels': {'app': 'a'}}], 'toPorts': [{'ports': [{'port': '80'}]}]}]")),
  ).toEqual(['cilium-egress-dns info']);
});

it('a rule does, or may', () => {
  expect(find(fenced(RULE(DNS, '53')))).toEqual([]);
  expect(find(fenced(RULE('{"k8s:io.kubernetes.pod.namespace": kube-system}', '53')))).toEqual([]);
  expect(find(fenced('egress:\n- toEntities: [all]'))).toEqual([]);
  expect(find(fenced('egress:\n- toCIDR: [10.0.0.0/8]'))).toEqual([]);
  expect(find(fenced(RULE('{app: a}', '80'), 'No word of the program.'))).toEqual([]);
});

it('labels without a namespace are those of the policy’s own', () => {
  expect(find(POLICY('shop', RULE('{k8s-app: kube-dns}', '53')))).toEqual(['cilium-egress-dns warning']);
  expect(find(POLICY('kube-system', RULE('{k8s-app: kube-dns}', '53')))).toEqual([]);
});

it('the API server is no Pod that labels or its Service select', () => {
  const service = '- toServices:\n  - k8sService: {serviceName: kubernetes, namespace: default}\n';
  expect(find(fenced(`egress:\n${service}`))).toContain('cilium-egress-api error');
  expect(find(fenced(`egress:\n${service}- toEntities: [kube-apiserver]`))).not.toContain('cilium-egress-api error');
  expect(find(fenced(`egress:\n${service.replace('kubernetes', 'till')}`))).not.toContain('cilium-egress-api error');
});

it('the port by which a Service is asked', () => {
  const asked = 'curl till.shop.svc.cluster.local:443';
  const [found] = findCiliumEgress([{ text: `${fenced(RULE('{app: till}', '443'))}${asked}` }]).slice(-1);
  expect(found?.id).toBe('cilium-egress-port');
  expect(found?.next.values).toMatchObject({ service: 'till', namespace: 'shop', port: '443' });
  expect(find(`${fenced(RULE('{app: till}', '8443'))}${asked}`)).not.toContain('cilium-egress-port warning');
});
