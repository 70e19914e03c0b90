import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: who comes again. */
export const AFFINITY = scene({
  id: 'affinity',
  lesson: 'why-this-pod',
  title: { en: 'Who comes again', ko: '다시 온 클라이언트' },
  example: clusterBench({ pods: 3, service: { sessionAffinity: 'ClientIP' } }),

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'sessionAffinity ClientIP: rules that look whether this client was here stand before the draws. This is its first visit, so they say no.',
    ko: 'sessionAffinity ClientIP: 이 클라이언트가 왔었는지 보는 규칙이 추첨보다 먼저 있습니다. 첫 방문이라 모두 ‘아니요’입니다.',
  },
});
