import { pod } from '../../core/kubernetes/build';
import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A Pod that is not ready. */
export const NOT_READY = scene({
  id: 'not-ready',
  lesson: 'why-this-pod',
  example: clusterBench(
    {
      pods: 2,
      extra: [
        pod('web-slow', {
          node: 'node2',
          labels: { app: 'web' },
          ready: false,
          containers: [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }],
        }),
      ],
    },
    (cluster) => ({ from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'chosen',
  question: 'chance',
});
