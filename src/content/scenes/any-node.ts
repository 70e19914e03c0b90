import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Any node will do. */
export const ANY_NODE = scene({
  id: 'any-node',
  lesson: 'from-outside',
  example: clusterBench({ pods: 1, on: 'node1' }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node2'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'marked',
  question: 'source-changes',
});
