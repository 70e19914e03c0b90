import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A Pod asks itself. */
export const HAIRPIN = scene({
  id: 'hairpin',
  lesson: 'back-to-oneself',
  example: clusterBench({ pods: 1 }, (cluster) => ({
    from: makePod(cluster, 'web'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'marked',
  question: 'source-changes',
});
