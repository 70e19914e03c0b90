import { expect, it } from 'vitest';
import { tellDataplane } from './dataplane';

it.each([
  ['iptables', '-A KUBE-SERVICES -d 10.96.4.4/32 -j KUBE-SVC-AAAAAAAAAAAAAAAA'],
  ['ipvs', 'IP Virtual Server version 1.2.1 (size=4096)'],
  ['nftables', 'table ip kube-proxy {\n}'],
  ['ipvs', 'We switched the proxy from iptables to ipvs last week.'],
  ['nftables', 'kube-proxy in nftables mode'],
  ['cilium', '### Main CNI\n\ncilium v1.17.2'],
  ['cilium', 'helm install with --set kubeProxyReplacement=true and some calico words'],
  ['calico', 'kubectl patch felixconfiguration default --patch "bpfEnabled: true"'],
  ['calico', 'Turning on eBPF of Calico'],
  ['antrea', '### Main CNI\n\nantrea'],
  ['ipvs', 'kube-router --run-service-proxy=true'],
  ['unknown', 'kube-router --run-service-proxy=false'],
  ['ovn', 'network: OVNKubernetes'],
  // What a node lists outweighs a name.
  ['iptables', 'We tried antrea.\n-A KUBE-SERVICES -d 10.96.4.4/32 -j KUBE-SVC-AAAAAAAAAAAAAAAA'],
  ['antrea', 'We do not use cilium: antrea carries all.'],
  ['unknown', 'without Cilium, Calico or Antrea'],
  // Several names compare, or tell of a change.
  ['unknown', 'antrea does it and cilium does not'],
  ['unknown', 'bpfEnabled: false'],
  ['unknown', 'The shop does not answer.'],
  ['unknown', ''],
])('%s: %s', (dataplane, text) => {
  expect(tellDataplane([{ text }]).dataplane).toBe(dataplane);
});

it('says a command that can be filtered; of nobody those of every mode', () => {
  expect(tellDataplane([{ text: 'Main CNI cilium' }]).rules).toBe('cilium-dbg bpf lb list');
  expect(tellDataplane([]).rules).toMatch(/^\(iptables-save;.*ipvsadm -Ln\)$/);
});
