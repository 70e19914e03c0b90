import { node, pod, service } from '../../core/kubernetes/build';
import { clientPod, dnsService, example, httpPods, makePod } from './example';

/** A name is a question of its own before anything is sent. */
export const NAMES = example({
  id: 'names',
  title: { en: 'Going to a name', ko: '이름으로 보내기' },
  about: {
    en: 'Before a Pod sends to web it asks kube-dns, a Service itself; a headless name is its Pods, an SRV record says the port, and hostNetwork asks elsewhere.',
    ko: 'Pod는 web에 보내기 전에 역시 Service인 kube-dns에 묻습니다. 헤드리스 이름은 Pod들이고, SRV 레코드는 포트까지 말하며, hostNetwork는 다른 곳에 묻습니다.',
  },
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
