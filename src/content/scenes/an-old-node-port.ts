import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A node port as kube-proxy 1.11 wrote it. */
export const AN_OLD_NODE_PORT = scene({
  id: 'an-old-node-port',
  lesson: 'from-outside',
  further: true,
  title: { en: 'A node port in 2018: 1.11', ko: '2018년의 노드 포트: 1.11' },
  example: clusterBench({ pods: 10, on: 'node2' }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node1'),
    protocol: 'tcp',
    port: 80,
  })),
  release: '1.11',

  moment: 'marked',
  question: 'source-changes',
  notes: {
    en: 'Rules of Kubernetes 1.11: no KUBE-EXT chain yet, KUBE-NODEPORTS itself marks, and then draws one of ten. What arrives is as today.',
    ko: 'Kubernetes 1.11의 규칙입니다. 아직 KUBE-EXT 체인이 없어 KUBE-NODEPORTS가 직접 표시한 뒤 열 중 하나를 뽑습니다. 도착하는 것은 지금과 같습니다.',
  },
});
