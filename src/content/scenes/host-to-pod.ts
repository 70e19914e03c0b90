import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A process of a node asks for a Service whose Pod is on that node. */
export const HOST_TO_POD = scene({
  id: 'host-to-pod',
  lesson: 'back-to-oneself',
  example: clusterBench({ pods: 1, on: 'node1' }, () => ({
    from: { kind: 'node', name: 'node1' },
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'rewritten',
  question: 'where',
});
