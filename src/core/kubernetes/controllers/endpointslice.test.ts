import { Memo } from '../../lib/memo';
import { describe, expect, test } from 'vitest';
import { buildCluster, endpoints, node, pod, service } from '../build';
import { completeCluster } from '../complete';
import type { ClusterObjects, EndpointSliceObject, PodObject, ServiceObject } from '../types';

const NODES = [
  node('node1', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.1.0/24'], zone: 'a' }),
  node('node2', { addresses: ['172.18.0.3'], podCIDRs: ['10.244.2.0/24'], zone: 'b' }),
];
const web = (name: string, ip: string, options: Parameters<typeof pod>[1] = {}) =>
  pod(name, { node: ip.startsWith('10.244.2') ? 'node2' : 'node1', ips: [ip], labels: { app: 'web' }, ...options });
const leaving = (made: PodObject): PodObject => ({
  ...made,
  metadata: { ...made.metadata, deletionTimestamp: '2024-01-01T00:00:00Z' },
});
const ended = (made: PodObject): PodObject => ({ ...made, status: { ...made.status, phase: 'Succeeded' } });
const WEB = service('web', {
  selector: { app: 'web' },
  clusterIP: '10.96.0.11',
  ports: [{ port: 80, targetPort: 8080 }],
});

/** `port name/protocol:number | address node flags`, a line an endpoint: r ready, s serving, t terminating. */
function show(objects: ClusterObjects, name = 'web'): string[] {
  return completeCluster(objects)
    .endpointSlices.filter((slice) => slice.metadata.labels?.['kubernetes.io/service-name'] === name)
    .flatMap((slice) => (slice.endpoints ?? []).map((endpoint) => `${portsOf(slice)} | ${endpointText(endpoint)}`));
}
const portsOf = (slice: EndpointSliceObject): string =>
  (slice.ports ?? []).map(({ name, protocol, port }) => `${name}/${protocol}:${port}`).join(' ');
function endpointText({
  addresses,
  nodeName,
  conditions,
}: NonNullable<EndpointSliceObject['endpoints']>[number]): string {
  const flags = [conditions?.ready && 'r', conditions?.serving && 's', conditions?.terminating && 't'].filter(Boolean);
  return `${addresses?.join(',')} ${nodeName ?? '-'} ${flags.join('') || '-'}`;
}

describe('which Pods are endpoints', () => {
  test.each<[string, PodObject, string[]]>([
    ['ready', web('a', '10.244.1.5'), ['/TCP:8080 | 10.244.1.5 node1 rs']],
    ['not ready', web('a', '10.244.1.5', { ready: false }), ['/TCP:8080 | 10.244.1.5 node1 -']],
    ['terminating but still answering', leaving(web('a', '10.244.1.5')), ['/TCP:8080 | 10.244.1.5 node1 st']],
    [
      'terminating and not answering',
      leaving(web('a', '10.244.1.5', { ready: false })),
      ['/TCP:8080 | 10.244.1.5 node1 t'],
    ],
    ['ended', ended(web('a', '10.244.1.5')), []],
    ['without an address', pod('a', { node: 'node1', labels: { app: 'web' } }), []],
    ['on a Node that is not there', web('a', '10.244.1.5', { node: 'node9' }), []],
    ['of another label', web('a', '10.244.1.5', { labels: { app: 'db' } }), []],
    ['of another namespace', web('other/a', '10.244.1.5'), []],
    ['in the network of its Node', web('a', '172.18.0.2', { hostNetwork: true }), ['/TCP:8080 | 172.18.0.2 node1 rs']],
  ])('%s', (_what, made, expected) => {
    expect(show(buildCluster(...NODES, WEB, made))).toEqual(expected);
  });

  test('publishNotReadyAddresses makes all ready, serving says the truth', () => {
    const publishing = { ...WEB, spec: { ...WEB.spec, publishNotReadyAddresses: true } };
    expect(
      show(
        buildCluster(...NODES, publishing, web('a', '10.244.1.5', { ready: false }), leaving(web('b', '10.244.2.5'))),
      ),
    ).toEqual(['/TCP:8080 | 10.244.1.5 node1 r', '/TCP:8080 | 10.244.2.5 node2 rst']);
  });

  test('Pods of a Node that is not Ready are not ready', () => {
    const down = { ...NODES[0], status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } } as (typeof NODES)[0];
    expect(show(buildCluster(down, WEB, web('a', '10.244.1.5')))).toEqual(['/TCP:8080 | 10.244.1.5 node1 -']);
  });
});

