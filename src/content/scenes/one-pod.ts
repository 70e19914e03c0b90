import { clusterBench } from './bench';
import { scene } from './scene';

/** One Pod: no draw. */
export const ONE_POD = scene({
  id: 'one-pod',
  lesson: 'why-this-pod',
  example: clusterBench({ pods: 1 }),

  moment: 'chosen',
  question: 'where',
});
