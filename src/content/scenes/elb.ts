import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A load balancer that proxies. */
export const ELB = scene({
  id: 'elb',
  lesson: 'from-outside',
  further: true,
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      ingress: ['198.51.100.10'],
      balancer: 'proxy, pods, round-robin',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'arrives',
  question: 'ends',
});
