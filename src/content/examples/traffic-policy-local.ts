import { node, service } from '../../core/kubernetes/build';
import { clientPod, example, httpPods, makePod, dnsService, toService } from './example';

/** externalTrafficPolicy: Local answers only where a Pod is, and keeps the client's address. */
export const TRAFFIC_POLICY_LOCAL = example({
  id: 'traffic-policy-local',
  title: { en: 'externalTrafficPolicy: Local', ko: 'externalTrafficPolicy: Local' },
  about: {
    en: 'The Pods run on node1 only: node1 answers and the Pod sees the client; node2 drops what comes from outside.',
    ko: 'Pod는 node1에서만 실행됩니다. node1은 응답하고 Pod는 클라이언트 주소를 그대로 봅니다. node2는 외부에서 온 패킷을 폐기합니다.',
  },
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
