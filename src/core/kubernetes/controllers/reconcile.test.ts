import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCluster, deployment, node, pod, service } from '../build';
import { SETTINGS, typedCluster } from '../testing/arbitrary-cluster';
import type { ClusterObjects, ClusterSettings, PodObject } from '../types';
import { reconcile } from '.';

const SINGLE: ClusterSettings = {
  ...SETTINGS,
  serviceClusterIPRange: ['10.96.0.0/12'],
  clusterCIDR: ['10.244.0.0/16'],
  physicalNetwork: ['172.18.0.0/16'],
};
const settle = (objects: ClusterObjects, settings = SINGLE, seed = 1) => reconcile(objects, settings, { seed }).cluster;
const web = (replicas: number) =>
  deployment('web', { replicas, labels: { app: 'web' }, containers: [{ name: 'web' }] });
const place = (pods: readonly PodObject[]) =>
  pods.map((p) => `${p.metadata.name} ${p.spec.nodeName ?? '-'} ${p.status?.podIP ?? '-'}`);
const find = (objects: ClusterObjects, name: string) => objects.services.find((s) => s.metadata.name === name)?.spec;

describe('settling', () => {
  test('again changes nothing, not even identities', () => {
    fc.assert(
      fc.property(typedCluster, fc.integer({ min: 0, max: 5 }), (typed, seed) => {
        const once = reconcile(typed, SETTINGS, { seed }).cluster;
        expect(reconcile(once, SETTINGS, { seed }).cluster).toBe(once);
      }),
      { numRuns: 100 },
    );
  });

  test('an object that is added changes no allocation of another', () => {
    fc.assert(
      fc.property(typedCluster, (typed) => {
        const before = settle(typed, SETTINGS);
        const added = service('zz-new', { type: 'LoadBalancer', ports: [80], selector: { app: 'web' } });
        const after = settle({ ...before, services: [...before.services, added] }, SETTINGS);
        expect(after.services.slice(0, -1)).toEqual(before.services);
        expect(after.pods).toBe(before.pods);
        expect(after.nodes).toBe(before.nodes);
      }),
      { numRuns: 60 },
    );
  });

  test('no address, clusterIP or nodePort is given twice', () => {
    fc.assert(
      fc.property(typedCluster, (typed) => {
        const { nodes, pods, services } = settle(typed, SETTINGS);
        const addresses = [
          ...nodes.flatMap(({ status }) => (status.addresses ?? []).map(({ address }) => address)),
          ...nodes.flatMap(({ spec }) => spec.podCIDRs ?? []),
          ...pods
            .filter(({ spec }) => !spec.hostNetwork)
            .flatMap(({ status }) => (status?.podIPs ?? []).map(({ ip }) => ip)),
          ...services.flatMap(({ spec }) => spec.clusterIPs ?? []),
          ...services.flatMap(({ spec }) => (spec.healthCheckNodePort ? [String(spec.healthCheckNodePort)] : [])),
          ...services.flatMap(({ spec }) =>
            [...new Set((spec.ports ?? []).flatMap(({ nodePort }) => nodePort ?? []))].map(String),
          ),
        ];
        expect(addresses.filter((address, i) => addresses.indexOf(address) !== i)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('Nodes', () => {
  test('get an address and a podCIDR of each family', () => {
    const { nodes } = settle(buildCluster(node('node1'), node('node2')), SETTINGS);
    expect(
      nodes.map(({ status, spec }) => [...(status.addresses ?? []).map((a) => a.address), ...(spec.podCIDRs ?? [])]),
    ).toEqual([
      ['172.18.0.2', 'fc00:18::2', '10.244.0.0/24', 'fd00:10:244::/64'],
      ['172.18.0.3', 'fc00:18::3', '10.244.1.0/24', 'fd00:10:244:1::/64'],
    ]);
  });

  test('keep what they have', () => {
    const given = node('node1', { addresses: ['192.168.1.11'], podCIDRs: ['10.244.7.0/24'] });
    expect(settle(buildCluster(given)).nodes[0]).toBe(given);
  });

  test('beyond the end of clusterCIDR get none, and it is said', () => {
    const { findings } = reconcile(
      buildCluster(node('a'), node('b')),
      { ...SINGLE, clusterCIDR: ['10.244.0.0/24'] },
      { seed: 1 },
    );
    expect(findings.map((f) => `${f.object?.name} ${f.message.id}`)).toEqual(['b kubernetes.cluster-cidr-full']);
  });
});

describe('Deployments', () => {
  const nodes = [node('node1'), node('node2')];

  test('make their Pods, spread over the Nodes', () => {
    const { pods } = settle(buildCluster(...nodes, web(3)));
    expect(pods.map((p) => p.metadata.name).every((name) => /^web-[a-z0-9]{5}$/.test(name))).toBe(true);
    expect(pods.map((p) => `${p.spec.nodeName} ${p.status?.podIP} ${p.status?.phase}`)).toEqual([
      'node1 10.244.0.2 Running',
      'node2 10.244.1.2 Running',
      'node1 10.244.0.3 Running',
    ]);
  });

  test('scaled up keep their Pods; scaled down lose the youngest of the fullest Node first', () => {
    const three = settle(buildCluster(...nodes, web(3)));
    const four = settle({
      ...three,
      deployments: three.deployments.map((d) => ({ ...d, spec: { ...d.spec, replicas: 4 } })),
    });
    expect(four.pods.slice(0, 3)).toEqual(three.pods);
    const two = settle({
      ...four,
      deployments: four.deployments.map((d) => ({ ...d, spec: { ...d.spec, replicas: 2 } })),
    });
    expect(two.pods).toEqual(three.pods.slice(0, 2));
  });

  test('a Pod that is not ready goes first', () => {
    const three = settle(buildCluster(...nodes, web(3)));
    const [first, ...rest] = three.pods as [PodObject, ...PodObject[]];
    const failing = { ...first, status: { ...first.status, conditions: [{ type: 'Ready', status: 'False' }] } };
    const deployments = three.deployments.map((d) => ({ ...d, spec: { ...d.spec, replicas: 2 } }));
    expect(settle({ ...three, pods: [failing, ...rest], deployments }).pods).toEqual(rest);
  });

  test('a deleted Pod is replaced under a new name and address', () => {
    const two = settle(buildCluster(node('node1'), web(2)));
    const [kept, gone] = two.pods as [PodObject, PodObject];
    const again = settle({ ...two, pods: [kept] });
    const heir = again.pods[1] as PodObject;
    expect(heir.metadata.name).not.toBe(gone.metadata.name);
    expect([kept, gone, heir].map((p) => p.status?.podIP)).toEqual(['10.244.0.2', '10.244.0.3', '10.244.0.4']);
  });

  test('a terminating Pod stays and is replaced at once', () => {
    const one = settle(buildCluster(node('node1'), web(1)));
    const [old] = one.pods as [PodObject];
    const leaving = { ...old, metadata: { ...old.metadata, deletionTimestamp: '2024-01-01T00:00:00Z' } };
    const both = settle({ ...one, pods: [leaving] }).pods;
    expect(both.length).toBe(2);
    expect(both[0]).toBe(leaving);
  });

  test('a new template replaces all Pods', () => {
    const before = settle(buildCluster(node('node1'), web(2)));
    const changed = { ...web(2), metadata: before.deployments[0]?.metadata ?? { name: 'web' } };
    const template = { ...changed.spec.template, spec: { containers: [{ name: 'web', image: 'web:2' }] } };
    const after = settle({ ...before, deployments: [{ ...changed, spec: { ...changed.spec, template } }] });
    const names = new Set(before.pods.map((p) => p.metadata.name));
    expect(after.pods.filter((p) => names.has(p.metadata.name))).toEqual([]);
    expect(after.pods.length).toBe(2);
  });

  test('a Node that is not Ready loses their Pods to another, with new addresses; other Pods stay', () => {
    const before = settle(buildCluster(...nodes, web(2), pod('alone', { node: 'node2' })));
    const down = { ...(before.nodes[1] as (typeof nodes)[0]) };
    const notReady = { ...down, status: { ...down.status, conditions: [{ type: 'Ready', status: 'False' }] } };
    const after = settle({ ...before, nodes: [before.nodes[0] as (typeof nodes)[0], notReady] });
    expect(after.pods.map((p) => `${p.metadata.name.split('-')[0]} ${p.spec.nodeName} ${p.status?.podIP}`)).toEqual([
      'alone node2 10.244.1.2',
      'web node1 10.244.0.2',
      'web node1 10.244.0.3',
    ]);
  });

  test('Pods of a ReplicaSet in a pasted cluster are taken as the Deployment’s', () => {
    const owned = (name: string): PodObject => {
      const made = pod(name, {
        node: 'node1',
        labels: { app: 'web', 'pod-template-hash': '5d9c7b8f6' },
        containers: [{ name: 'web' }],
      });
      return {
        ...made,
        metadata: { ...made.metadata, ownerReferences: [{ kind: 'ReplicaSet', name: 'web-5d9c7b8f6' }] },
      };
    };
    const { pods } = settle(
      buildCluster(node('node1'), web(2), owned('web-5d9c7b8f6-aaaaa'), owned('web-5d9c7b8f6-bbbbb')),
    );
    expect(pods.map((p) => p.metadata.name)).toEqual(['web-5d9c7b8f6-aaaaa', 'web-5d9c7b8f6-bbbbb']);
  });
});

describe('Pods', () => {
  test('without a place wait, and it is said why', () => {
    const cordoned = { ...node('node1'), spec: { unschedulable: true } };
    const { cluster: objects, findings } = reconcile(buildCluster(cordoned, pod('web')), SINGLE, { seed: 1 });
    expect(place(objects.pods)).toEqual(['web - -']);
    expect(findings.map((f) => `${f.path} ${f.message.id}`)).toEqual(['spec.nodeName kubernetes.no-schedulable-node']);
  });

  test('of the host network have the addresses of their Node, one per port', () => {
    const agent = (name: string) =>
      pod(name, { hostNetwork: true, containers: [{ name: 'a', ports: [{ containerPort: 9100 }] }] });
    const { pods } = settle(buildCluster(node('node1'), node('node2'), agent('a'), agent('b')));
    expect(place(pods)).toEqual(['a node1 172.18.0.2', 'b node2 172.18.0.3']);
  });

  test('moved to another Node get an address there', () => {
    const before = settle(buildCluster(node('node1'), node('node2'), pod('web', { node: 'node1' })));
    const moved = before.pods.map((p) => ({ ...p, spec: { ...p.spec, nodeName: 'node2' } }));
    expect(place(settle({ ...before, pods: moved }).pods)).toEqual(['web node2 10.244.1.2']);
  });

  test('keep an address that is from nowhere in the cluster', () => {
    const { pods } = settle(buildCluster(node('node1'), pod('web', { node: 'node1', ips: ['192.168.77.5'] })));
    expect(place(pods)).toEqual(['web node1 192.168.77.5']);
  });
});

describe('Services', () => {
  test.each([
    ['ClusterIP', {}, { clusterIP: true, nodePort: false, ingress: false, health: false }],
    ['NodePort', {}, { clusterIP: true, nodePort: true, ingress: false, health: false }],
    ['LoadBalancer', {}, { clusterIP: true, nodePort: true, ingress: true, health: false }],
    [
      'LoadBalancer',
      { externalTrafficPolicy: 'Local' },
      { clusterIP: true, nodePort: true, ingress: true, health: true },
    ],
    [
      'LoadBalancer',
      { allocateLoadBalancerNodePorts: false },
      { clusterIP: true, nodePort: false, ingress: true, health: false },
    ],
    [
      'ExternalName',
      { externalName: 'db.example.com' },
      { clusterIP: false, nodePort: false, ingress: false, health: false },
    ],
    ['ClusterIP', { clusterIP: 'None' }, { clusterIP: true, nodePort: false, ingress: false, health: false }],
  ] as const)('%s %j', (type, options, wanted) => {
    const { services } = settle(buildCluster(service('web', { type, ports: [80], ...options })));
    const { spec, status } = services[0] ?? { spec: {} };
    expect({
      clusterIP: spec.clusterIP !== undefined,
      nodePort: spec.ports?.[0]?.nodePort !== undefined,
      ingress: (status?.loadBalancer?.ingress ?? []).length > 0,
      health: spec.healthCheckNodePort !== undefined,
    }).toEqual(wanted);
  });

  test('changed back to ClusterIP lose what the type gave them', () => {
    const before = settle(
      buildCluster(service('web', { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [80] })),
    );
    const changed = before.services.map((s) => ({ ...s, spec: { ...s.spec, type: 'ClusterIP' as const } }));
    const [after] = settle({ ...before, services: changed }).services;
    expect([
      after?.spec.ports?.[0]?.nodePort,
      after?.spec.healthCheckNodePort,
      after?.status?.loadBalancer?.ingress,
    ]).toEqual([undefined, undefined, undefined]);
    expect(after?.spec.clusterIP).toBe(before.services[0]?.spec.clusterIP);
  });

  test('UDP and TCP entries of one port number share a nodePort', () => {
    const dns = service('dns', {
      type: 'NodePort',
      ports: [
        { name: 'dns', port: 53, protocol: 'UDP' },
        { name: 'dns-tcp', port: 53, protocol: 'TCP' },
        { name: 'metrics', port: 9153 },
      ],
    });
    const ports = (find(settle(buildCluster(dns)), 'dns')?.ports ?? []).map(({ nodePort }) => nodePort);
    expect(ports[0]).toBe(ports[1]);
    expect(ports[2]).not.toBe(ports[0]);
  });

  test.each([
    [undefined, ['10.96.']],
    ['PreferDualStack', ['10.96.', 'fd00:10:96:']],
    ['RequireDualStack', ['10.96.', 'fd00:10:96:']],
  ] as const)('with ipFamilyPolicy %s', (ipFamilyPolicy, starts) => {
    const objects = settle(
      buildCluster(service('web', { ports: [80], ...(ipFamilyPolicy ? { ipFamilyPolicy } : {}) })),
      SETTINGS,
    );
    const ips = find(objects, 'web')?.clusterIPs ?? [];
    expect(ips.length).toBe(starts.length);
    for (const [i, start] of starts.entries()) expect(ips[i]?.startsWith(start)).toBe(true);
  });

  test('RequireDualStack in a cluster of one family is refused', () => {
    const { findings } = reconcile(
      buildCluster(service('web', { ports: [80], ipFamilyPolicy: 'RequireDualStack' })),
      SINGLE,
      { seed: 1 },
    );
    expect(findings.map((f) => f.message.id)).toEqual(['kubernetes.not-dual-stack']);
  });
});

describe('default/kubernetes', () => {
  test('is there as soon as there is a Node, with the API server behind it', () => {
    const objects = settle(buildCluster(node('node1')));
    expect(find(objects, 'kubernetes')?.clusterIP).toBe('10.96.0.1');
    expect(
      objects.endpointSlices.map((s) => [s.metadata.name, s.ports?.[0]?.port, s.endpoints?.[0]?.addresses?.[0]]),
    ).toEqual([['kubernetes', 6443, '172.18.0.2']]);
  });

  test('follows the control plane', () => {
    const before = settle(buildCluster(node('node1')));
    const moved = before.nodes.map((n) => ({
      ...n,
      status: { ...n.status, addresses: [{ type: 'InternalIP', address: '172.18.0.77' }] },
    }));
    expect(settle({ ...before, nodes: moved }).endpointSlices[0]?.endpoints?.[0]?.addresses).toEqual(['172.18.0.77']);
  });

  test('an API server outside the cluster stays where it is', () => {
    const before = settle(buildCluster(node('node1')));
    const outside = before.endpointSlices.map((s) => ({
      ...s,
      metadata: { name: 'kubernetes', labels: s.metadata.labels ?? {} },
      endpoints: [{ addresses: ['198.51.100.9'] }],
    }));
    expect(settle({ ...before, endpointSlices: outside }).endpointSlices).toBe(outside);
  });
});
