import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A node asks. */
export const HOST_TO_POD = scene({
  id: 'host-to-pod',
  lesson: 'back-to-oneself',
  title: { en: 'A node asks', ko: '노드가 물을 때' },
  example: clusterBench({ pods: 1, on: 'node1' }, () => ({
    from: { kind: 'node', name: 'node1' },
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'rewritten',
  question: 'where',
  notes: {
    en: 'The node itself asks: its packets never pass PREROUTING. The same rules hang on OUTPUT, too.',
    ko: '노드 자신이 묻습니다. 이 패킷은 PREROUTING을 지나지 않으므로 같은 규칙이 OUTPUT에도 걸려 있습니다.',
  },
});
