import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** One node answers for the address. */
export const ARP_BY_A_NODE = scene({
  id: 'arp-by-a-node',
  lesson: 'from-outside',
  further: true,
  title: { en: 'One node answers for the address', ko: '노드 하나가 주소에 응답한다' },
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Cluster' },
      ingress: ['198.51.100.10'],
      balancer: 'announce',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'recognised',
  question: 'which-rule',
  notes: {
    en: 'MetalLB in L2 mode: no machine stands in front. One node answers ARP for the address, gets all packets, and its rules spread them.',
    ko: 'L2 모드의 MetalLB입니다. 앞에 선 머신은 없습니다. 노드 하나가 ARP에 응답해 모든 패킷을 받고, 그 노드의 규칙이 나눕니다.',
  },
});
