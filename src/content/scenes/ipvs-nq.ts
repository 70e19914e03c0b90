import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** IPVS: never queue. */
export const IPVS_NQ = scene({
  id: 'ipvs-nq',
  lesson: 'four-ways',
  title: { en: 'IPVS: never queue', ko: 'IPVS, 기다리지 않게' },
  example: clusterBench({ pods: 3, scheduler: 'nq' }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),
  mode: 'ipvs',

  moment: 'chosen',
  question: 'which-pod',
  notes: {
    en: 'nq takes an idle server if there is one, before it compares.',
    ko: 'nq는 비교하기 전에 쉬는 서버가 있으면 그것을 고릅니다.',
  },
});
