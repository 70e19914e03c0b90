import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** The second hop of a node port: why the Pod sees a node instead of the client. */
export const SOURCE_IP_LOST = example({
  id: 'source-ip-lost',
  title: { en: 'The lost source address', ko: '사라진 출발지 주소' },
  about: {
    en: 'The only Pod runs on node1, the client calls node2: KUBE-MARK-MASQ marks the packet and MASQUERADE replaces the client by node2.',
    ko: '유일한 Pod는 node1에 있고 클라이언트는 node2를 호출합니다. KUBE-MARK-MASQ가 패킷에 마크를 붙이고 MASQUERADE가 클라이언트 주소를 node2의 주소로 바꿉니다.',
  },
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('web', 1, 'node1'),
    clientPod('node2'),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_080 }],
    }),
  ],
  flows: (cluster) => [
    { from: { kind: 'external' }, to: toService('web', 'nodePort', 'node2'), protocol: 'tcp', port: 80 },
    { from: { kind: 'external' }, to: toService('web', 'nodePort', 'node1'), protocol: 'tcp', port: 80 },
    { from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 },
    { from: makePod(cluster, 'web'), to: toService('web'), protocol: 'tcp', port: 80 },
  ],
});
