import { node, service } from '../../core/kubernetes/build';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { clientPod, example, httpPods, makePod, toService } from './example';

/** Routers outside know where Pods are, as clouds that run ip-masq-agent have it. */
const AGENT = { writers: ['ip-masq-agent'], outsideRoutes: true } as const;

/** Example: a Pod that asks a private network keeps its address, one that asks any other is seen as its node. */
export const IP_MASQ_AGENT_BESIDE = example({
  id: 'ip-masq-agent',
  title: { en: 'Masquerading to the outside: ip-masq-agent', ko: '바깥으로 나갈 때의 마스커레이드: ip-masq-agent' },
  about: {
    en: 'nonMasqueradeCIDRs are rules of nat POSTROUTING: the same Pod asks a private network with its own address, and any other as its node. kube-proxy’s masquerade stands before them.',
    ko: 'nonMasqueradeCIDRs는 nat POSTROUTING의 규칙입니다. 같은 Pod가 사설 네트워크에는 자기 주소로, 다른 곳에는 노드의 주소로 묻습니다. kube-proxy의 마스커레이드는 그 앞에 있습니다.',
  },
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
