import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** The second hop of a node port: why the Pod sees a node instead of the client. */
export const SOURCE_IP_LOST = example({
  id: 'source-ip-lost',
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
