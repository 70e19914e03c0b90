import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** KUBE-FW: who may use the load balancer's address, and the node port that asks nobody. */
export const LOAD_BALANCER_SOURCE_RANGES = example({
  id: 'load-balancer-source-ranges',
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('shop', 2),
    clientPod('node1'),
    service('shop', {
      type: 'LoadBalancer',
      selector: { app: 'shop' },
      loadBalancerSourceRanges: ['203.0.113.0/24'],
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_083 }],
      ingress: ['198.51.100.10'],
    }),
  ],
  flows: (cluster) => [
    {
      from: { kind: 'external', address: '203.0.113.9' },
      to: toService('shop', 'loadBalancer'),
      protocol: 'tcp',
      port: 80,
    },
    {
      from: { kind: 'external', address: '192.0.2.50' },
      to: toService('shop', 'loadBalancer'),
      protocol: 'tcp',
      port: 80,
    },
    {
      from: { kind: 'external', address: '192.0.2.50' },
      to: toService('shop', 'nodePort', 'node1'),
      protocol: 'tcp',
      port: 80,
    },
    { from: makePod(cluster, 'client'), to: toService('shop', 'loadBalancer'), protocol: 'tcp', port: 80 },
  ],
});
