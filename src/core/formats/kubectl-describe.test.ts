import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readByFormat } from '.';
import { Memo } from '../lib/memo';
import { finished } from '../lib/scan';
import { endpointsIn } from '../paste/machine/services';
import { readTextInSteps } from '../paste/read-text';
import { KUBECTL_DESCRIBE } from './kubectl-describe';

const TEXT = readFileSync(fileURLToPath(new URL('testdata/kubectl-describe.txt', import.meta.url)), 'utf8');

function readText(text: string) {
  return finished(readTextInSteps({ id: 't', title: 't', text }, new Memo()));
}

/** What a text is read as, with its objects. */
function readObjects(text: string) {
  const { pieces, others, machine, diagnostics } = readText(text);
  return {
    pieces: pieces.map(({ format, count }) => `${format} ${count}`),
    others: others.flatMap(({ from, to }) => text.split('\n').slice(from - 1, to)).filter(Boolean),
    said: diagnostics.map(({ message: { id, values } }) => [id, values]),
    cluster: machine.objects[0]!.value,
    objects: machine.objects,
  };
}

/** An object without the fields that are the same in all. */
const parts = ({ metadata, spec, status }: { metadata: unknown; spec: unknown; status?: unknown }) => ({
  metadata,
  spec,
  status,
});

