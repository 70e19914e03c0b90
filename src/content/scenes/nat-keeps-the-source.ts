import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A load balancer that puts a node port in the place of the destination, and nothing else. */
export const NAT_KEEPS_THE_SOURCE = scene({
  id: 'nat-keeps-the-source',
  lesson: 'from-outside',
  title: { en: 'The balancer swaps the destination', ko: '목적지를 바꾸는 로드 밸런서' },
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      ingress: ['198.51.100.10'],
      balancer: 'nat, nodes',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'arrives',
  question: 'source-seen',
  notes: {
    en: 'One connection, translated outside: the balancer puts a node port in the place of the destination, and the client stays the source. So the answer must come back by the balancer, or nobody undoes the swap.',
    ko: '연결은 하나이고 바깥에서 변환됩니다. 로드 밸런서는 목적지를 노드 포트로 바꾸고 출발지는 그대로 둡니다. 그래서 응답도 로드 밸런서를 거쳐야 되돌려집니다.',
  },
});
