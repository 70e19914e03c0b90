import { clusterBench } from './bench';
import { scene } from './scene';

/** iptables: a ladder of draws. */
export const IN_IPTABLES = scene({
  id: 'in-iptables',
  lesson: 'four-ways',
  title: { en: 'iptables: a ladder of draws', ko: 'iptables, 추첨의 사다리' },
  example: clusterBench({ pods: 3 }),

  moment: 'chosen',
  question: 'where',
  notes: {
    en: 'Rule after rule, each draws for itself. Switch the mode and stay at this moment.',
    ko: '규칙마다 따로 추첨합니다. 이 순간에 머문 채 모드를 바꿔 보십시오.',
  },
});
