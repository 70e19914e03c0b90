import { buildCluster, endpoints, node, pod, service } from '../../kubernetes/build';
import type { ClusterObjects, EndpointSliceObject, ServiceObject } from '../../kubernetes/types';

/** A Service of one port, which leads to port 8080. */
function shop(name: string, last: number, nodePort: number, more: Partial<Parameters<typeof service>[1]> = {}) {
  const clusterIP = `10.96.0.${last}`;
  const { protocol = 'TCP', ...spec } = more as { protocol?: 'TCP' | 'UDP' } & typeof more;
  const ports = [{ port: protocol === 'UDP' ? 53 : 80, nodePort, protocol }];
  return service(name, { type: 'LoadBalancer', clusterIP, clusterIPs: [clusterIP], ports, ...spec });
}

const BOTH = [
  ['10.244.1.5', 'node1'],
  ['10.244.2.6', 'node2'],
] as const;

const UDP = [{ name: '', protocol: 'UDP', port: 8080 }] as const;

/** The slice with endpoints that are about to go, by their place in it. */
function ending(slice: EndpointSliceObject, ...places: readonly number[]): EndpointSliceObject {
  const conditions = { ready: false, serving: true, terminating: true };
  const list = slice.endpoints ?? [];
  return { ...slice, endpoints: list.map((each, at) => (places.includes(at) ? { ...each, conditions } : each)) };
}

const SIX = ['fd00:96::10', 'fd00:96::11'] as const;
const six = (name: string, clusterIP: string, nodePort: number, ingress: string): ServiceObject =>
  service(name, {
    type: 'LoadBalancer',
    clusterIP,
    clusterIPs: [clusterIP],
    ipFamilies: ['IPv6'],
    ports: [{ port: 80, nodePort, protocol: 'TCP' }],
    ingress: [ingress],
  });

const SERVICES = [
  shop('web', 10, 30_080, { externalIPs: ['198.51.100.9'], ingress: ['203.0.113.7'] }),
  shop('local', 11, 30_081, { externalTrafficPolicy: 'Local', ingress: ['203.0.113.9'] }),
  shop('none', 12, 30_083, { ingress: ['203.0.113.11'] }),
  shop('self', 13, 30_084),
  shop('dns', 14, 30_053, { protocol: 'UDP', ingress: ['203.0.113.8'] } as Parameters<typeof shop>[3]),
  shop('inner', 15, 30_082, { internalTrafficPolicy: 'Local', ingress: ['203.0.113.10'] }),
  shop('term', 16, 30_085),
  shop('dying', 17, 30_088),
  shop('sticky', 18, 30_086, { sessionAffinity: 'ClientIP', ingress: ['203.0.113.14'] }),
  shop('ranges', 19, 30_087, { loadBalancerSourceRanges: ['192.0.2.0/24'], ingress: ['203.0.113.12'] }),
  shop('denied', 20, 30_089, {
    loadBalancerSourceRanges: ['192.0.2.0/24'],
    ingress: ['203.0.113.13'],
    annotations: { 'service.cilium.io/src-ranges-policy': 'deny' },
  }),
  service('bare', { clusterIP: 'None', clusterIPs: ['None'], ports: [8080] }),
  six('six', SIX[0], 30_090, '2001:db8::7'),
  six('six-self', SIX[1], 30_091, '2001:db8::8'),
  shop('agents', 21, 30_093, { ingress: ['203.0.113.15'] }),
  shop('gone', 30, 30_092, { ingress: ['203.0.113.30'] }),
];

const SLICES = [
  ...['web', 'local', 'inner', 'sticky', 'ranges', 'denied', 'bare'].map((name) => endpoints(name, 8080, BOTH)),
  endpoints('dns', UDP, BOTH),
  endpoints('self', 8080, [['10.244.1.9', 'node1']]),
  ending(endpoints('term', 8080, BOTH), 1),
  ending(endpoints('dying', 8080, BOTH), 0, 1),
  endpoints('six', 8080, [
    ['fd00:10:1::5', 'node1'],
    ['fd00:10:2::6', 'node2'],
  ]),
  endpoints('six-self', 8080, [['fd00:10:1::9', 'node1']]),
  endpoints('agents', 8080, [['192.168.0.1', 'node1']]),
  endpoints('gone', 9090, BOTH),
];

const three = (at: number) =>
  node(`node${at}`, {
    addresses: [`192.168.0.${at}`, `fd00:1::${at}`],
    podCIDRs: [`10.244.${at}.0/24`, `fd00:10:${at}::/64`],
  });

/** Three nodes, the third without a backend; every kind of Service the rows ask for. */
export const FLOW_CLUSTER: ClusterObjects = buildCluster(
  three(1),
  three(2),
  three(3),
  pod('client', { node: 'node1', ips: ['10.244.1.9', 'fd00:10:1::9'] }),
  pod('a', { node: 'node1', ips: ['10.244.1.5', 'fd00:10:1::5'] }),
  pod('b', { node: 'node2', ips: ['10.244.2.6', 'fd00:10:2::6'] }),
  pod('hp', {
    node: 'node2',
    ips: ['10.244.2.8'],
    containers: [{ name: 'c', ports: [{ containerPort: 8080, hostPort: 8088, protocol: 'TCP' }] }],
  }),
  pod('agent', { node: 'node1', ips: ['192.168.0.1'], hostNetwork: true }),
  ...SERVICES,
  ...SLICES,
);

/** The same when the Pod b has left the Service `gone`, which is the last: ids of the others stay. */
export const WITHOUT_B: ClusterObjects = {
  ...FLOW_CLUSTER,
  endpointSlices: FLOW_CLUSTER.endpointSlices.map((slice) =>
    slice.metadata.name === 'gone-1' ? endpoints('gone', 9090, BOTH.slice(0, 1)) : slice,
  ),
};
