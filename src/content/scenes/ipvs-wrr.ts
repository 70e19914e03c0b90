import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** IPVS: by turns and weight. */
export const IPVS_WRR = scene({
  id: 'ipvs-wrr',
  lesson: 'four-ways',
  title: { en: 'IPVS: by turns and weight', ko: 'IPVS, 가중치를 둔 차례' },
  example: clusterBench({ pods: 3, scheduler: 'wrr' }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),
  mode: 'ipvs',

  moment: 'chosen',
  question: 'which-pod',
  notes: {
    en: 'wrr is rr with weights. kube-proxy gives all the same, so each still gets its turn.',
    ko: 'wrr은 가중치가 있는 rr입니다. kube-proxy는 모두 같은 가중치를 주므로 여전히 차례로 돌아갑니다.',
  },
});
