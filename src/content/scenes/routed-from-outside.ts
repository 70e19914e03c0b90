import { clusterBench } from './bench';
import { scene } from './scene';
import { makePod } from '../examples/example';

/** A machine that is no node reaches a Pod by its own address. */
export const ROUTED_FROM_OUTSIDE = scene({
  id: 'routed-from-outside',
  lesson: 'from-outside',
  example: clusterBench({ pods: 1, on: 'node2', settings: { outsideRoutes: true } }, (cluster) => ({
    from: { kind: 'external' },
    to: makePod(cluster, 'web'),
    protocol: 'tcp',
    port: 8080,
  })),

  moment: 'arrives',
  question: 'ends',
});
