import { makePod } from '../examples/example';
import { clusterBench, DNS } from './bench';
import { scene } from './scene';

/** A name, by UDP. */
export const DNS_BY_UDP = scene({
  id: 'dns-by-udp',
  lesson: 'what-a-service-is',
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: DNS,
    protocol: 'udp',
    port: 53,
  })),

  moment: 'chosen',
  question: 'chance',
});
