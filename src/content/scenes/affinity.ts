import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: who comes again. */
export const AFFINITY = scene({
  id: 'affinity',
  lesson: 'why-this-pod',
  example: clusterBench({ pods: 3, service: { sessionAffinity: 'ClientIP' } }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
    again: true,
  })),

  moment: 'chosen',
  question: 'chance',
});
