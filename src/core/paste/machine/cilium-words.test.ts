import { describe, expect, it } from 'vitest';
import { findCilium, readCiliumWords } from './cilium-words';

describe('how far Cilium carries Services, in words', () => {
  it.each([
    ['helm install cilium cilium/cilium --set kubeProxyReplacement=true', 'whole'],
    ['kubeProxyReplacement: "true"', 'whole'],
    ['KubeProxyReplacement:    Strict   [eth7 192.0.2.4]', 'whole'],
    ['  kube-proxy-replacement: "false"', 'beside'],
    ['with `kube-proxy-replacement=disabled` it fails', 'beside'],
    ['kubeProxyReplacement: partial', 'untold'],
    ['kubeProxyReplacement=true\nkubeProxyReplacement=false', 'untold'],
    ['7    192.0.2.80:443/TCP   LoadBalancer   1 => 10.0.1.9:8443/TCP (active)\n# cilium service list', 'whole'],
    ['kubectl get pods -l k8s-app=cilium', 'untold'],
    ['apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy', 'untold'],
    ['kubectl -n kube-system exec ds/cilium -- cilium-dbg service list', 'untold'],
  ])('%s', (text, part) => expect(readCiliumWords(text)?.part).toBe(part));

  it.each(['We used Cilium before, now it is Calico.', 'kube-proxy runs in mode iptables', ''])(
    'nothing shows it: %s',
    (text) => expect(readCiliumWords(text)).toBeUndefined(),
  );

  it('the text that tells the part counts', () => {
    const found = findCilium([{ text: '# cilium status' }, { text: 'kubeProxyReplacement=false' }]);
    expect(found).toMatchObject({ part: 'beside', line: 'kubeProxyReplacement=false' });
  });
});

it.each([
  ['CNI: Cilium (with kube-proxy enabled)', 'beside'],
  ['We use Cilium as the CNI (kube-proxy is disabled).', 'whole'],
  ['# NodePort with Cilium (no kube-proxy)', 'whole'],
  ['Cilium with kube-proxy replacement', undefined],
  ['We use Cilium. The kube-proxy of node a restarts.', undefined],
])('by somebody’s words: %s', (text, part) => {
  expect(readCiliumWords(text)?.part).toBe(part);
});
