import { expect, it } from 'vitest';
import { buildCluster } from '../../kubernetes/build';
import type { KubernetesObject } from '../../kubernetes/types';
import { findOfSlices } from './slice-findings';

const PORTS = [
  { name: 'dns', protocol: 'UDP', port: 1053, targetPort: 53 },
  { name: 'metrics', port: 9100, targetPort: 'metrics' },
];
const SERVICE = (spec: object) =>
  ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'till' }, spec }) as KubernetesObject;
const SLICE = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'till-1', labels: { 'kubernetes.io/service-name': 'till' } },
  addressType: 'IPv4',
  ports: [{ port: 53, protocol: 'UDP' }],
  endpoints: [{ addresses: ['10.9.9.3'] }],
} as unknown as KubernetesObject;
const find = (spec: object) => findOfSlices(buildCluster(SERVICE(spec), SLICE));

it('ports of other names: says the ports that a slice has to have', () => {
  const [found] = find({ ports: PORTS });
  expect(found?.id).toBe('unnamed-endpoints');
  expect(found?.next.values).toMatchObject({
    named: 'yes',
    fix: 'ports: [{name: dns, port: 53, protocol: UDP}, {name: metrics, port: PORT, protocol: TCP}]',
  });
});

it('a headless Service, whose addresses hang on no port', () => {
  expect(find({ ports: PORTS, clusterIP: 'None' })).toEqual([]);
  expect(find({ ports: [{ port: 53, protocol: 'UDP' }] })).toEqual([]);
});

it('two endpoints of one address, of which one is not ready', () => {
  const twins = (address: string) => ({
    ...SLICE,
    ports: [{ port: 80, protocol: 'TCP' }],
    endpoints: [
      {
        addresses: [address],
        conditions: { ready: false, terminating: true },
        targetRef: { kind: 'Pod', name: 'old' },
      },
      { addresses: ['10.9.9.3'], conditions: { ready: true }, targetRef: { kind: 'Pod', name: 'new' } },
    ],
  });
  const service = SERVICE({ ports: [{ port: 80 }] });
  const look = (address: string) => findOfSlices(buildCluster(service, twins(address) as unknown as KubernetesObject));
  expect(look('10.9.9.3')[0]?.says.values).toMatchObject({ ready: 'new', dead: 'old', address: '10.9.9.3' });
  expect(look('10.9.9.4')).toEqual([]);
});
