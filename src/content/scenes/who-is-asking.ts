import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: who is asking? */
export const WHO_IS_ASKING = scene({
  id: 'who-is-asking',
  lesson: 'from-outside',
  example: clusterBench({ pods: 1, on: 'node1' }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node2'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
});
