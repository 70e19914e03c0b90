import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The address of a Service, asked where no rule of a node is. */
export const ASKED_FROM_OUTSIDE = scene({
  id: 'asked-from-outside',
  lesson: 'from-outside',
  title: { en: 'A cluster IP, asked from outside', ko: '바깥에서 부른 클러스터 IP' },
  example: clusterBench({ pods: 2 }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'clusterIP'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'lost',
  question: 'ends',
  notes: {
    en: 'The packet meets no node: its address is on no device, so it goes to the gateway, which forwards for nobody (ip_forward is 0). Only a node’s rules know the address.',
    ko: '패킷은 어느 노드에도 닿지 않습니다. 어떤 장치에도 없는 주소라서 게이트웨이로 가는데, 게이트웨이는 포워딩하지 않습니다(ip_forward가 0). 이 주소를 아는 것은 노드의 규칙뿐입니다.',
  },
});
