import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A node port as kube-proxy 1.11 wrote it. */
export const AN_OLD_NODE_PORT = scene({
  id: 'an-old-node-port',
  lesson: 'from-outside',
  further: true,
  example: clusterBench({ pods: 10, on: 'node2' }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node1'),
    protocol: 'tcp',
    port: 80,
  })),
  release: '1.11',

  moment: 'marked',
  question: 'source-changes',
});
