import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: a Pod asks its own Service, and another Pod is drawn; which sender does that see? */
export const HAIRPIN_SEEN = scene({
  id: 'hairpin-seen',
  lesson: 'back-to-oneself',
  example: clusterBench({ pods: 2, on: 'node1' }, (cluster) => ({
    from: makePod(cluster, 'web'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
});
