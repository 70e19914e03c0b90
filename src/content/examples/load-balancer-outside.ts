import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** Three load balancers in front of the same Pods: one that proxies to node ports, one that passes on, one that is a node. */
export const LOAD_BALANCER_OUTSIDE = example({
  id: 'load-balancer-outside',
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('web', 2, 'node2'),
    clientPod('node1'),
    ...[
      ['elb', 'proxy, nodes, round-robin', 30_361, '198.51.100.20'] as const,
      ['pass', 'passthrough', 30_362, '198.51.100.21'] as const,
      ['metal', 'announce', 30_363, '172.18.0.200'] as const,
    ].map(([name, balancer, nodePort, address]) =>
      service(name, {
        type: 'LoadBalancer',
        selector: { app: 'web' },
        externalTrafficPolicy: name === 'elb' ? 'Cluster' : 'Local',
        ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort }],
        ingress: [address],
        annotations: { 'rulewalk/load-balancer': balancer },
      }),
    ),
  ],
  flows: (cluster) => [
    ...['elb', 'pass', 'metal'].map((name) => ({
      from: { kind: 'external' } as const,
      to: toService(name, 'loadBalancer'),
      protocol: 'tcp' as const,
      port: 80,
    })),
    { from: makePod(cluster, 'client'), to: toService('elb', 'loadBalancer'), protocol: 'tcp', port: 80 },
  ],
});
