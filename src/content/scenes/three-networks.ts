import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Three networks. */
export const THREE_NETWORKS = scene({
  id: 'three-networks',
  lesson: 'what-a-service-is',
  title: { en: 'Three networks', ko: '세 가지 네트워크' },
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: makePod(cluster, 'web', 'node2'),
    protocol: 'tcp',
    port: 8080,
  })),

  moment: 'routed',
  question: 'route',
  notes: {
    en: 'No Service here: a Pod asks a Pod. Count the networks: the nodes’ own, the Pods’, and the Services’, which this packet never touches.',
    ko: 'Service 없이 Pod가 Pod에 묻습니다. 노드의 네트워크, Pod의 네트워크, 그리고 이 패킷이 거치지 않는 Service의 네트워크를 세어 보십시오.',
  },
});
