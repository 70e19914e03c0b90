import { clusterBench } from './bench';
import { scene } from './scene';

/** Ten Pods. */
export const TEN_PODS = scene({
  id: 'ten-pods',
  lesson: 'why-this-pod',
  further: true,
  title: { en: 'Ten Pods', ko: 'Pod 열 개' },
  example: clusterBench({ pods: 10 }),

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'Nine draws at most: 1 in 10, 1 in 9, down to 1 in 2. The first is asked for every connection, the ninth for 2 in 10.',
    ko: '추첨은 많아야 아홉 번입니다. 1/10, 1/9에서 1/2까지. 첫 번째는 연결마다 추첨하지만 아홉 번째까지 가는 것은 2/10입니다.',
  },
});
