import { node, service } from '../../core/kubernetes/build';
import { example, httpPods, toService } from './example';

/** Two load balancers that translate: one keeps the source and must see the answers, the other hides it. */
export const LOAD_BALANCER_NAT = example({
  id: 'load-balancer-nat',
  title: { en: 'Load balancers that NAT', ko: 'NAT하는 로드 밸런서' },
  about: {
    en: 'Both put node port or Pod in the place of the destination: keeps leaves the source, so nodes must answer by it; hides masquerades, and the Pod sees the balancer; straight leads to Pods without a node port.',
    ko: '모두 목적지를 노드 포트나 Pod로 바꿉니다. keeps는 출발지를 두므로 노드의 응답이 로드 밸런서를 거쳐야 하고, hides는 마스커레이드하므로 Pod는 로드 밸런서를 보며, straight는 노드 포트 없이 Pod로 보냅니다.',
  },
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
