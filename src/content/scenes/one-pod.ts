import { clusterBench } from './bench';
import { scene } from './scene';

/** One Pod: no draw. */
export const ONE_POD = scene({
  id: 'one-pod',
  lesson: 'why-this-pod',
  title: { en: 'One Pod: no draw', ko: 'Pod 하나, 추첨 없음' },
  example: clusterBench({ pods: 1 }),

  moment: 'chosen',
  question: 'where',
  notes: {
    en: 'With one endpoint the rule needs no statistic: it always says yes.',
    ko: '엔드포인트가 하나면 statistic이 필요 없습니다. 규칙은 언제나 ‘예’입니다.',
  },
});
