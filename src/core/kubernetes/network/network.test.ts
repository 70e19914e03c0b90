import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Netns, Network } from '../../linux/netns';
import { formatCidr, formatIp } from '../../net/ip';
import { buildCluster, makeCluster, endpoints, node, pod, service } from '../build';
import { SETTINGS } from '../testing/arbitrary-cluster';
import type { ClusterObjects, KubernetesObject } from '../types';
import { buildNetwork } from '.';
import type { NetworkOptions } from './plan';

const HERE = dirname(fileURLToPath(import.meta.url));

/** `ip address`, shortly: `eth0 172.18.0.2/24`. */
const addressesOf = (netns: Netns | undefined): string[] =>
  (netns?.devices ?? []).map(({ name, addresses }) =>
    [name, ...addresses.map((a) => `${formatIp(a.address)}/${a.prefix}`)].join(' '),
  );
/** `ip route`. */
const routesOf = (netns: Netns | undefined): string[] =>
  (netns?.routes ?? []).map(({ dst, via, dev, scope }) =>
    [formatCidr(dst), via && `via ${formatIp(via)}`, dev && `dev ${dev}`, scope && `scope ${scope}`]
      .filter(Boolean)
      .join(' '),
  );
const socketsOf = (netns: Netns | undefined): string[] =>
  (netns?.sockets ?? []).map(({ proto, port, owner }) => `${proto} ${port} ${owner}`);
const build = (objects: ClusterObjects, options?: NetworkOptions): ReadonlyMap<string, Netns> =>
  buildNetwork(objects, SETTINGS, { options }).netns;

