import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Only healthy nodes get packets. */
export const HEALTHY_NODES = scene({
  id: 'healthy-nodes',
  lesson: 'from-outside',
  title: { en: 'Only healthy nodes get packets', ko: '정상인 노드만 패킷을 받는다' },
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      ingress: ['198.51.100.10'],
      balancer: 'passthrough',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'arrives',
  question: 'source-seen',
  notes: {
    en: 'With externalTrafficPolicy Local the health check takes out nodes without an endpoint, so nothing is dropped, and the source stays.',
    ko: 'externalTrafficPolicy가 Local이면 상태 확인이 엔드포인트 없는 노드를 빼므로 아무것도 폐기되지 않고 출발지도 그대로입니다.',
  },
});
