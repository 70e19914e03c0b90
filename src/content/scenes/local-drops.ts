import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Local without a Pod. */
export const LOCAL_DROPS = scene({
  id: 'local-drops',
  lesson: 'from-outside',
  title: { en: 'Local without a Pod', ko: 'Pod 없는 Local' },
  example: clusterBench({ pods: 2, on: 'node1', service: { externalTrafficPolicy: 'Local' } }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node2'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'dropped',
  question: 'ends',
  notes: {
    en: 'The same Service on a node without a Pod: silence. A load balancer’s health check would keep clients away from here.',
    ko: '같은 Service라도 Pod가 없는 노드에서는 침묵입니다. 로드 밸런서의 상태 확인이 클라이언트를 이 노드에서 떼어 놓습니다.',
  },
});
