import { node, service } from '../../core/kubernetes/build';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { clientPod, example, httpPods, makePod, toService } from './example';

/** Routers outside know where Pods are, as clouds that run ip-masq-agent have it. */
const AGENT = { writers: ['ip-masq-agent'], outsideRoutes: true } as const;

/** Example: a Pod that asks a private network keeps its address, one that asks any other is seen as its node. */
export const IP_MASQ_AGENT_BESIDE = example({
  id: 'ip-masq-agent',
  objects: () => [
    withNodeSettings(node('node1'), AGENT),
    withNodeSettings(node('node2'), AGENT),
    httpPods('web', 1, 'node2'),
    clientPod('node1'),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_080 }],
    }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: { kind: 'address', address: '203.0.113.9' }, protocol: 'tcp', port: 443 },
    { from: makePod(cluster, 'client'), to: { kind: 'address', address: '172.18.0.250' }, protocol: 'tcp', port: 443 },
    { from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 },
    { from: { kind: 'external' }, to: toService('web', 'nodePort', 'node1'), protocol: 'tcp', port: 80 },
  ],
});
