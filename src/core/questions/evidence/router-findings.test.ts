import { expect, it } from 'vitest';
import { findOfRouter } from './router-findings';

const ALL =
  '--run-loadbalancer=true --loadbalancer-ip-range=192.0.2.0/28 --advertise-loadbalancer-ip=true --peer-router-ips=198.51.100.1';
const BALANCED = 'spec:\n  type: LoadBalancer\n';
const tell = (text: string) => {
  const [{ severity, says } = { severity: 'none', says: undefined }] = findOfRouter([{ text }]);
  return [severity, says?.values?.['gap']];
};

it.each([
  [ALL, 'none', 'info'],
  [ALL.replace('--run-loadbalancer=true', '--run-loadbalancer=false'), 'unallocated', 'warning'],
  [ALL.replace(/--loadbalancer-ip-range=\S+/, ''), 'unranged', 'warning'],
  [ALL.replace('ip=true', 'ip=false'), 'unannounced', 'warning'],
  [ALL.replace('ip=true', 'ip=false') + '\nkube-router.io/service.advertise.loadbalancerip: "true"', 'none', 'info'],
  [`${ALL} --run-router=false`, 'unrouted', 'warning'],
  [ALL.replace(/--peer-router-ips=\S+/, ''), 'unpeered', 'warning'],
])('%s', (flags, gap, severity) => {
  expect(tell(`kube-router ${flags}\n${BALANCED}`)).toEqual([severity, gap]);
});

it('without a LoadBalancer what is missing hurts nobody', () => {
  expect(tell(`kube-router ${ALL.replace('ip=true', 'ip=false')}`)).toEqual(['info', 'unannounced']);
  expect(findOfRouter([{ text: BALANCED }])).toEqual([]);
});
