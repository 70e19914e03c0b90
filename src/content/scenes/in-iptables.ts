import { clusterBench } from './bench';
import { scene } from './scene';

/** iptables: a ladder of draws. */
export const IN_IPTABLES = scene({
  id: 'in-iptables',
  lesson: 'four-ways',
  example: clusterBench({ pods: 3 }),

  moment: 'chosen',
  question: 'where',
});