const http = { containers: [{ name: 'c', ports: [{ containerPort: 8080 }] }] };
const TWO = buildCluster(
  node('node1', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.1.0/24'] }),
  node('node2', { addresses: ['172.18.0.3'], podCIDRs: ['10.244.2.0/24'] }),
  pod('web', { node: 'node1', ips: ['10.244.1.5'], ...http }),
  pod('db', { node: 'node2', ips: ['10.244.2.6'], ...http }),
);

describe('the bridge layout', () => {
  const netns = build(TWO);

  test('joins Pods to cni0', () => {
    expect(addressesOf(netns.get('node1'))).toEqual([
      'lo 127.0.0.1/8 ::1/128',
      'eth0 172.18.0.2/24',
      'cni0 10.244.1.1/24',
      'veth5887b110',
    ]);
    expect(netns.get('node1')?.devices.at(-1)).toMatchObject({
      master: 'cni0',
      hairpin: true,
      peer: { netns: 'default/web', device: 'eth0' },
    });
    expect(addressesOf(netns.get('default/web'))).toEqual(['lo 127.0.0.1/8 ::1/128', 'eth0 10.244.1.5/24']);
  });

  test('routes over the other nodes and the gateway', () => {
    expect(routesOf(netns.get('node1'))).toEqual([
      '0.0.0.0/0 via 172.18.0.254 dev eth0',
      '10.244.2.0/24 via 172.18.0.3 dev eth0',
    ]);
    expect(routesOf(netns.get('default/web'))).toEqual(['0.0.0.0/0 via 10.244.1.1 dev eth0']);
    expect(routesOf(netns.get('client'))).toEqual(['0.0.0.0/0 via 172.18.0.254 dev eth0']);
  });

  test('forwards, filters no sources, shows bridged frames to iptables', () => {
    expect(netns.get('node1')?.sysctls).toMatchObject({
      'net.ipv4.ip_forward': 1,
      'net.ipv4.conf.all.rp_filter': 0,
      'net.bridge.bridge-nf-call-iptables': 1,
    });
    expect(
      build(TWO, { bridgeNfCallIptables: false }).get('node1')?.sysctls['net.bridge.bridge-nf-call-iptables'],
    ).toBe(0);
    expect(netns.get('gateway')?.sysctls['net.ipv4.ip_forward']).toBeUndefined();
  });

  test('a Pod with an address from elsewhere has a route of its own on every node', () => {
    const stray = { ...TWO, pods: [pod('odd', { node: 'node1', ips: ['192.168.7.7'] })] };
    const odd = build(stray);
    expect(routesOf(odd.get('node1'))).toContain('192.168.7.7/32 dev cni0 scope link');
    expect(routesOf(odd.get('node2'))).toContain('192.168.7.7/32 via 172.18.0.2 dev eth0');
    expect(routesOf(odd.get('default/odd'))).toEqual([
      '10.244.1.1/32 dev eth0 scope link',
      '0.0.0.0/0 via 10.244.1.1 dev eth0',
    ]);
  });
});

test('the routed layout gives each Pod a link and a /32', () => {
  const netns = build(TWO, { layout: 'routed' });
  expect(addressesOf(netns.get('node1'))).toEqual(['lo 127.0.0.1/8 ::1/128', 'eth0 172.18.0.2/24', 'cali5887b110']);
  expect(netns.get('node1')?.devices.at(-1)?.proxyArp).toBe(true);
  expect(routesOf(netns.get('node1'))).toContain('10.244.1.5/32 dev cali5887b110 scope link');
  expect(routesOf(netns.get('default/web'))).toEqual([
    '169.254.1.1/32 dev eth0 scope link',
    '0.0.0.0/0 via 169.254.1.1 dev eth0',
  ]);
});

describe('who listens', () => {
  const led = endpoints(
    'web',
    [{ name: '', protocol: 'UDP', port: 53 }],
    [['10.244.1.5', 'node1'], ['10.244.2.6', 'node2'], '10.244.2.99', '192.0.2.9', '172.18.0.3'],
  );
  const silent = {
    ...TWO,
    pods: [TWO.pods[0] ?? pod('web'), pod('db', { node: 'node2', ips: ['10.244.2.6'] })],
    endpointSlices: [led],
  };

  test('a Pod where its containers say, else where slices lead to it', () => {
    const netns = build(silent);
    expect(socketsOf(netns.get('default/web'))).toEqual(['tcp 8080 default/web']);
    expect(socketsOf(netns.get('default/db'))).toEqual(['udp 53 default/db']);
  });

  test('as recordings are made: every port with TCP and UDP', () => {
    expect(socketsOf(build(silent, { listeners: 'every-protocol' }).get('default/web'))).toEqual([
      'tcp 8080 default/web',
      'udp 8080 default/web',
      'tcp 53 default/web',
      'udp 53 default/web',
    ]);
  });

  test('addresses without a Pod: on the node, in the podCIDR, on the physical network', () => {
    const netns = build(silent);
    expect(socketsOf(netns.get('node2'))).toEqual(['udp 53 :53']);
    expect([netns.get('ep/10.244.2.99')?.node, netns.get('external/192.0.2.9')?.kind]).toEqual(['node2', 'client']);
    expect(routesOf(netns.get('node1'))).toContain('192.0.2.9/32 dev eth0 scope link');
  });

  test('a Pod in a node’s network where slices name it, and no API server is one', () => {
    const shared = (name: string) => pod(name, { node: 'node1', ips: ['172.18.0.2'], hostNetwork: true });
    const led = endpoints('exporter', 9100, [['172.18.0.2', 'node1']]);
    const named = (led.endpoints ?? []).map((each) => ({ ...each, targetRef: { kind: 'Pod', name: 'b' } }));
    const slices = [
      endpoints('kubernetes', 6443, [['172.18.0.2', 'node1']]),
      { ...led, endpoints: named },
      endpoints('by-hand', 2381, [['172.18.0.2', 'node1']]),
    ];
    const netns = build({ ...TWO, pods: [shared('a'), shared('b')], endpointSlices: slices });
    expect(socketsOf(netns.get('node1'))).toEqual(['tcp 9100 default/b', 'tcp 6443 kube-apiserver', 'tcp 2381 :2381']);
  });

  test('of two Pods in a node’s network the first has the port', () => {
    const shared = (name: string) => pod(name, { node: 'node1', ips: ['172.18.0.2'], hostNetwork: true, ...http });
    expect(socketsOf(build({ ...TWO, pods: [shared('a'), shared('b')] }).get('node1'))).toEqual(['tcp 8080 default/a']);
  });
});

describe('addresses no machine has', () => {
  const balanced = (policy: 'Cluster' | 'Local') => ({
    ...TWO,
    services: [
      service('web', {
        type: 'LoadBalancer',
        externalTrafficPolicy: policy,
        ingress: ['198.51.100.7'],
        externalIPs: ['192.0.2.50'],
        ports: [80],
      }),
    ],
    endpointSlices: [endpoints('web', 8080, [['10.244.2.6', 'node2']])],
  });

  test.each([
    ['Cluster', '172.18.0.2'],
    ['Local', '172.18.0.3'],
  ] as const)('are delivered to a node that serves them: policy %s to %s', (policy, via) => {
    expect(routesOf(build(balanced(policy)).get('client')).slice(1)).toEqual([
      `198.51.100.7/32 via ${via} dev eth0`,
      `192.0.2.50/32 via ${via} dev eth0`,
    ]);
  });

  test.each([true, false])(
    'an address a node has goes to that node: an ExternalIP, an externalIP; nodes own theirs: %s',
    (owns) => {
      const { nodes, ...around } = balanced('Local');
      const [first, second] = nodes;
      const outside = { type: 'ExternalIP', address: '192.0.2.50' } as const;
      const owning = { ...second!, status: { addresses: [...(second!.status.addresses ?? []), outside] } };
      const netns = build({ ...around, nodes: [first!, owning] }, { externalIPsOnNodes: owns });
      expect(routesOf(netns.get('client')).slice(1).toSorted()).toEqual([
        ...(owns ? ['192.0.2.50/32 via 172.18.0.3 dev eth0'] : []),
        '198.51.100.7/32 via 172.18.0.3 dev eth0',
      ]);
    },
  );

  test('or wherever one says', () => {
    expect(routesOf(build(balanced('Local'), { via: { '10.96.0.11': 'node1' } }).get('client')).slice(1)).toEqual([
      '10.96.0.11/32 via 172.18.0.2 dev eth0',
    ]);
  });
});

interface Topology {
  readonly client: readonly string[];
  readonly gateway: readonly string[];
  readonly nodes: Record<string, { ips: string[]; podCIDRs: string[] }>;
  readonly pods: Record<string, { ips: string[]; node: string; veth: string }>;
  readonly listeners: Record<string, { tcp: number[]; udp: number[] }>;
  readonly cni: string;
}
const RECORDED = JSON.parse(readFileSync(join(HERE, 'testdata/topologies.json'), 'utf8')) as Record<
  string,
  { topology: Topology; input?: { items: KubernetesObject[] }; prefix: string | null }
>;

describe('the networks recordings were made in', () => {
  test.each(Object.entries(RECORDED))('%s', (name, { topology, input, prefix }) => {
    const file = join(HERE, '../../../../conformance/recordings/golden/iptables/kube-proxy-1.30.5', name, 'input.json');
    const { items } = input ?? (JSON.parse(readFileSync(file, 'utf8')) as { items: KubernetesObject[] });
    const options: NetworkOptions = {
      layout: topology.cni === 'ptp' ? 'routed' : 'bridge',
      ...(prefix ? { interfacePrefix: prefix } : {}),
      listeners: 'every-protocol',
    };
    expect(topologyOf(buildNetwork(makeCluster(items), SETTINGS, { options }), topology)).toEqual({
      client: topology.client,
      gateway: topology.gateway,
      nodes: topology.nodes,
      pods: topology.pods,
      listeners: topology.listeners,
    });
  });
});

/** A network as the recordings describe theirs. */
function topologyOf({ netns }: Network, like: Topology) {
  const ips = (id: string): string[] => eth0(netns.get(id)).map(formatIp);
  const of = (kind: string): Netns[] => [...netns.values()].filter((each) => each.kind === kind);
  const veth = (podNs: Netns): string => podNs.devices.find((device) => device.name === 'eth0')?.peer?.device ?? '';
  const owners = [...netns.values()].flatMap((each) =>
    [...new Set(each.sockets.map((s) => s.owner))].map((owner) => [owner, each] as const),
  );
  return {
    client: ips('client'),
    gateway: ips('gateway'),
    nodes: Object.fromEntries(
      of('node').map((each) => [each.id, { ips: internalOf(each, like), podCIDRs: like.nodes[each.id]?.podCIDRs }]),
    ),
    pods: Object.fromEntries(
      of('pod').map((each) => [each.id, { ips: ips(each.id), node: each.node, veth: veth(each) }]),
    ),
    listeners: Object.fromEntries(owners.map(([owner, each]) => [owner, listening(each, owner)])),
  };
}

/** The recordings name SCTP only where somebody listens. */
function listening(netns: Netns, owner: string) {
  const of = (proto: string): number[] =>
    netns.sockets
      .filter((socket) => socket.owner === owner && socket.proto === proto)
      .map(({ port }) => port)
      .sort((a, b) => a - b);
  return { ...(of('sctp').length > 0 ? { sctp: of('sctp') } : {}), tcp: of('tcp'), udp: of('udp') };
}

function eth0(netns: Netns | undefined) {
  return (netns?.devices.find((device) => device.name === 'eth0')?.addresses ?? []).map(({ address }) => address);
}

/** The recordings list InternalIPs only. */
function internalOf(netns: Netns, like: Topology): string[] {
  return eth0(netns)
    .map(formatIp)
    .filter((ip) => like.nodes[netns.id]?.ips.includes(ip));
}

test('no two machines are called alike, whatever Pods and nodes are called', () => {
  const names = ['client', 'outside', 'gateway', 'outside-2', 'node1'];
  const namesakes = names.map((name, index) => pod(name, { node: 'node1', ips: [`10.244.1.${index + 5}`], ...http }));
  const named = build(buildCluster(node('node1', { addresses: ['172.18.0.2'] }), ...namesakes));
  const called = [...named.values()].map(({ title }) => title.replace(/^default\//, ''));
  expect(new Set(called).size).toBe(called.length);
  expect(named.get('client')?.title).toBe('outside-3');
  const namesake = named.get('default/node1');
  expect(named.get('node1')?.title).toBe('node1');
  expect([namesake?.title, ...(namesake?.sockets ?? []).map(({ owner }) => owner)]).toEqual([
    'Pod default/node1',
    'Pod default/node1',
  ]);
  expect(build(TWO).get('client')?.title).toBe('outside');
});
