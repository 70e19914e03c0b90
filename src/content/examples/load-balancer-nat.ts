import { node, service } from '../../core/kubernetes/build';
import { example, httpPods, toService } from './example';

/** Two load balancers that translate: one keeps the source and must see the answers, the other hides it. */
export const LOAD_BALANCER_NAT = example({
  id: 'load-balancer-nat',
  objects: () => [
    node('node1'),
    node('node2'),
    httpPods('web', 2, 'node2'),
    ...[
      ['keeps', 'nat, nodes', 30_371, '198.51.100.31'] as const,
      ['hides', 'nat, nodes, masquerade', 30_372, '198.51.100.32'] as const,
      ['straight', 'nat, pods', 30_373, '198.51.100.33'] as const,
    ].map(([name, balancer, nodePort, address]) =>
      service(name, {
        type: 'LoadBalancer',
        selector: { app: 'web' },
        externalTrafficPolicy: 'Local',
        ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort }],
        ingress: [address],
        annotations: { 'rulewalk/load-balancer': balancer },
      }),
    ),
  ],
  flows: () =>
    ['keeps', 'hides', 'straight'].map((name) => ({
      from: { kind: 'external' },
      to: toService(name, 'loadBalancer'),
      protocol: 'tcp',
      port: 80,
    })),
});
