import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** IPVS: by the sender. */
export const IPVS_SH = scene({
  id: 'ipvs-sh',
  lesson: 'four-ways',
  title: { en: 'IPVS: by the sender', ko: 'IPVS, 보낸 쪽에 따라' },
  example: clusterBench({ pods: 3, scheduler: 'sh' }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),
  mode: 'ipvs',

  moment: 'chosen',
  question: 'which-pod',
  notes: {
    en: 'sh makes a number of the sender’s address: the same client meets the same Pod for as long as the Pods stay.',
    ko: 'sh는 보낸 쪽 주소로 수를 만듭니다. Pod가 그대로인 한 같은 클라이언트는 같은 Pod를 만납니다.',
  },
});
