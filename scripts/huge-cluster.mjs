// A cluster too large to draw whole, as a project file: what the stage's aggregation and its figures are tried on.

/** @param {number} number @param {number} base @returns {string} the n-th address after `base.0.0` */
const address = (number, base) => `${base}.${Math.floor(number / 256)}.${number % 256}`;

/**
 * The text of a project file with `nodes` nodes and `pods` Pods spread over them, every `podsEach` of one Deployment, with
 * `services` Services over the first of those. Everything is settled already, so opening it makes nothing anew.
 *
 * @param {{ nodes?: number, pods?: number, services?: number, podsEach?: number }} [size]
 * @returns {string}
 */
export function hugeProject({ nodes = 100, pods = 5000, services = 20, podsEach = 50 } = {}) {
  const each = Math.ceil(pods / nodes);
  const cidr = (node) => `10.${244 + Math.floor(node / 256)}.${node % 256}`;
  const document = {
    version: 1,
    title: `${pods} Pods on ${nodes} nodes`,
    seed: 7,
    subject: 'cluster',
    cluster: {
      nodes: Array.from({ length: nodes }, (_, n) => ({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: `node${n + 1}` },
        spec: { podCIDR: `${cidr(n)}.0/24`, podCIDRs: [`${cidr(n)}.0/24`] },
        status: {
          addresses: [{ type: 'InternalIP', address: address(n + 2, '172.18') }],
          conditions: [{ type: 'Ready', status: 'True' }],
        },
      })),
      pods: Array.from({ length: pods }, (_, p) =>
        podOf(p, podsEach, p % nodes, `${cidr(p % nodes)}.${2 + Math.floor(p / nodes)}`),
      ),
      deployments: [],
      services: Array.from({ length: services }, (_, s) => ({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: `app-${s}`, namespace: 'default' },
        spec: {
          type: 'ClusterIP',
          selector: { app: `app-${s}` },
          clusterIP: address(s + 256, '10.96'),
          clusterIPs: [address(s + 256, '10.96')],
          ipFamilies: ['IPv4'],
          ipFamilyPolicy: 'SingleStack',
          ports: [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 8080 }],
        },
      })),
      endpointSlices: [],
    },
    settings: {
      serviceClusterIPRange: ['10.96.0.0/12'],
      clusterCIDR: ['10.244.0.0/14'],
      serviceNodePortRange: [30_000, 32_767],
      physicalNetwork: ['172.18.0.0/16'],
      clusterDomain: 'cluster.local',
    },
    kubeProxy: { mode: 'iptables', clusterCIDR: '10.244.0.0/14' },
    mode: 'iptables',
    release: '1.30',
    flows: [
      {
        id: 'flow-1',
        from: { kind: 'pod', namespace: 'default', name: `app-1-${each}` },
        to: { kind: 'service', namespace: 'default', name: 'app-0', via: 'clusterIP' },
        protocol: 'tcp',
        port: 80,
      },
    ],
    pasted: { texts: [], facts: {} },
  };
  document.flows[0].from.name = document.cluster.pods[podsEach + 1]?.metadata.name ?? 'app-0-0';
  return JSON.stringify({ format: 'rulewalk', version: 1, document });
}

/** `podsEach` of one kind, one after the other over the nodes. */
function podOf(index, podsEach, node, ip) {
  const app = `app-${Math.floor(index / podsEach)}`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${app}-${index % podsEach}`, namespace: 'default', labels: { app } },
    spec: { nodeName: `node${node + 1}`, containers: [{ name: 'main', ports: [{ containerPort: 8080 }] }] },
    status: {
      phase: 'Running',
      podIP: ip,
      podIPs: [{ ip }],
      hostIP: address(node + 2, '172.18'),
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}
