import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: a Pod asks its own Service and is drawn; which sender does it see? */
export const HAIRPIN_SEEN = scene({
  id: 'hairpin-seen',
  lesson: 'back-to-oneself',
  title: { en: 'Whom it sees', ko: '누구로 보일까' },
  example: clusterBench({ pods: 1 }, (cluster) => ({
    from: makePod(cluster, 'web'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
  notes: {
    en: 'The Pod talks to itself and sees its node. Ask the room what would happen if it saw itself.',
    ko: 'Pod가 자신과 이야기하지만 노드가 보입니다. 자신이 보인다면 어떻게 될지 물어보십시오.',
  },
});
