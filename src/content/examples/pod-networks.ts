import { node, service } from '../../core/kubernetes/build';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { clientPod, example, httpPods, makePod, toService } from './example';

const CALICO = { layout: 'routed', overlay: 'vxlan', writers: ['calico'] } as const;

/** A network as Calico lays it, with VXLAN between the nodes. */
export const POD_NETWORKS = example({
  id: 'pod-networks',
  objects: () => [
    withNodeSettings(node('node1'), CALICO),
    withNodeSettings(node('node2'), CALICO),
    httpPods('web', 1, 'node2'),
    clientPod('node1'),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_080 }],
    }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 },
    { from: { kind: 'external' }, to: toService('web', 'nodePort', 'node1'), protocol: 'tcp', port: 80 },
    {
      from: makePod(cluster, 'client'),
      to: { kind: 'address', address: '203.0.113.9' },
      protocol: 'tcp',
      port: 443,
    },
  ],
});
