import { cluster, endpoints, node, pod, service } from '../../kubernetes/build';
import { withDefaults } from '../../kubernetes/defaults';
import type { ClusterObjects, EndpointSliceObject, ServiceObject } from '../../kubernetes/types';
import { addToIp, formatIp, ip } from '../../net/ip';

const FIRST_SERVICE = ip('10.96.1.0');
/** The address before is the bridge's. */
const FIRST_POD = ip('10.128.0.2');

/** Holds the endpoints and whoever asks them. */
export const COST_CLUSTER_CIDR = '10.128.0.0/9';

/** The clusterIP of the Service at `place`. */
export function serviceAddress(place: number): string {
  return formatIp(addToIp(FIRST_SERVICE, place));
}

/** `shop/svc-00053`: by name, the order in which rules are written, the places stay in order. */
function nameOf(place: number): string {
  return `shop/svc-${String(place).padStart(5, '0')}`;
}

function endpointAddress(place: number, endpoint: number, each: number): string {
  return formatIp(addToIp(FIRST_POD, place * each + endpoint));
}

/** Service `place` and its slice. */
function servicePair(place: number, each: number): readonly [ServiceObject, EndpointSliceObject] {
  const addresses = Array.from({ length: each }, (_, e) => [endpointAddress(place, e, each), 'node2'] as const);
  return [
    service(nameOf(place), { clusterIP: serviceAddress(place), ports: [80] }),
    endpoints(nameOf(place), 8080, addresses),
  ];
}

const NODES = [
  node('node1', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.0.0/24'] }),
  node('node2', { addresses: ['172.18.0.3'], podCIDRs: ['10.128.0.0/10'] }),
];

/** Two nodes and so many Services, each with so many endpoints on node2; addresses are all different. */
export function costCluster(services: number, endpointsEach: number): ClusterObjects {
  const pairs = Array.from({ length: services }, (_, place) => servicePair(place, endpointsEach));
  return withDefaults(cluster(...NODES, ...pairs.flat()));
}

/** What stands around the rules when Services at `places` are asked: their Pods on node2, and a client on node1. */
export function costSurroundings(places: readonly number[], endpointsEach: number): ClusterObjects {
  const client = pod('default/client', { node: 'node1', ips: ['10.244.0.5'] });
  const backends = places.flatMap((place) =>
    Array.from({ length: endpointsEach }, (_, e) =>
      pod(`${nameOf(place)}-${e}`, { node: 'node2', ips: [endpointAddress(place, e, endpointsEach)] }),
    ),
  );
  const pairs = places.flatMap((place) => servicePair(place, endpointsEach));
  return withDefaults(cluster(...NODES, client, ...backends, ...pairs));
}
