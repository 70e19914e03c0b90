import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Not on the list. */
export const SOURCE_RANGES = scene({
  id: 'source-ranges',
  lesson: 'from-outside',
  example: clusterBench(
    {
      pods: 2,
      service: { type: 'LoadBalancer', loadBalancerSourceRanges: ['203.0.113.0/24'] },
      ingress: ['198.51.100.10'],
    },
    () => ({
      from: { kind: 'external', address: '192.0.2.50' },
      to: toService('web', 'loadBalancer'),
      protocol: 'tcp',
      port: 80,
    }),
  ),

  moment: 'dropped',
  question: 'ends',
});
