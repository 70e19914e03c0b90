import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** sessionAffinity: ClientIP as xt_recent lists, one an endpoint. */
export const SESSION_AFFINITY = example({
  id: 'session-affinity',
  title: { en: 'sessionAffinity: ClientIP', ko: 'sessionAffinity: ClientIP' },
  about: {
    en: 'Before the odds are drawn, each endpoint is asked whether it has seen this client: the first connection finds nobody and is remembered.',
    ko: '확률로 고르기 전에 각 엔드포인트가 이 클라이언트를 본 적이 있는지 먼저 확인합니다. 첫 연결은 기록이 없어 새로 고른 뒤 기억됩니다.',
  },
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('cart', 3),
    clientPod('node1'),
    service('cart', {
      type: 'NodePort',
      selector: { app: 'cart' },
      sessionAffinity: 'ClientIP',
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_082 }],
    }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: toService('cart'), protocol: 'tcp', port: 80 },
    { from: { kind: 'external' }, to: toService('cart', 'nodePort', 'node1'), protocol: 'tcp', port: 80 },
  ],
});
