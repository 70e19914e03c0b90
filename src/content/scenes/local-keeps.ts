import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Local keeps the client. */
export const LOCAL_KEEPS = scene({
  id: 'local-keeps',
  lesson: 'from-outside',
  title: { en: 'Local with a Pod', ko: 'Pod 있는 Local' },
  example: clusterBench({ pods: 2, on: 'node1', service: { externalTrafficPolicy: 'Local' } }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node1'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
  notes: {
    en: 'externalTrafficPolicy Local, and the node has a Pod: nothing is marked, the Pod sees the real client.',
    ko: 'externalTrafficPolicy가 Local이고 노드에 Pod가 있습니다. 마크가 없으니 Pod는 진짜 클라이언트를 봅니다.',
  },
});
