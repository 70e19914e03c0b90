import { makePod, upstreamService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The clusterIP is an address of the node, and nobody tracks what goes there. */
export const DNS_ON_THE_NODE = scene({
  id: 'dns-on-the-node',
  lesson: 'real-nodes',
  further: true,
  title: { en: 'Asked without a connection', ko: '연결 추적 없이 묻기' },
  example: clusterBench(
    {
      pods: 1,
      service: { type: 'ClusterIP', clusterIP: 'None' },
      settings: { writers: ['kube-proxy', 'nodelocaldns'] },
      extra: [upstreamService()],
    },
    (cluster) => ({ from: makePod(cluster, 'client'), to: { kind: 'name', name: 'web' }, protocol: 'tcp', port: 8080 }),
  ),

  moment: 'crosses',
  question: 'ends',
  notes: {
    en: 'node-local-dns has the address of kube-dns on its node, and NOTRACK keeps the question out of conntrack: no rule of the Service sees it. What the cache does not know it asks by TCP, at kube-dns-upstream. How many entries are there in conntrack then?',
    ko: 'node-local-dns가 kube-dns의 주소를 자기 노드에 두고, NOTRACK이 질문을 conntrack 밖에 둡니다. Service의 규칙은 이 질문을 보지 못합니다. 캐시가 모르는 것은 TCP로 kube-dns-upstream에 묻습니다. 그때 conntrack에는 항목이 몇 개 있습니까?',
  },
});
