import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A load balancer that puts a node port in the place of the destination, and nothing else. */
export const NAT_KEEPS_THE_SOURCE = scene({
  id: 'nat-keeps-the-source',
  lesson: 'from-outside',
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      ingress: ['198.51.100.10'],
      balancer: 'nat, nodes',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'arrives',
  question: 'source-seen',
});
