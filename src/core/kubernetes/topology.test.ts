import { describe, expect, test } from 'vitest';
import { endpoints, service } from './build';
import { listEndpoints } from './endpoint';
import { servicePorts } from './service-port';
import { featuresSince } from './changes';
import { categorizeEndpoints, ENDPOINT_CHANGES } from './topology';
import type { Endpoint, ServiceObject } from './types';

/** `1.30 zone-a`: which of the endpoints a node gets. Hints are written `ip zones nodes`. */
function chosen(release: string, list: readonly Endpoint[], annotations = {}): string[] {
  const slice = { ...endpoints('web', 80, []), endpoints: list };
  const [port] = servicePorts(service('web', { clusterIP: '10.96.0.1', ports: [80], annotations }), 'ipv4');
  const all = listEndpoints([slice], { portName: '', protocol: 'TCP' }, { family: 'ipv4', node: 'node1' });
  if (!port) throw new Error('no port');
  return categorizeEndpoints(all, port, {
    node: 'node1',
    zone: 'a',
    features: featuresSince(ENDPOINT_CHANGES, { release }),
  }).cluster.map(({ ip }) => ip);
}
const hinted = (address: string, zone?: string, nodeName?: string): Endpoint => ({
  addresses: [address],
  hints: { ...(zone ? { forZones: [{ name: zone }] } : {}), ...(nodeName ? { forNodes: [{ name: nodeName }] } : {}) },
});
const AUTO = { 'service.kubernetes.io/topology-mode': 'Auto' };
const [A, B] = [hinted('10.0.0.1', 'a'), hinted('10.0.0.2', 'b')];
const NODES = [hinted('10.0.0.1', 'a', 'node2'), hinted('10.0.0.2', 'b', 'node1')];

describe('hints', () => {
  test.each<[string, readonly Endpoint[], object, string[]]>([
    ['1.23', [A, B], AUTO, ['10.0.0.1', '10.0.0.2']],
    ['1.24', [A, B], AUTO, ['10.0.0.1', '10.0.0.2']],
    ['1.24', [A, B], { 'service.kubernetes.io/topology-aware-hints': 'Auto' }, ['10.0.0.1']],
    ['1.27', [A, B], AUTO, ['10.0.0.1']],
    ['1.30', [A, B], AUTO, ['10.0.0.1']],
    ['1.30', [A, B], {}, ['10.0.0.1', '10.0.0.2']],
    ['1.31', [A, B], {}, ['10.0.0.1']],
    ['1.33', NODES, {}, ['10.0.0.1']],
    ['1.34', NODES, {}, ['10.0.0.2']],
    ['1.34', [hinted('10.0.0.1', 'a', 'node2'), hinted('10.0.0.2', 'b', 'node2')], {}, ['10.0.0.1']],
    ['1.34', [A, hinted('10.0.0.2')], {}, ['10.0.0.1', '10.0.0.2']],
  ])('in %s %#', (release, list, annotations, expected) => {
    expect(chosen(release, list, annotations)).toEqual(expected);
  });
});

test.each([
  ['1.25', []],
  ['1.26', ['10.0.0.1']],
])('in %s without ready endpoints those that still answer are used: %j', (release, expected) => {
  const leaving: Endpoint = { addresses: ['10.0.0.1'], conditions: { ready: false, serving: true, terminating: true } };
  expect(chosen(release, [leaving])).toEqual(expected);
});

test('policies: what a node without endpoints of its own gets', () => {
  const remote: Endpoint = { addresses: ['10.0.0.1'], nodeName: 'node2' };
  const result = (spec: Partial<ServiceObject['spec']>) => {
    const [port] = servicePorts(
      service('web', { clusterIP: '10.96.0.1', ports: [{ port: 80, nodePort: 30_080 }], ...(spec as object) }),
      'ipv4',
    );
    const all = listEndpoints(
      [{ ...endpoints('web', 80, []), endpoints: [remote] }],
      { portName: '', protocol: 'TCP' },
      { family: 'ipv4', node: 'node1' },
    );
    if (!port) throw new Error('no port');
    const { cluster, local, hasAny } = categorizeEndpoints(all, port, {
      node: 'node1',
      zone: '',
      features: featuresSince(ENDPOINT_CHANGES, { release: '1.30' }),
    });
    return [cluster.length, local.length, hasAny];
  };
  expect(result({ type: 'NodePort' })).toEqual([1, 0, true]);
  expect(result({ type: 'NodePort', externalTrafficPolicy: 'Local' })).toEqual([1, 0, true]);
  expect(result({ type: 'ClusterIP', internalTrafficPolicy: 'Local', ports: [{ port: 80 }] })).toEqual([0, 0, true]);
});
