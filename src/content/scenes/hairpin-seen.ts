import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: a Pod asks its own Service, and another Pod is drawn; which sender does that see? */
export const HAIRPIN_SEEN = scene({
  id: 'hairpin-seen',
  lesson: 'back-to-oneself',
  title: { en: 'The other Pod is drawn', ko: '다른 Pod가 뽑히면' },
  example: clusterBench({ pods: 2, on: 'node1' }, (cluster) => ({
    from: makePod(cluster, 'web'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
  notes: {
    en: 'The same Pod asks, and its neighbour is drawn: only who is led back to itself is marked. Compare the source with the scene before.',
    ko: '같은 Pod가 묻지만 이웃 Pod가 뽑힙니다. 자신에게 돌아오는 패킷에만 마크가 붙습니다. 앞 장면의 출발지와 비교해 보십시오.',
  },
});
