import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Local without a Pod. */
export const LOCAL_DROPS = scene({
  id: 'local-drops',
  lesson: 'from-outside',
  example: clusterBench({ pods: 2, on: 'node1', service: { externalTrafficPolicy: 'Local' } }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node2'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'dropped',
  question: 'ends',
});
