import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The balancer’s address. */
export const LOAD_BALANCER = scene({
  id: 'load-balancer',
  lesson: 'from-outside',
  title: { en: 'The balancer’s address', ko: '로드 밸런서의 주소' },
  example: clusterBench({ pods: 2, service: { type: 'LoadBalancer' }, ingress: ['198.51.100.10'] }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'loadBalancer'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'recognised',
  question: 'which-rule',
  notes: {
    en: 'The address of the load balancer stands in the rules of every node: the node that meets a packet for it chooses a Pod itself.',
    ko: '로드 밸런서의 주소가 모든 노드의 규칙에 있습니다. 그 주소로 가는 패킷을 만난 노드가 직접 Pod를 고릅니다.',
  },
});
