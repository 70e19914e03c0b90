import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A packet in a packet. */
export const THROUGH_VXLAN = scene({
  id: 'through-vxlan',
  lesson: 'back-to-oneself',
  example: clusterBench({ pods: 1, on: 'node2', settings: { overlay: 'vxlan' } }, () => ({
    from: { kind: 'node', name: 'node1' },
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
});
