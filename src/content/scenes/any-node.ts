import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Any node will do. */
export const ANY_NODE = scene({
  id: 'any-node',
  lesson: 'from-outside',
  title: { en: 'Any node will do', ko: '어느 노드든 된다' },
  example: clusterBench({ pods: 1, on: 'node1' }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node2'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'marked',
  question: 'source-changes',
  notes: {
    en: 'node2 has no Pod of web, and still takes the connection. See what it has to do so that the answer comes back through it.',
    ko: 'node2에는 web의 Pod가 없어도 연결을 받습니다. 응답이 자신을 거쳐 돌아오도록 무엇을 하는지 보십시오.',
  },
});
