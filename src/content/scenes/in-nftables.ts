import { clusterBench } from './bench';
import { scene } from './scene';

/** nftables: one draw, one map. */
export const IN_NFTABLES = scene({
  id: 'in-nftables',
  lesson: 'four-ways',
  example: clusterBench({ pods: 3 }),
  mode: 'nftables',

  moment: 'chosen',
  question: 'chance',
});
