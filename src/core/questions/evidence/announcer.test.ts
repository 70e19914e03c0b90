import { expect, it } from 'vitest';
import { tellAnnouncer } from './announcer';
import { findSymptoms } from './symptom-findings';

it.each([
  ['kind: L2Advertisement', 'metallb'],
  ['MetalLB on Cilium', 'metallb'],
  ['Antrea with ServiceExternalIP', 'antrea'],
  ['Kube-OVN gives the address', 'ovn'],
  ['kube-vip on k3s with Calico', 'kubevip'],
  ['kube-vip and MetalLB', 'other'],
  ['Cilium was replaced by Calico', 'other'],
  ['a load balancer', 'other'],
])('who announces by “%s”: %s', (text, announcer) => expect(tellAnnouncer(text)).toBe(announcer));

it('an address that is not reached is asked of the program that is named', () => {
  const text = 'Antrea: the external IP of our Service of type LoadBalancer is unreachable from outside.';
  const [found] = findSymptoms([{ text }]);
  expect(found?.id).toBe('symptom-balancer-outside');
  expect([found?.says.values?.['by'], found?.next.values?.['by']]).toEqual(['antrea', 'antrea']);
});
