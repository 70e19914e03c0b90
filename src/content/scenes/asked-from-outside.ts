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
    en: 'The packet meets no node: the router outside has no route to an address that is on no device. Only a node’s rules know it.',
    ko: '패킷은 어느 노드에도 닿지 않습니다. 어떤 장치에도 없는 주소라서 바깥 라우터에는 경로가 없습니다. 이 주소를 아는 것은 노드의 규칙뿐입니다.',
  },
});