describe('ports', () => {
  const named = (number: number, protocol: 'TCP' | 'UDP' = 'TCP') => ({
    containers: [{ name: 'c', ports: [{ name: 'http', containerPort: number, protocol }] }],
  });
  const byName = (ports: ServiceObject['spec']['ports']) =>
    service('web', { selector: { app: 'web' }, clusterIP: '10.96.0.11', ...(ports ? { ports } : {}) });

  test('a named targetPort is looked up in each Pod; Pods that differ go to different slices', () => {
    const objects = buildCluster(
      ...NODES,
      byName([{ port: 80, targetPort: 'http' }]),
      web('a', '10.244.1.5', named(8080)),
      web('b', '10.244.2.5', named(9090)),
    );
    expect(show(objects)).toEqual(['/TCP:8080 | 10.244.1.5 node1 rs', '/TCP:9090 | 10.244.2.5 node2 rs']);
  });

  test('a name the Pod does not have, or has for another protocol, leaves that port out', () => {
    const ports = [
      { name: 'a', port: 80, targetPort: 'http' },
      { name: 'b', port: 81, targetPort: 8081 },
    ];
    expect(show(buildCluster(...NODES, byName(ports), web('a', '10.244.1.5', named(8080, 'UDP'))))).toEqual([
      'b/TCP:8081 | 10.244.1.5 node1 rs',
    ]);
  });

  test('without a targetPort it is the port; a sidecar’s port counts, an init container’s does not', () => {
    const sidecar = {
      containers: [],
      initContainers: [{ name: 's', restartPolicy: 'Always', ports: [{ name: 'http', containerPort: 15_001 }] }],
    };
    const init = { containers: [], initContainers: [{ name: 's', ports: [{ name: 'http', containerPort: 15_001 }] }] };
    expect(show(buildCluster(...NODES, byName([{ port: 80 }]), web('a', '10.244.1.5')))).toEqual([
      '/TCP:80 | 10.244.1.5 node1 rs',
    ]);
    expect(
      show(buildCluster(...NODES, byName([{ port: 80, targetPort: 'http' }]), web('a', '10.244.1.5', sidecar))),
    ).toEqual(['/TCP:15001 | 10.244.1.5 node1 rs']);
    expect(
      show(buildCluster(...NODES, byName([{ port: 80, targetPort: 'http' }]), web('a', '10.244.1.5', init))),
    ).toEqual([' | 10.244.1.5 node1 rs']);
  });
});

