import { clusterBench } from './bench';
import { scene } from './scene';
import { makePod } from '../examples/example';

/** A machine that is no node reaches a Pod by its own address. */
export const ROUTED_FROM_OUTSIDE = scene({
  id: 'routed-from-outside',
  lesson: 'from-outside',
  title: { en: 'No node, and still in the Pod network', ko: '노드가 아니어도 Pod 네트워크에' },
  example: clusterBench({ pods: 1, on: 'node2', settings: { outsideRoutes: true } }, (cluster) => ({
    from: { kind: 'external' },
    to: makePod(cluster, 'web'),
    protocol: 'tcp',
    port: 8080,
  })),

  moment: 'arrives',
  question: 'ends',
  notes: {
    en: 'The cloud’s route table sends each node’s Pod network to that node, as BGP would. So a machine beside the cluster asks a Pod by its address: no Service, no rule, no NAT.',
    ko: '클라우드의 라우팅 테이블이 각 노드의 Pod 네트워크를 그 노드로 보냅니다. BGP로도 그렇게 됩니다. 그래서 클러스터 밖의 머신이 Pod를 주소로 바로 부릅니다. Service도 규칙도 NAT도 없습니다.',
  },
});
