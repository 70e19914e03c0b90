import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** IPVS: the least connections. */
export const IPVS_LC = scene({
  id: 'ipvs-lc',
  lesson: 'four-ways',
  title: { en: 'IPVS: the least connections', ko: 'IPVS, 연결이 가장 적은 곳' },
  example: clusterBench({ pods: 3, scheduler: 'lc' }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),
  mode: 'ipvs',

  moment: 'chosen',
  question: 'which-pod',
  notes: {
    en: 'lc counts the connections each server has. With none anywhere, the first of the list is taken.',
    ko: 'lc는 서버마다 연결 수를 셉니다. 모두 없으면 목록의 첫 서버를 고릅니다.',
  },
});
