import { clusterBench } from './bench';
import { scene } from './scene';

/** A Windows node picks a Pod. */
export const ON_WINDOWS = scene({
  id: 'on-windows',
  lesson: 'four-ways',
  example: clusterBench({ pods: 3 }),
  mode: 'kernelspace',
  moment: 'chosen',
  question: 'chance',
});
