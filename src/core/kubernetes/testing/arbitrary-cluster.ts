import fc from 'fast-check';
import { makeCluster, deployment, node, pod, service } from '../build';
import { completeCluster } from '../complete';
import { reconcile } from '../controllers';
import type { ClusterObjects, ClusterSettings, KubeProxyConfig, ServiceObject, ServicePort } from '../types';

export const SETTINGS: ClusterSettings = {
  serviceClusterIPRange: ['10.96.0.0/16', 'fd00:10:96::/112'],
  clusterCIDR: ['10.244.0.0/16', 'fd00:10:244::/56'],
  serviceNodePortRange: [30_000, 32_767],
  physicalNetwork: ['172.18.0.0/16', 'fc00:18::/64'],
  clusterDomain: 'cluster.local',
};

const APPS = ['web', 'db', 'cache'];

const ports: fc.Arbitrary<readonly ServicePort[]> = fc
  .uniqueArray(fc.tuple(fc.constantFrom('TCP', 'UDP', 'SCTP'), fc.constantFrom(80, 443, 53)), {
    minLength: 1,
    maxLength: 3,
    selector: (entry) => entry.join(),
  })
  .map((entries) =>
    entries.map(([protocol, port], index) => ({
      ...(entries.length > 1 ? { name: `p${index}` } : {}),
      protocol: protocol as 'TCP',
      port,
      targetPort: index === 1 ? 'http' : 8080,
    })),
  );

const policy = fc.constantFrom('Cluster' as const, 'Local' as const);

const serviceSpec: fc.Arbitrary<Partial<ServiceObject['spec']>> = fc.record(
  {
    selector: fc.constantFrom(...APPS, 'nobody').map((app) => ({ app })),
    ports,
    type: fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer'),
    internalTrafficPolicy: policy,
    externalTrafficPolicy: policy,
    sessionAffinity: fc.constantFrom('None', 'ClientIP'),
    externalIPs: fc.subarray(['192.0.2.50', '192.0.2.51']),
    loadBalancerSourceRanges: fc.subarray(['10.0.0.0/8', '172.18.0.0/24', '203.0.113.7/32']),
    publishNotReadyAddresses: fc.boolean(),
    trafficDistribution: fc.constantFrom('PreferClose', 'PreferSameNode'),
    ipFamilyPolicy: fc.constantFrom('SingleStack', 'PreferDualStack', 'RequireDualStack'),
  },
  { requiredKeys: ['selector', 'ports'] },
);

/** Objects as somebody might have typed them. */
export const typedCluster: fc.Arbitrary<ClusterObjects> = fc
  .record({
    nodes: fc.integer({ min: 1, max: 3 }),
    zones: fc.boolean(),
    services: fc.array(serviceSpec, { maxLength: 5 }),
    replicas: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: APPS.length, maxLength: APPS.length }),
    strays: fc.array(
      fc.record({ app: fc.constantFrom(...APPS), ready: fc.boolean(), hostNetwork: fc.boolean(), gone: fc.boolean() }),
      { maxLength: 3 },
    ),
  })
  .map(({ nodes, zones, services, replicas, strays }) =>
    makeCluster([
      ...Array.from({ length: nodes }, (_, i) => node(`node${i + 1}`, zones ? { zone: `zone-${i % 2}` } : {})),
      ...APPS.map((app, i) =>
        deployment(app, {
          replicas: replicas[i] ?? 1,
          labels: { app },
          containers: [{ name: app, ports: [{ name: 'http', containerPort: 8080 }] }],
        }),
      ),
      ...strays.map(({ app, ready, hostNetwork, gone }, i) => {
        const made = pod(`stray-${i}`, { labels: { app }, ready, hostNetwork });
        return gone ? { ...made, metadata: { ...made.metadata, deletionTimestamp: '2024-01-01T00:00:00Z' } } : made;
      }),
      ...services.map((spec, i) => service(`s${i}`, spec)),
    ]),
  );

/** A settled cluster with its slices, as a kube-proxy sees it. */
export const settledCluster: fc.Arbitrary<ClusterObjects> = typedCluster.map((typed) =>
  completeCluster(reconcile(typed, SETTINGS, { seed: 1 }).cluster),
);

/** kube-proxy configurations. */
export const proxyConfig: fc.Arbitrary<KubeProxyConfig> = fc.record(
  {
    clusterCIDR: fc.constantFrom('', '10.244.0.0/16', '10.244.0.0/16,fd00:10:244::/56'),
    detectLocalMode: fc.constantFrom('ClusterCIDR', 'NodeCIDR'),
    nodePortAddresses: fc.constantFrom([], ['172.18.0.0/16'], ['127.0.0.0/8', '172.18.0.2/32']),
    iptables: fc.record(
      { masqueradeAll: fc.boolean(), masqueradeBit: fc.constantFrom(0, 14, 31), localhostNodePorts: fc.boolean() },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
