import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** The bench a first visitor sees. */
export const WEB_TWO_NODES = example({
  id: 'web-two-nodes',
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('web', 3),
    clientPod('node1'),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_080 }],
    }),
    service('empty', { selector: { app: 'nobody' }, ports: [{ name: 'http', port: 80, targetPort: 8080 }] }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 },
    { from: { kind: 'external' }, to: toService('web', 'nodePort', 'node2'), protocol: 'tcp', port: 80 },
    { from: makePod(cluster, 'web'), to: toService('web'), protocol: 'tcp', port: 80 },
    { from: makePod(cluster, 'client'), to: makePod(cluster, 'web', 'node2'), protocol: 'tcp', port: 8080 },
    { from: makePod(cluster, 'client'), to: toService('empty'), protocol: 'tcp', port: 80 },
  ],
});
