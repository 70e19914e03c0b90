import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** Services kube-proxy writes no rule for: DNS alone answers for them. */
export const HEADLESS_AND_EXTERNALNAME = example({
  id: 'headless-and-externalname',
  title: { en: 'Headless and ExternalName', ko: '헤드리스와 ExternalName' },
  about: {
    en: 'db is headless and docs is an ExternalName: neither has an address to send to, and neither is in the rules; the Pods of db are called directly.',
    ko: 'db는 헤드리스이고 docs는 ExternalName입니다. 둘 다 보낼 주소가 없고 규칙에도 나오지 않습니다. db의 Pod는 직접 호출합니다.',
  },
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