describe('kubectl describe', () => {
  it('of a Service that is cut off is read as far as it goes, however many labels it has', () => {
    const labels = Array.from({ length: 12 }, (_, at) => `${' '.repeat(26)}app.kubernetes.io/label-${at}=front`);
    const lines = [
      'Name:                     front',
      'Namespace:                shop',
      'Labels:                   app=front',
      ...labels,
      'Selector:                 app=front',
      'Type:                     LoadBalancer',
      'IP:                       10.96.4.4',
      'Port:                     http  80/TCP',
      'Endpoints:                10.244.1.5:8080',
    ];
    const { cluster } = readObjects(lines.join('\n'));
    expect(cluster.services.map(({ spec }) => [spec.clusterIP, spec.ports?.[0]?.port])).toEqual([['10.96.4.4', 80]]);
    expect(cluster.endpointSlices).toHaveLength(1);
    // Before its first port, and without its kind: nothing is read that is not told.
    expect(readObjects(`${lines.slice(0, -2).join('\n')}\nPort:`).cluster.services[0]?.spec.ports ?? []).toEqual([]);
    expect(readText(lines.slice(0, 4).join('\n')).machine.objects).toEqual([]);
  });

  it('is read as the objects it describes, to the last line', () => {
    const { pieces, others, cluster } = readObjects(TEXT);
    expect([pieces, others]).toEqual([['kubectl-describe 5'], ['$ kubectl describe svc web', '$ echo done']]);
    expect([cluster.services, cluster.endpointSlices, cluster.pods, cluster.nodes].map(({ length }) => length)).toEqual(
      [1, 5, 1, 1],
    );
  });

  it('tells all that a Service has', () => {
    const [service] = readObjects(TEXT).cluster.services;
    expect(parts(service!)).toEqual({
      metadata: { name: 'web', namespace: 'shop', labels: { app: 'web', tier: 'front' } },
      spec: {
        type: 'LoadBalancer',
        selector: { app: 'web', tier: 'front' },
        clusterIP: '10.96.12.34',
        clusterIPs: ['10.96.12.34', 'fd00:10:96::c22'],
        ipFamilies: ['IPv4', 'IPv6'],
        ipFamilyPolicy: 'PreferDualStack',
        ports: [
          { name: 'http', protocol: 'TCP', port: 80, targetPort: 'web', nodePort: 30080 },
          { name: 'dns', protocol: 'UDP', port: 53, targetPort: 5353, nodePort: 30053 },
        ],
        externalIPs: ['192.0.2.7'],
        loadBalancerSourceRanges: ['10.0.0.0/8', '192.0.2.0/24'],
        sessionAffinity: 'ClientIP',
        externalTrafficPolicy: 'Local',
        internalTrafficPolicy: 'Cluster',
        healthCheckNodePort: 31234,
      },
      status: { loadBalancer: { ingress: [{ ip: '203.0.113.9', ipMode: 'VIP' }, { hostname: 'lb.example.com' }] } },
    });
  });

  it('has the endpoints of a Service, of its slices and of its Endpoints', () => {
    const { cluster, objects, said } = readObjects(TEXT);
    const listed = endpointsIn({ tables: [], objects } as unknown as Parameters<typeof endpointsIn>[0]);
    expect(
      [...listed.values()].map(({ service, places, unready, partial }) => [
        service,
        [...places],
        [...(unready ?? [])],
        partial,
      ]),
    ).toEqual([
      ['default/db', ['10.244.2.9:5432'], ['10.244.1.9:5432'], false],
      [
        'shop/web',
        ['10.244.1.5:8080', '[fd00:10:244::5]:8080', '10.244.1.5:5353', '10.244.2.7:5353', '10.244.2.8:5353'],
        [],
        true,
      ],
      [
        'default/old',
        ['10.244.1.20:8080', '10.244.1.20:9090', '10.244.2.20:8080', '10.244.2.20:9090'],
        ['10.244.2.21:8080', '10.244.2.21:9090'],
        false,
      ],
    ]);
    const slice = cluster.endpointSlices.find(({ metadata }) => metadata.name === 'db-x7k2p');
    expect(slice?.endpoints?.[0]).toEqual({
      addresses: ['10.244.2.9'],
      conditions: { ready: true },
      nodeName: 'node2',
      zone: 'eu-1a',
      targetRef: { kind: 'Pod', name: 'db-0', namespace: 'default' },
    });
    expect(said).toEqual([
      ['formats.kubectl-table.more', { count: 2, name: 'shop/web' }],
      ['analysis.text.kubernetes', undefined],
    ]);
  });

  it('tells of a Pod where it runs and which ports it has, of a Node its addresses', () => {
    const { pods, nodes } = readObjects(TEXT).cluster;
    expect(parts(pods[0]!)).toEqual({
      metadata: {
        name: 'db-0',
        namespace: 'default',
        labels: { app: 'db', 'statefulset.kubernetes.io/pod-name': 'db-0' },
      },
      spec: {
        nodeName: 'node2',
        containers: [
          {
            name: 'db',
            ports: [
              { name: 'sql', containerPort: 5432, protocol: 'TCP', hostPort: 15432 },
              { containerPort: 9187, protocol: 'TCP' },
            ],
          },
          { name: 'sidecar', ports: [{ name: 'proxy', containerPort: 15001, protocol: 'TCP' }] },
        ],
      },
      status: {
        phase: 'Running',
        podIP: '10.244.2.9',
        podIPs: [{ ip: '10.244.2.9' }, { ip: 'fd00:10:244:2::9' }],
        hostIP: '172.18.0.3',
        conditions: [
          { type: 'Initialized', status: 'True' },
          { type: 'Ready', status: 'True' },
        ],
      },
    });
    expect(parts(nodes[0]!)).toEqual({
      metadata: { name: 'node2', labels: { 'kubernetes.io/hostname': 'node2' } },
      spec: { podCIDR: '10.244.2.0/24', podCIDRs: ['10.244.2.0/24'] },
      status: {
        addresses: [
          { type: 'InternalIP', address: '172.18.0.3' },
          { type: 'Hostname', address: 'node2' },
        ],
        nodeInfo: { kernelVersion: '6.1.0-25-amd64', kubeletVersion: 'v1.30.5', kubeProxyVersion: 'v1.30.5' },
        conditions: [{ type: 'Ready', status: 'True' }],
      },
    });
  });

  it('believes slices and Endpoints of their own before what a Service shows of them', () => {
    const own =
      'Name:         web\nNamespace:    shop\nSubsets:\n  Addresses:          10.244.9.9\n  NotReadyAddresses:  <none>\n  Ports:\n    Name     Port  Protocol\n    ----     ----  --------\n    http     8080  TCP\n';
    for (const text of [`${TEXT}\n${own}`, `${own}\n\n${TEXT}`]) {
      const { cluster } = readObjects(text);
      const slices = cluster.endpointSlices.filter(
        ({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === 'web',
      );
      expect(slices.flatMap(({ endpoints = [] }) => endpoints.flatMap(({ addresses }) => addresses))).toEqual([
        '10.244.9.9',
      ]);
    }
  });

  it('is found indented and between other things, and prints again what it read', () => {
    const indented = TEXT.split('\n')
      .map((line) => (line === '' ? '' : `    ${line}`))
      .join('\n');
    expect(readObjects(indented).cluster).toEqual(readObjects(TEXT).cluster);
    const read = KUBECTL_DESCRIBE.parse(TEXT);
    if (!read.ok) throw new Error('not read');
    expect(readObjects(KUBECTL_DESCRIBE.print(read.value.value)).cluster).toEqual(readObjects(TEXT).cluster);
  });

  it.each([
    ['a set of ipset', 'Name: KUBE-LOOP-BACK\nType: hash:ip,port,ip\nRevision: 6\nHeader: family inet\nMembers:\n'],
    ['an answer of a name server', 'Server:\t10.96.0.10\n\nName:\tweb.default.svc.cluster.local\nAddress: 10.96.7.7\n'],
    [
      'a Deployment',
      'Name:  web\nNamespace:  default\nSelector:  app=web\nReplicas:  3 desired | 3 updated\nPod Template:\n',
    ],
    ['what was cut off behind its name', 'Name:  web\n'],
  ])('is not %s', (_, text) => {
    const read = readByFormat(text);
    expect(read.ok && read.value.format === 'kubectl-describe').toBe(false);
    expect(readText(text).pieces.map(({ format }) => format)).not.toContain('kubectl-describe');
  });
});
