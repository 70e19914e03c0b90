import { describe, expect, it } from 'vitest';
import { reconcileDocument } from './edits/cluster';
import { emptyDocument } from './document';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import { completeCluster } from '../kubernetes/complete';
import type { ClusterObjects, Endpoint, EndpointSliceObject } from '../kubernetes/types';

const NODES = [
  node('node1', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.1.0/24'], zone: 'a' }),
  node('node2', { addresses: ['172.18.0.3'], podCIDRs: ['10.244.2.0/24'], zone: 'b' }),
];
const PODS = [
  pod('one', { node: 'node1', ips: ['10.244.1.5'], labels: { app: 'web' } }),
  pod('two', { node: 'node2', ips: ['10.244.2.5'], labels: { app: 'web' } }),
];
const WEB = service('web', { selector: { app: 'web' }, clusterIP: '10.96.0.11', ports: [80] });
const NEAR = { ...WEB, spec: { ...WEB.spec, trafficDistribution: 'PreferClose' } };

const told = (hints: readonly (string | undefined)[], more: Partial<Endpoint> = {}): EndpointSliceObject => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'web-x', namespace: 'default', labels: { 'kubernetes.io/service-name': 'web' } },
  addressType: 'IPv4',
  ports: [{ name: '', port: 80, protocol: 'TCP' }],
  endpoints: hints.map((zone, at) => ({
    addresses: [`10.244.${at + 1}.5`],
    zone: 'ab'[at],
    ...(zone ? { hints: { forZones: [{ name: zone }] } } : {}),
    ...more,
  })),
});

/** Zones each endpoint is meant for as kube-proxy reads it; `-`: no hint. */
const hintsOf = (cluster: ClusterObjects): string[] =>
  completeCluster(cluster).endpointSlices.flatMap(({ metadata, endpoints }) =>
    (metadata.labels?.['kubernetes.io/service-name'] === 'web' ? (endpoints ?? []) : []).map(
      ({ hints }) => hints?.forZones?.map(({ name }) => name).join() ?? '-',
    ),
  );

describe('hints of slices beside their Pods', () => {
  it.each([
    ['one is missing', told(['a', undefined]), ['a', '-']],
    ['none is there', told([undefined, undefined]), ['-', '-']],
    ['those of other zones', told(['b', 'a']), ['b', 'a']],
    ['without the zone they are in', told(['a', undefined], { zone: undefined }), ['a', '-']],
  ])('are kept as told: %s', (_why, slice, expected) => {
    expect(hintsOf(buildCluster(...NODES, ...PODS, NEAR, slice))).toEqual(expected);
  });

  it.each([
    ['an endpoint is not told', told(['b'])],
    ['an endpoint was not ready', told(['b', 'a'], { conditions: { ready: false } })],
    ['it was in another zone', told(['b', 'a'], { zone: 'c' })],
  ])('are written anew where %s', (_why, slice) => {
    expect(hintsOf(buildCluster(...NODES, ...PODS, NEAR, slice))).toEqual(['a', 'b']);
  });

  it('are written anew once the Service wishes otherwise', () => {
    const cluster = buildCluster(...NODES, ...PODS, WEB, told([undefined, undefined]));
    const document = reconcileDocument(emptyDocument('bench'), cluster);
    expect(hintsOf(document.cluster)).toEqual(['-', '-']);
    const services = document.cluster.services.map((each) =>
      each.metadata.name === 'web' ? { ...each, spec: { ...each.spec, trafficDistribution: 'PreferClose' } } : each,
    );
    expect(hintsOf(reconcileDocument(document, { services }).cluster)).toEqual(['a', 'b']);
  });
});