describe('slices', () => {
  const many = Array.from({ length: 210 }, (_, i) => web(`p${i}`, `10.244.1.${i}`));

  test('hold at most 100 endpoints', () => {
    const { endpointSlices } = completeCluster(buildCluster(...NODES, WEB, ...many));
    expect(endpointSlices.map((slice) => slice.endpoints?.length)).toEqual([100, 100, 10]);
    expect(new Set(endpointSlices.map((slice) => slice.metadata.name)).size).toBe(3);
  });

  test('are made per family of a dual-stack Service', () => {
    const dual = { ...WEB, spec: { ...WEB.spec, ipFamilies: ['IPv4', 'IPv6'] as const } };
    const { endpointSlices } = completeCluster(
      buildCluster(...NODES, dual, web('a', '10.244.1.5', { ips: ['10.244.1.5', 'fd00::5'], node: 'node1' })),
    );
    expect(endpointSlices.map((slice) => `${slice.addressType} ${slice.endpoints?.[0]?.addresses?.join()}`)).toEqual([
      'IPv4 10.244.1.5',
      'IPv6 fd00::5',
    ]);
  });

  test('of a Service without Pods are one, empty', () => {
    expect(completeCluster(buildCluster(...NODES, WEB)).endpointSlices.map((slice) => slice.endpoints)).toEqual([[]]);
  });

  test('given ones stay where there is no selector, no Pod, or another manager', () => {
    const bare = service('web', { clusterIP: '10.96.0.11', ports: [80] });
    const given = endpoints('web', 8080, ['192.0.2.1']);
    const foreign = {
      ...given,
      metadata: {
        ...given.metadata,
        labels: { ...given.metadata.labels, 'endpointslice.kubernetes.io/managed-by': 'me' },
      },
    };
    expect(show(buildCluster(...NODES, bare, given, web('a', '10.244.1.5')))).toEqual(['/TCP:8080 | 192.0.2.1 - rs']);
    expect(show(buildCluster(...NODES, WEB, given))).toEqual(['/TCP:8080 | 192.0.2.1 - rs']);
    expect(show(buildCluster(...NODES, WEB, given, web('a', '10.244.1.5')))).toEqual([
      '/TCP:8080 | 10.244.1.5 node1 rs',
    ]);
    expect(show(buildCluster(...NODES, WEB, foreign, web('a', '10.244.1.5')))).toEqual([
      '/TCP:8080 | 192.0.2.1 - rs',
      '/TCP:8080 | 10.244.1.5 node1 rs',
    ]);
  });

  test('stay the same objects while nothing they are made of changes', () => {
    const objects = buildCluster(...NODES, WEB, web('a', '10.244.1.5'));
    const memo = new Memo();
    const before = completeCluster(objects, memo).endpointSlices;
    const elsewhere = {
      ...objects,
      services: [...objects.services, service('db', { selector: { app: 'db' }, ports: [5432] })],
    };
    expect(completeCluster(elsewhere, memo).endpointSlices[0]).toBe(before[0]);
  });
});

describe('hints', () => {
  const hints = (options: Parameters<typeof service>[1], ...pods: PodObject[]) =>
    completeCluster(
      buildCluster(
        ...NODES,
        service('web', { selector: { app: 'web' }, clusterIP: '10.96.0.11', ports: [80], ...options }),
        ...pods,
      ),
    )
      .endpointSlices.flatMap((slice) => slice.endpoints ?? [])
      .map((endpoint) =>
        [...(endpoint.hints?.forZones ?? []), ...(endpoint.hints?.forNodes ?? [])].map(({ name }) => name).join(),
      );
  const a = (n: number) => web(`a${n}`, `10.244.1.${n}`);
  const b = (n: number) => web(`b${n}`, `10.244.2.${n}`);
  const auto = { annotations: { 'service.kubernetes.io/topology-mode': 'Auto' } };

  test.each<[string, Parameters<typeof service>[1], PodObject[], string[]]>([
    ['none are asked for', {}, [a(1), b(1)], ['', '']],
    ['PreferClose', { trafficDistribution: 'PreferClose' }, [a(1), b(1)], ['a', 'b']],
    [
      'PreferSameZone, one not ready',
      { trafficDistribution: 'PreferSameZone' },
      [a(1), web('b1', '10.244.2.1', { ready: false })],
      ['a', ''],
    ],
    ['PreferSameNode', { trafficDistribution: 'PreferSameNode' }, [a(1), b(1)], ['a,node1', 'b,node2']],
    ['Auto, balanced', auto, [a(1), a(2), b(1), b(2)], ['a', 'a', 'b', 'b']],
    ['Auto, one zone gives to the other', auto, [a(1), a(2), a(3), a(4)], ['b', 'b', 'a', 'a']],
    ['Auto, fewer endpoints than zones', auto, [a(1)], ['']],
    [
      'Auto wins over trafficDistribution',
      { ...auto, trafficDistribution: 'PreferSameNode' },
      [a(1), b(1)],
      ['a', 'b'],
    ],
  ])('%s', (_what, options, pods, expected) => {
    expect(hints(options, ...pods)).toEqual(expected);
  });
});
