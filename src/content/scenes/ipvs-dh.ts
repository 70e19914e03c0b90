import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** IPVS: by the destination. */
export const IPVS_DH = scene({
  id: 'ipvs-dh',
  lesson: 'four-ways',
  title: { en: 'IPVS: by the destination', ko: 'IPVS, 목적지에 따라' },
  example: clusterBench({ pods: 3, scheduler: 'dh' }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),
  mode: 'ipvs',

  moment: 'chosen',
  question: 'which-pod',
  notes: {
    en: 'dh makes a number of the destination, and that is the Service for everybody: one Pod gets all.',
    ko: 'dh는 목적지로 수를 만드는데, 목적지는 누구에게나 Service입니다. Pod 하나가 모두 받습니다.',
  },
});
