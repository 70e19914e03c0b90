import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** IPVS: by turns. */
export const IPVS_RR = scene({
  id: 'ipvs-rr',
  lesson: 'four-ways',
  title: { en: 'IPVS: by turns', ko: 'IPVS, 차례대로' },
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),
  mode: 'ipvs',

  moment: 'chosen',
  question: 'where',
  notes: {
    en: 'rr gives each its turn. Whose turn it was is in the kernel’s memory, and not in any rule.',
    ko: 'rr은 차례를 돌립니다. 누구의 차례였는지는 규칙이 아니라 커널의 기억 속에 있습니다.',
  },
});
