import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Not on the list. */
export const SOURCE_RANGES = scene({
  id: 'source-ranges',
  lesson: 'from-outside',
  title: { en: 'Not on the list', ko: '목록에 없는 클라이언트' },
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
  notes: {
    en: 'loadBalancerSourceRanges lets 203.0.113.0/24 in. This client is not of it.',
    ko: 'loadBalancerSourceRanges는 203.0.113.0/24만 허용합니다. 이 클라이언트는 거기에 없습니다.',
  },
});
