import { clusterBench } from './bench';
import { scene } from './scene';

/** Why this Pod?. */
export const WHY_THIS_POD = scene({
  id: 'why-this-pod',
  lesson: 'why-this-pod',
  example: clusterBench({ pods: 3 }),

  moment: 'chosen',
  question: 'chance',
});
