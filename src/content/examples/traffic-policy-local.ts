import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** externalTrafficPolicy: Local answers only where a Pod is, and keeps the client's address. */
export const TRAFFIC_POLICY_LOCAL = example({
  id: 'traffic-policy-local',
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('web', 2, 'node1'),
    clientPod('node2'),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      externalTrafficPolicy: 'Local',
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_080 }],
    }),
  ],
  flows: (cluster) => [
    { from: { kind: 'external' }, to: toService('web', 'nodePort', 'node1'), protocol: 'tcp', port: 80 },
    { from: { kind: 'external' }, to: toService('web', 'nodePort', 'node2'), protocol: 'tcp', port: 80 },
    { from: makePod(cluster, 'client'), to: toService('web', 'nodePort', 'node2'), protocol: 'tcp', port: 80 },
    { from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 },
  ],
});
