import { node, service } from '../../core/kubernetes/build';
import type { ServiceObject } from '../../core/kubernetes/types';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** The same balancer twice: its address is the node's own to answer, or nobody's (KEP-1860). */
function balanced(name: string, ip: string, ipMode: 'VIP' | 'Proxy'): ServiceObject {
  const made = service(name, {
    type: 'LoadBalancer',
    selector: { app: 'web' },
    ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    annotations: { 'rulewalk/load-balancer': 'proxy, nodes, round-robin, proxy-protocol' },
  });
  return { ...made, status: { loadBalancer: { ingress: [{ ip, ipMode }] } } };
}

/** ipMode and the PROXY protocol: who tells a Pod where a connection came from, and who is left out. */
export const LOAD_BALANCER_PROXY = example({
  id: 'load-balancer-proxy',
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('web', 2),
    clientPod('node1'),
    balanced('by-vip', '198.51.100.40', 'VIP'),
    balanced('by-proxy', '198.51.100.41', 'Proxy'),
  ],
  flows: (cluster) =>
    ['by-vip', 'by-proxy'].flatMap((name) => [
      { from: makePod(cluster, 'client'), to: toService(name, 'loadBalancer'), protocol: 'tcp', port: 80 } as const,
      { from: { kind: 'external' }, to: toService(name, 'loadBalancer'), protocol: 'tcp', port: 80 } as const,
    ]),
});
