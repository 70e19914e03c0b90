import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** KUBE-FW: who may use the load balancer's address, and the node port that asks nobody. */
export const LOAD_BALANCER_SOURCE_RANGES = example({
  id: 'load-balancer-source-ranges',
  title: { en: 'loadBalancerSourceRanges', ko: 'loadBalancerSourceRanges' },
  about: {
    en: 'Only 203.0.113.0/24 may use the load balancer address; everyone else is dropped in KUBE-PROXY-FIREWALL, but the node port lets them in.',
    ko: '203.0.113.0/24만 로드 밸런서 주소를 쓸 수 있습니다. 다른 주소는 KUBE-PROXY-FIREWALL에서 폐기되지만 노드 포트로는 들어옵니다.',
  },
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
