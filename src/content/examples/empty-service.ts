import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** Example: who is refused, and by which hook, when a Service has no endpoints. */
export const EMPTY_SERVICE = example({
  id: 'empty-service',
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('api', 2),
    clientPod('node1'),
    service('api', {
      type: 'NodePort',
      selector: { app: 'api-v2' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_081 }],
    }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: toService('api'), protocol: 'tcp', port: 80 },
    { from: { kind: 'node', name: 'node1' }, to: toService('api'), protocol: 'tcp', port: 80 },
    { from: { kind: 'external' }, to: toService('api', 'nodePort', 'node1'), protocol: 'tcp', port: 80 },
    { from: makePod(cluster, 'client'), to: makePod(cluster, 'api'), protocol: 'tcp', port: 8080 },
  ],
});
