import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Only healthy nodes get packets. */
export const HEALTHY_NODES = scene({
  id: 'healthy-nodes',
  lesson: 'from-outside',
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      ingress: ['198.51.100.10'],
      balancer: 'passthrough',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'arrives',
  question: 'source-seen',
});
