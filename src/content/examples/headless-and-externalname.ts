import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** Services kube-proxy writes no rule for: DNS alone answers for them. */
export const HEADLESS_AND_EXTERNALNAME = example({
  id: 'headless-and-externalname',
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('db', 2),
    clientPod('node1'),
    service('db', {
      clusterIP: 'None',
      selector: { app: 'db' },
      ports: [{ name: 'http', port: 8080, targetPort: 'http' }],
    }),
    service('docs', { type: 'ExternalName', externalName: 'kubernetes.io' }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: makePod(cluster, 'db', 'node2'), protocol: 'tcp', port: 8080 },
    { from: makePod(cluster, 'client'), to: toService('db'), protocol: 'tcp', port: 8080 },
    { from: makePod(cluster, 'client'), to: toService('docs'), protocol: 'tcp', port: 80 },
  ],
});
