import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A ping that is refused. */
export const PING_IN_IPVS = scene({
  id: 'ping-in-ipvs',
  lesson: 'what-a-service-is',
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'icmp',
    port: 0,
  })),
  mode: 'ipvs',

  moment: 'refused',
  question: 'ends',
});
