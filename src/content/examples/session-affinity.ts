import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** sessionAffinity: ClientIP as xt_recent lists, one an endpoint. */
export const SESSION_AFFINITY = example({
  id: 'session-affinity',
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
