import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A ping that is answered. */
export const PING_IN_OLD_IPVS = scene({
  id: 'ping-in-old-ipvs',
  lesson: 'what-a-service-is',
  further: true,
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'icmp',
    port: 0,
  })),
  mode: 'ipvs',
  release: '1.24',
  moment: 'arrives',
  question: 'ends',
});
