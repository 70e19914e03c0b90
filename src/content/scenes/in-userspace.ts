import { clusterBench } from './bench';
import { scene } from './scene';

/** userspace: a process between. */
export const IN_USERSPACE = scene({
  id: 'in-userspace',
  lesson: 'four-ways',
  example: clusterBench({ pods: 3 }),
  mode: 'userspace',

  moment: 'rewritten',
  question: 'destination',
});
