import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A load balancer that puts itself in the place of the source, too. */
export const NAT_HIDES_THE_SOURCE = scene({
  id: 'nat-hides-the-source',
  lesson: 'from-outside',
  further: true,
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      ingress: ['198.51.100.10'],
      balancer: 'nat, nodes, masquerade',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'source-rewritten',
  question: 'source-changes',
});
