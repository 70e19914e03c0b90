import { clusterBench } from './bench';
import { scene } from './scene';

/** Why this Pod?. */
export const WHY_THIS_POD = scene({
  id: 'why-this-pod',
  lesson: 'why-this-pod',
  title: { en: 'Why this Pod?', ko: '왜 이 Pod일까' },
  example: clusterBench({ pods: 3 }),

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'Three Pods, two draws: 1 in 3, then 1 in 2 of the rest. Ask why the second is not 1 in 3 again.',
    ko: 'Pod 셋, 추첨 두 번. 처음은 1/3, 그다음은 나머지의 1/2입니다. 두 번째가 왜 다시 1/3이 아닌지 물어보십시오.',
  },
});
