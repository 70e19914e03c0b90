import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Three networks. */
export const THREE_NETWORKS = scene({
  id: 'three-networks',
  lesson: 'what-a-service-is',
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: makePod(cluster, 'web', 'node2'),
    protocol: 'tcp',
    port: 8080,
  })),

  moment: 'routed',
  question: 'route',
});
