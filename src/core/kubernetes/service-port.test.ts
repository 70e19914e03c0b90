import { describe, expect, test } from 'vitest';
import { service } from './build';
import { servicePorts } from './service-port';
import type { ServiceObject } from './types';

const web = (spec: Partial<ServiceObject['spec']>, extra: Partial<ServiceObject> = {}): ServiceObject => ({
  ...service('web', { clusterIP: '10.96.0.11', ports: [80], ...(spec as object) }),
  ...extra,
});
const names = (object: ServiceObject, family: 'ipv4' | 'ipv6' = 'ipv4') =>
  servicePorts(object, family).map(({ name, proto, port }) => `${name} ${proto} ${port}`);
const one = (object: ServiceObject, family: 'ipv4' | 'ipv6' = 'ipv4', ipMode = true) =>
  servicePorts(object, family, { ipMode })[0];

describe('what kube-proxy takes', () => {
  test.each<[string, ServiceObject, string[]]>([
    ['an unnamed port', web({}), ['default/web tcp 80']],
    [
      'named ports',
      web({
        ports: [
          { name: 'dns', port: 53, protocol: 'UDP' },
          { name: 'sig', port: 2905, protocol: 'SCTP' },
        ],
      }),
      ['default/web:dns udp 53', 'default/web:sig sctp 2905'],
    ],
    ['nothing of a headless Service', web({ clusterIP: 'None' }), []],
    ['nothing before there is a clusterIP', web({ clusterIP: '' }), []],
    ['nothing of an ExternalName', web({ type: 'ExternalName' }), []],
    [
      'nothing of another proxy’s Service',
      web({}, { metadata: { name: 'web', labels: { 'service.kubernetes.io/service-proxy-name': 'x' } } }),
      [],
    ],
    [
      'nothing labelled headless',
      web({}, { metadata: { name: 'web', labels: { 'service.kubernetes.io/headless': '' } } }),
      [],
    ],
  ])('%s', (_what, object, expected) => {
    expect(names(object)).toEqual(expected);
  });

  test('of each family only what belongs to it, canonical and in order', () => {
    const dual = web(
      {
        type: 'LoadBalancer',
        clusterIPs: ['10.96.0.11', 'FD00:96::000b'],
        externalIPs: ['192.0.2.2', '2001:db8::2', '192.0.2.1', 'nonsense'],
        loadBalancerSourceRanges: [' 10.1.2.3/8 ', '2001:DB8::/32', '10.0.0.0', '1.2.3.4/33'],
      },
      {
        status: {
          loadBalancer: { ingress: [{ ip: '198.51.100.7' }, { hostname: 'lb.example.com' }, { ip: '2001:db8::7' }] },
        },
      },
    );
    expect(one(dual)).toMatchObject({
      clusterIP: '10.96.0.11',
      externalIPs: ['192.0.2.2', '192.0.2.1'],
      sourceRanges: ['10.0.0.0/8'],
      loadBalancerVIPs: ['198.51.100.7'],
    });
    expect(one(dual, 'ipv6')).toMatchObject({
      clusterIP: 'fd00:96::b',
      externalIPs: ['2001:db8::2'],
      sourceRanges: ['2001:db8::/32'],
      loadBalancerVIPs: ['2001:db8::7'],
    });
    expect(names(web({}), 'ipv6')).toEqual([]);
  });

  test('an ingress address in mode Proxy is not the node’s, since 1.30', () => {
    const proxied = web(
      { type: 'LoadBalancer' },
      {
        status: {
          loadBalancer: {
            ingress: [
              { ip: '198.51.100.7', ipMode: 'Proxy' },
              { ip: '198.51.100.8', ipMode: 'VIP' },
            ],
          },
        },
      },
    );
    expect(one(proxied)?.loadBalancerVIPs).toEqual(['198.51.100.8']);
    expect(one(proxied, 'ipv4', false)?.loadBalancerVIPs).toEqual(['198.51.100.7', '198.51.100.8']);
  });
});

describe('policies', () => {
  test.each<[Partial<ServiceObject['spec']>, { local: boolean; health: number }]>([
    [
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 31_000 },
      { local: true, health: 31_000 },
    ],
    [
      { type: 'LoadBalancer', externalTrafficPolicy: 'Cluster', healthCheckNodePort: 31_000 },
      { local: false, health: 0 },
    ],
    [
      { type: 'NodePort', externalTrafficPolicy: 'Local', healthCheckNodePort: 31_000 },
      { local: true, health: 0 },
    ],
    [
      { type: 'ClusterIP', externalTrafficPolicy: 'Local' },
      { local: false, health: 0 },
    ],
    [
      { type: 'ClusterIP', externalTrafficPolicy: 'Local', externalIPs: ['192.0.2.1'] },
      { local: true, health: 0 },
    ],
  ])('%j', (spec, { local, health }) => {
    expect(one(web(spec))).toMatchObject({ externalPolicyLocal: local, healthCheckNodePort: health });
  });

  test.each([
    [undefined, undefined, 0],
    ['ClientIP', undefined, 10_800],
    ['ClientIP', 600, 600],
    ['None', 600, 0],
  ] as const)('affinity %s %s lasts %i s', (sessionAffinity, timeoutSeconds, expected) => {
    const config = timeoutSeconds === undefined ? {} : { sessionAffinityConfig: { clientIP: { timeoutSeconds } } };
    expect(one(web({ ...(sessionAffinity ? { sessionAffinity } : {}), ...config }))?.affinityTimeout).toBe(expected);
  });
});
