import { node, service } from '../../core/kubernetes/build';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { clientPod, dnsService, example, httpPods, makePod, upstreamService } from './example';

/** Names are asked for on the node itself. */
export const NODE_LOCAL_DNS_CACHE = example({
  id: 'node-local-dns',
  objects: () => [
    ...['node1', 'node2'].map((name) => withNodeSettings(node(name), { writers: ['kube-proxy', 'nodelocaldns'] })),
    ...dnsService(1),
    upstreamService(),
    httpPods('web', 2),
    clientPod('node1'),
    service('web', { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
  ],
  flows: (cluster) => {
    const from = makePod(cluster, 'client');
    const dns = { kind: 'service', namespace: 'kube-system', name: 'kube-dns', via: 'clusterIP' } as const;
    return [
      { from, to: { kind: 'name', name: 'web' }, protocol: 'tcp', port: 80 },
      { from, to: dns, protocol: 'udp', port: 53 },
    ];
  },
});
