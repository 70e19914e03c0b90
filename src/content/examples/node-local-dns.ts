import { node, service } from '../../core/kubernetes/build';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { clientPod, dnsService, example, httpPods, makePod, upstreamService } from './example';

/** Names are asked for on the node itself. */
export const NODE_LOCAL_DNS_CACHE = example({
  id: 'node-local-dns',
  title: { en: 'A DNS cache on every node', ko: '노드마다 DNS 캐시' },
  about: {
    en: 'Both nodes have the address of kube-dns themselves: a question ends at node-local-dns, untracked, and only what it does not know goes on, by TCP, through the rules of another Service.',
    ko: '두 노드가 kube-dns의 주소를 직접 가집니다. 질문은 추적되지 않은 채 node-local-dns에서 끝나고, 모르는 것만 TCP로 다른 Service의 규칙을 지나 나갑니다.',
  },
  objects: () => [
    ...['node1', 'node2'].map((name) => withNodeSettings(node(name), { writers: ['kube-proxy', 'nodelocaldns'] })),
    ...dnsService(1),
    upstreamService(),
    httpPods('web', 2),
    clientPod('node1'),
    service('web', { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
  ],
  flows: (cluster) => {
    const from = makePod(cluster, 'client');
    const dns = { kind: 'service', namespace: 'kube-system', name: 'kube-dns', via: 'clusterIP' } as const;
    return [
      { from, to: { kind: 'name', name: 'web' }, protocol: 'tcp', port: 80 },
      { from, to: dns, protocol: 'udp', port: 53 },
    ];
  },
});
