import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A question before the first packet. */
export const A_NAME = scene({
  id: 'a-name',
  lesson: 'what-a-service-is',
  title: { en: 'A name before an address', ko: '주소보다 먼저 이름' },
  example: clusterBench({ pods: 2 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: { kind: 'name', name: 'web' },
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'received',
  question: 'chance',
  notes: {
    en: 'A name is asked for first, at a Service as any other. Only its answer is an address, and only then does the packet set out.',
    ko: '이름은 먼저 물어야 합니다. 묻는 곳도 평범한 Service입니다. 그 응답이 주소이고, 패킷은 그다음에야 출발합니다.',
  },
});
