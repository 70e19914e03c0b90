import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A question before the first packet. */
export const A_NAME = scene({
  id: 'a-name',
  lesson: 'what-a-service-is',
  example: clusterBench({ pods: 2 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: { kind: 'name', name: 'web' },
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'recognised',
  question: 'which-rule',
});
