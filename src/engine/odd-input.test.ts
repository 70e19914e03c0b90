import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { replaceCluster } from '../core/document/edits/cluster';
import { KUBERNETES_YAML } from '../core/formats/kubernetes-yaml';
import type { KubeProxyConfig } from '../core/kubernetes/types';
import { engineAtHand } from './testing/engine';
import { tries } from '../core/lib/testing/soaking';

const BASE = WEB_TWO_NODES.document();

const address = fc.constantFrom(
  '',
  'None',
  'x',
  '10.96.0.1',
  '10.96.0.10',
  '10.244.0.2',
  '172.18.0.2',
  '127.0.0.1',
  '0.0.0.0',
  '255.255.255.255',
  'fd00::1',
  '::',
  '300.1.1.1',
  '10.0.0.0/8',
);
const text = fc.oneof(
  address,
  fc.constantFrom('web', 'a b', '"', "'", '한', '-j DROP', '\n', '0', '10.96.0.0/12', '::/0', '/'),
  fc.string({ maxLength: 6 }),
);
const port = fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(0, 80, 6443, 30_080, 65_535, 70_000, -1));
const name = fc.constantFrom('web', 'empty', 'kubernetes', 'a', 'b');
const labels = fc.dictionary(
  fc.constantFrom('app', 'kubernetes.io/service-name', 'topology.kubernetes.io/zone'),
  fc.constantFrom('web', 'a', ''),
);
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
const some = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(of, { maxLength: 3 });
const metadata = fc.record({
  name,
  labels,
  namespace: maybe(fc.constantFrom('default', 'x')),
  annotations: maybe(
    fc.dictionary(
      fc.constantFrom('service.kubernetes.io/topology-mode', 'rulewalk/pods-created', 'rulewalk/last-reserved-ip'),
      text,
    ),
  ),
});
const protocol = maybe(fc.constantFrom('TCP', 'UDP', 'SCTP'));

