import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** One node answers for the address. */
export const ARP_BY_A_NODE = scene({
  id: 'arp-by-a-node',
  lesson: 'from-outside',
  further: true,
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Cluster' },
      ingress: ['198.51.100.10'],
      balancer: 'announce',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'recognised',
  question: 'which-rule',
});
