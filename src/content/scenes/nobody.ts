import { clusterBench } from './bench';
import { scene } from './scene';

/** Nobody behind it. */
export const NOBODY = scene({
  id: 'nobody',
  lesson: 'why-this-pod',
  example: clusterBench({ pods: 0 }),

  moment: 'refused',
  question: 'ends',
});