const service = fc.record({
  apiVersion: fc.constant('v1'),
  kind: fc.constant('Service'),
  metadata,
  spec: fc.record({
    type: maybe(fc.constantFrom('ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName')),
    selector: maybe(labels),
    clusterIP: maybe(text),
    clusterIPs: maybe(some(text)),
    ipFamilies: maybe(some(fc.constantFrom('IPv4', 'IPv6'))),
    ipFamilyPolicy: maybe(fc.constantFrom('SingleStack', 'PreferDualStack', 'RequireDualStack')),
    ports: maybe(
      some(
        fc.record({
          name: maybe(text),
          protocol,
          port,
          targetPort: maybe(fc.oneof(port, text)),
          nodePort: maybe(port),
        }),
      ),
    ),
    externalIPs: maybe(some(text)),
    loadBalancerSourceRanges: maybe(some(text)),
    loadBalancerIP: maybe(text),
    externalTrafficPolicy: maybe(fc.constantFrom('Cluster', 'Local', '')),
    internalTrafficPolicy: maybe(fc.constantFrom('Cluster', 'Local')),
    healthCheckNodePort: maybe(port),
    sessionAffinity: maybe(fc.constantFrom('None', 'ClientIP', '')),
    sessionAffinityConfig: maybe(fc.record({ clientIP: fc.record({ timeoutSeconds: maybe(fc.integer()) }) })),
    publishNotReadyAddresses: maybe(fc.boolean()),
    trafficDistribution: maybe(fc.constantFrom('PreferClose', 'x')),
  }),
  status: maybe(
    fc.record({
      loadBalancer: fc.record({
        ingress: maybe(some(fc.record({ ip: maybe(text), ipMode: maybe(fc.constantFrom('VIP', 'Proxy')) }))),
      }),
    }),
  ),
});
const pod = fc.record({
  apiVersion: fc.constant('v1'),
  kind: fc.constant('Pod'),
  metadata,
  spec: fc.record({
    nodeName: maybe(fc.constantFrom('node1', 'node2', 'gone', '')),
    hostNetwork: maybe(fc.boolean()),
    containers: maybe(
      some(
        fc.record({
          name: text,
          ports: maybe(some(fc.record({ name: maybe(text), containerPort: port, hostPort: maybe(port), protocol }))),
        }),
      ),
    ),
  }),
  status: maybe(
    fc.record({
      phase: maybe(fc.constantFrom('Running', 'Failed', 'x')),
      podIP: maybe(text),
      podIPs: maybe(some(fc.record({ ip: text }))),
    }),
  ),
});
const slice = fc.record({
  apiVersion: fc.constant('discovery.k8s.io/v1'),
  kind: fc.constant('EndpointSlice'),
  metadata,
  addressType: fc.constantFrom('IPv4', 'IPv6', 'FQDN'),
  ports: maybe(some(fc.record({ name: maybe(text), protocol, port: maybe(port) }))),
  endpoints: maybe(
    some(
      fc.record({
        addresses: some(text),
        nodeName: maybe(fc.constantFrom('node1', 'gone')),
        conditions: maybe(
          fc.record({ ready: maybe(fc.boolean()), serving: maybe(fc.boolean()), terminating: maybe(fc.boolean()) }),
        ),
      }),
    ),
  ),
});
const node = fc.record({
  apiVersion: fc.constant('v1'),
  kind: fc.constant('Node'),
  metadata: fc.record({ name: fc.constantFrom('node1', 'node3'), labels }),
  spec: fc.record({ podCIDR: maybe(text), podCIDRs: maybe(some(text)), unschedulable: maybe(fc.boolean()) }),
  status: fc.record({
    addresses: maybe(some(fc.record({ type: fc.constantFrom('InternalIP', 'ExternalIP', 'Hostname'), address: text }))),
  }),
});
const deployment = fc.record({
  apiVersion: fc.constant('apps/v1'),
  kind: fc.constant('Deployment'),
  metadata,
  spec: fc.record({
    replicas: maybe(fc.integer({ min: 0, max: 4 })),
    selector: fc.record({ matchLabels: maybe(labels) }),
    template: fc.record({ metadata: maybe(fc.record({ labels: maybe(labels) })), spec: fc.constant({}) }),
  }),
});
const objects = fc.array(fc.oneof(service, pod, slice, node, deployment), { maxLength: 8 });
const settings = fc.record({
  serviceClusterIPRange: some(text),
  clusterCIDR: some(text),
  physicalNetwork: some(text),
  serviceNodePortRange: fc.tuple(port, port),
  clusterDomain: text,
});
const kubeProxy: fc.Arbitrary<KubeProxyConfig> = fc.record(
  {
    clusterCIDR: text,
    detectLocalMode: fc.constantFrom('ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'),
    detectLocal: fc.record({ bridgeInterface: text, interfaceNamePrefix: text }, { requiredKeys: [] }),
    nodePortAddresses: some(text),
    iptables: fc.record(
      {
        masqueradeBit: fc.integer({ min: -1, max: 40 }),
        masqueradeAll: fc.boolean(),
        localhostNodePorts: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** What JSON.stringify drops is not there. */
function manifest(items: readonly unknown[]): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

describe('objects the API server would refuse', () => {
  it('are read, edited in, opened and sent through without a fault', () => {
    fc.assert(
      fc.property(objects, settings, kubeProxy, fc.boolean(), (items, odd, config, whole) => {
        const parsed = KUBERNETES_YAML.parse(manifest(items));
        expect(parsed.ok).toBe(true);
        if (!parsed.ok) return;
        const { cluster } = parsed.value.value;
        const mixed = {
          ...cluster,
          nodes: [...BASE.cluster.nodes, ...cluster.nodes],
          services: [...BASE.cluster.services, ...cluster.services],
          pods: [...BASE.cluster.pods, ...cluster.pods],
        };
        const document = replaceCluster(
          { ...BASE, ...(whole ? { settings: odd } : {}), kubeProxy: config },
          whole ? cluster : mixed,
        );
        const engine = engineAtHand();
        const bench = engine.open(document);
        for (const { id } of document.flows) engine.run(id);
        for (const { netns, family } of bench.rules) engine.rules(netns, family);
      }),
      { numRuns: tries(200), interruptAfterTimeLimit: 8000 },
    );
  });
});
