import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A Pod asks itself. */
export const HAIRPIN = scene({
  id: 'hairpin',
  lesson: 'back-to-oneself',
  title: { en: 'A Pod asks itself', ko: '자신에게 묻는 Pod' },
  example: clusterBench({ pods: 1 }, (cluster) => ({
    from: makePod(cluster, 'web'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'marked',
  question: 'source-changes',
  notes: {
    en: 'The only Pod of web asks web. Without another source the answer would never leave it: the rules mark the packet.',
    ko: 'web의 유일한 Pod가 web에 묻습니다. 출발지를 바꾸지 않으면 응답이 Pod 밖으로 나가지 않으므로 규칙이 마크를 붙입니다.',
  },
});
