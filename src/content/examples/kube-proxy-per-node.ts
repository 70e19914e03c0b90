import { node, pod, service } from '../../core/kubernetes/build';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { example, httpPods, toService } from './example';

const clientOn = (name: string) =>
  pod(`client-${name}`, { node: name, labels: { app: 'client' }, containers: [{ name: 'client' }] });
const isAsking = (name: string) => ({ kind: 'pod', namespace: 'default', name: `client-${name}` }) as const;

/** Three nodes, each with a kube-proxy that is told something else. */
export const KUBE_PROXY_PER_NODE = example({
  id: 'kube-proxy-per-node',
  objects: () => [
    node('plain'),
    withNodeSettings(node('masquerades-all'), { kubeProxy: { iptables: { masqueradeAll: true } } }),
    withNodeSettings(node('no-node-ports'), { kubeProxy: { nodePortAddresses: ['127.0.0.0/8'] } }),
    httpPods('web', 1, 'plain'),
    ...['plain', 'masquerades-all', 'no-node-ports'].map(clientOn),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_080 }],
    }),
  ],
  flows: () => [
    { from: isAsking('masquerades-all'), to: toService('web'), protocol: 'tcp', port: 80 },
    { from: isAsking('no-node-ports'), to: toService('web'), protocol: 'tcp', port: 80 },
    ...['plain', 'masquerades-all', 'no-node-ports'].map(
      (name) =>
        ({ from: { kind: 'external' }, to: toService('web', 'nodePort', name), protocol: 'tcp', port: 80 }) as const,
    ),
  ],
});
