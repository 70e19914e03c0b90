import { makePod } from '../examples/example';
import { clusterBench, DNS } from './bench';
import { scene } from './scene';

/** The same name, by TCP. */
export const DNS_BY_TCP = scene({
  id: 'dns-by-tcp',
  lesson: 'what-a-service-is',
  further: true,
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: DNS,
    protocol: 'tcp',
    port: 53,
  })),

  moment: 'chosen',
  question: 'chance',
});
