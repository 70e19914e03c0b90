import { clusterBench } from './bench';
import { scene } from './scene';

/** Ten Pods. */
export const TEN_PODS = scene({
  id: 'ten-pods',
  lesson: 'why-this-pod',
  further: true,
  example: clusterBench({ pods: 10 }),

  moment: 'chosen',
  question: 'chance',
});
