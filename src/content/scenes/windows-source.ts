import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: which sender a Pod on Windows sees. */
export const WINDOWS_SOURCE = scene({
  id: 'windows-source',
  lesson: 'four-ways',
  further: true,
  title: { en: 'Whom a Pod sees on Windows', ko: 'Windows에서 Pod에 보이는 상대' },
  example: clusterBench({ pods: 3 }),
  mode: 'kernelspace',
  moment: 'source-rewritten',
  question: 'source-changes',
  notes: {
    en: 'Without direct server return the answer has to come back through this node, so the Pod sees the node, not the client. With winkernel.enableDSR the source would stay.',
    ko: 'DSR이 아니면 응답이 이 노드를 거쳐 돌아와야 하므로 Pod에는 클라이언트가 아니라 노드가 보입니다. winkernel.enableDSR을 켜면 출발지가 그대로 남습니다.',
  },
});
