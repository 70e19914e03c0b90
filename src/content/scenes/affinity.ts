import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: who comes again. */
export const AFFINITY = scene({
  id: 'affinity',
  lesson: 'why-this-pod',
  title: { en: 'Who comes again', ko: '다시 온 클라이언트' },
  example: clusterBench({ pods: 3, service: { sessionAffinity: 'ClientIP' } }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
    again: true,
  })),

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'sessionAffinity ClientIP: rules that look whether this client was here stand before the draws. It was, a moment ago, so the rule of its Pod says yes and nothing is drawn.',
    ko: 'sessionAffinity ClientIP: 이 클라이언트가 왔었는지 보는 규칙이 추첨보다 먼저 있습니다. 조금 전에 왔으므로 그 Pod의 규칙이 ‘예’라고 하고, 추첨은 없습니다.',
  },
});
