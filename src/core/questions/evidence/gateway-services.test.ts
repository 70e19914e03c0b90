import { expect, it } from 'vitest';
import type { ServiceObject } from '../../kubernetes/types';
import { findOfGateways } from './gateway-services';
import { findShared } from './shared-addresses';

const SERVICE = (name: string, spec: object, ip?: string) =>
  ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'shop' },
    spec: { type: 'LoadBalancer', ports: [{ port: 80, nodePort: 30_080 }], ...spec },
    ...(ip === undefined ? {} : { status: { loadBalancer: { ingress: [{ ip }] } } }),
  }) as unknown as ServiceObject;

it('a Service of Cilium’s Ingress has nobody behind it', () => {
  const find = (name: string, text: string, spec: object = {}) =>
    findOfGateways({ services: [SERVICE(name, spec)] }, [{ text }]).map(({ severity, says: { values } }) => [
      severity,
      values?.['kind'],
      values?.['node'],
    ]);
  expect(find('cilium-ingress', 'Cilium\ncurl localhost:30080')).toEqual([['warning', 'ingress', '2']]);
  expect(find('cilium-gateway-front', 'Cilium')).toEqual([['info', 'gateway', 'none']]);
  expect(find('cilium-ingress', 'Cilium', { selector: { app: 'own' } })).toEqual([]);
  expect(find('ingress', 'Cilium\ncurl localhost:30080')).toEqual([]);
});

it('two Services that are to have one address', () => {
  const PORT = (protocol: string) => [{ port: 53, protocol }];
  const find = (text: string, other: object = {}) =>
    findShared(
      {
        services: [
          SERVICE('a', { ports: PORT('TCP'), selector: { app: 'dns' } }, '192.0.2.9'),
          SERVICE('b', { ports: PORT('UDP'), selector: { app: 'dns' }, ...other }, '192.0.2.9'),
        ],
      },
      [{ text }],
    ).map(({ says: { values }, next }) => [values?.['selectors'], values?.['policies'], next.values?.['merge']]);
  expect(find('EXTERNAL-IP is <pending>')).toEqual([['same', 'untold', 'yes']]);
  expect(find('EXTERNAL-IP is <pending>', { selector: { app: 'other' }, externalTrafficPolicy: 'Local' })).toEqual([
    ['other', 'differ', 'no'],
  ]);
  expect(find('EXTERNAL-IP is <pending>', { ports: PORT('TCP') })).toEqual([['same', 'untold', 'no']]);
  expect(find('all is well')).toEqual([]);
});
