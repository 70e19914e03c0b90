import { clusterBench } from './bench';
import { scene } from './scene';

/** Two Pods: one draw. */
export const TWO_PODS = scene({
  id: 'two-pods',
  lesson: 'why-this-pod',
  example: clusterBench({ pods: 2 }),

  moment: 'chosen',
  question: 'chance',
});
