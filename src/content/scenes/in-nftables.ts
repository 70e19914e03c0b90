import { clusterBench } from './bench';
import { scene } from './scene';

/** nftables: one draw, one map. */
export const IN_NFTABLES = scene({
  id: 'in-nftables',
  lesson: 'four-ways',
  title: { en: 'nftables: one draw, one map', ko: 'nftables, 추첨 한 번과 맵 하나' },
  example: clusterBench({ pods: 3 }),
  mode: 'nftables',

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'One number is drawn, one map is looked up: it does not matter how many Pods there are.',
    ko: '수 하나를 뽑아 맵 하나를 봅니다. Pod가 몇 개든 상관없습니다.',
  },
});
