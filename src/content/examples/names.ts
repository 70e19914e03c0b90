import { node, pod, service } from '../../core/kubernetes/build';
import { clientPod, dnsService, example, httpPods, makePod } from './example';

/** A name is a question of its own before anything is sent. */
export const NAMES = example({
  id: 'names',
  objects: () => [
    node('node1'),
    node('node2'),
    ...dnsService(),
    httpPods('web', 2),
    httpPods('db', 2),
    clientPod('node1'),
    pod('agent', { node: 'node1', hostNetwork: true, labels: { app: 'agent' }, containers: [{ name: 'agent' }] }),
    service('web', { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
    service('db', {
      clusterIP: 'None',
      selector: { app: 'db' },
      ports: [{ name: 'http', port: 8080, targetPort: 'http' }],
    }),
    service('docs', { type: 'ExternalName', externalName: 'web.default.svc.cluster.local' }),
  ],
  flows: (cluster) => {
    const from = makePod(cluster, 'client');
    const to = (name: string, port: number) => ({ from, to: { kind: 'name', name }, protocol: 'tcp', port }) as const;
    return [
      to('web', 80),
      to('db', 8080),
      to('_http._tcp.web', 80),
      to('docs', 80),
      { ...to('web', 80), from: makePod(cluster, 'agent') },
    ];
  },
});
