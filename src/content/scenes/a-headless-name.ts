import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Names of no port. */
export const A_HEADLESS_NAME = scene({
  id: 'a-headless-name',
  lesson: 'why-this-pod',
  further: true,
  example: clusterBench({ pods: 2, service: { type: 'ClusterIP', clusterIP: 'None' } }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: { kind: 'name', name: 'web' },
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'refused',
  question: 'ends',
});
