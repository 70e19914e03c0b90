import { clusterBench } from './bench';
import { scene } from './scene';

/** Why it went. */
export const WHY_USERSPACE_WENT = scene({
  id: 'why-userspace-went',
  lesson: 'four-ways',
  example: clusterBench({ pods: 3 }),
  mode: 'userspace',

  moment: 'arrives',
  question: 'source-seen',
});
