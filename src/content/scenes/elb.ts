import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A load balancer that proxies. */
export const ELB = scene({
  id: 'elb',
  lesson: 'from-outside',
  further: true,
  title: { en: 'A load balancer that proxies', ko: '연결을 새로 여는 로드 밸런서' },
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      ingress: ['198.51.100.10'],
      balancer: 'proxy, pods, round-robin',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'arrives',
  question: 'ends',
  notes: {
    en: 'Two connections: the client speaks with the load balancer, and the load balancer with a Pod. Who asked is gone before a node sees it.',
    ko: '연결이 둘입니다. 클라이언트는 로드 밸런서와, 로드 밸런서는 Pod와 이야기합니다. 누가 물었는지는 노드에 닿기 전에 사라집니다.',
  },
});
