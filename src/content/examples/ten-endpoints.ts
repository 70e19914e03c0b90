import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** The probability ladder: conditional odds that come out even. */
export const TEN_ENDPOINTS = example({
  id: 'ten-endpoints',
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
