import { cluster, endpoints, node, service } from '../../core/kubernetes/build';
import { withDefaults } from '../../core/kubernetes/defaults';
import type { ClusterObjects } from '../../core/kubernetes/types';
import { addToIp, formatIp, ip } from '../../core/net/ip';

const FIRST_SERVICE = ip('10.96.1.0');
const FIRST_POD = ip('10.128.0.1');

/** A cluster of one node with so many Services, each with so many endpoints; addresses are all different. */
export function generatedCluster(services: number, endpointsEach: number): ClusterObjects {
  const objects = Array.from({ length: services }, (_, i) => {
    const addresses = Array.from({ length: endpointsEach }, (_, e) =>
      formatIp(addToIp(FIRST_POD, i * endpointsEach + e)),
    );
    return [
      service(`ns-${i % 50}/svc-${i}`, { clusterIP: formatIp(addToIp(FIRST_SERVICE, i)), ports: [80] }),
      endpoints(`ns-${i % 50}/svc-${i}`, 8080, addresses),
    ];
  });
  const one = node('node1', { addresses: ['172.18.0.2'], podCIDRs: ['10.128.0.0/24'] });
  return withDefaults(cluster(one, ...objects.flat()));
}
