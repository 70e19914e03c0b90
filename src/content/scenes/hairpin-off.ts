import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A port that sends nothing back. */
export const HAIRPIN_OFF = scene({
  id: 'hairpin-off',
  lesson: 'back-to-oneself',
  further: true,
  example: clusterBench({ pods: 1, settings: { hairpin: false } }, (cluster) => ({
    from: makePod(cluster, 'web'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'dropped',
  question: 'ends',
});
