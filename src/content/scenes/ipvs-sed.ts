import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** IPVS: the shortest delay. */
export const IPVS_SED = scene({
  id: 'ipvs-sed',
  lesson: 'four-ways',
  title: { en: 'IPVS: the shortest delay', ko: 'IPVS, 지연이 가장 짧은 곳' },
  example: clusterBench({ pods: 3, scheduler: 'sed' }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),
  mode: 'ipvs',

  moment: 'chosen',
  question: 'which-pod',
  notes: {
    en: 'sed asks how busy a server would be with one more connection.',
    ko: 'sed는 연결이 하나 더 생기면 얼마나 바쁠지를 봅니다.',
  },
});
