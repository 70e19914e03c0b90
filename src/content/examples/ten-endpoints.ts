import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** The probability ladder: conditional odds that come out even. */
export const TEN_ENDPOINTS = example({
  id: 'ten-endpoints',
  title: { en: 'Ten endpoints, each 1/10', ko: '엔드포인트 열 개, 각각 1/10' },
  about: {
    en: 'The rules say 0.1, 0.111, 0.125 … 0.5 and then nothing: asked one after the other, they give every Pod the same tenth.',
    ko: '규칙에는 0.1, 0.111, 0.125 … 0.5가 차례로 적혀 있고 마지막에는 확률이 없습니다. 차례로 물으면 모든 Pod가 똑같이 1/10이 됩니다.',
  },
  objects: () => [
    node('node1'),
    node('node2'),
    node('node3'),
    ...dnsService(),
    httpPods('web', 10),
    clientPod('node1'),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_080 }],
    }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 },
    { from: { kind: 'external' }, to: toService('web', 'nodePort', 'node3'), protocol: 'tcp', port: 80 },
  ],
});
