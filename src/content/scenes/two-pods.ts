import { clusterBench } from './bench';
import { scene } from './scene';

/** Two Pods: one draw. */
export const TWO_PODS = scene({
  id: 'two-pods',
  lesson: 'why-this-pod',
  title: { en: 'Two Pods: one draw', ko: 'Pod 둘, 추첨 한 번' },
  example: clusterBench({ pods: 2 }),

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'One draw at 1 in 2, and what is left needs none. Let the room guess before it falls.',
    ko: '1/2 추첨 한 번이면 충분하고, 남은 것은 추첨하지 않습니다. 결과가 나오기 전에 맞혀 보게 하십시오.',
  },
});
