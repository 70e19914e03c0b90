import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Nobody to ask. */
export const NO_DNS = scene({
  id: 'no-dns',
  lesson: 'what-a-service-is',
  example: clusterBench({ pods: 2, isDnsDown: true }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: { kind: 'name', name: 'web' },
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'refused',
  question: 'ends',
});
