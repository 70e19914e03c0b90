import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: who answers a ping? */
export const PING_A_SERVICE = scene({
  id: 'ping-a-service',
  lesson: 'what-a-service-is',
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'icmp',
    port: 0,
  })),

  moment: 'lost',
  question: 'ends',
});
