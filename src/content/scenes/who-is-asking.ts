import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: who is asking? */
export const WHO_IS_ASKING = scene({
  id: 'who-is-asking',
  lesson: 'from-outside',
  title: { en: 'Who is asking?', ko: '누가 묻는 걸까' },
  example: clusterBench({ pods: 1, on: 'node1' }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node2'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
  notes: {
    en: 'Ask what the Pod’s log will show. The address of a node: the client was replaced so that the answer finds back.',
    ko: 'Pod의 로그에 무엇이 남을지 물어보십시오. 노드의 주소입니다. 응답이 돌아올 수 있도록 클라이언트의 주소를 바꿨기 때문입니다.',
  },
});
