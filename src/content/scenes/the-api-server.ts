import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The Service kubernetes. */
export const THE_API_SERVER = scene({
  id: 'the-api-server',
  lesson: 'what-a-service-is',
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('kubernetes'),
    protocol: 'tcp',
    port: 443,
  })),

  moment: 'rewritten',
  question: 'destination',
});
