import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The Service did its part. */
export const POLICY_OR_SERVICE = scene({
  id: 'policy-or-service',
  lesson: 'real-nodes',
  title: { en: 'Policy or Service?', ko: '정책일까, Service일까' },
  example: clusterBench(
    {
      pods: 1,
      on: 'node1',
      settings: { layout: 'routed', writers: ['calico'] },
      others: [
        {
          apiVersion: 'networking.k8s.io/v1',
          kind: 'NetworkPolicy',
          metadata: { name: 'only-friends', namespace: 'default' },
          spec: {
            podSelector: { matchLabels: { app: 'web' } },
            ingress: [{ from: [{ podSelector: { matchLabels: { role: 'friend' } } }] }],
          },
        },
      ],
    },
    (cluster) => ({ from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'dropped',
  question: 'ends',
  notes: {
    en: 'The Service chose a Pod and rewrote the destination, and the packet is dropped all the same: a NetworkPolicy selects the Pod, and client is none of its friends. Whose chain dropped it?',
    ko: 'Service가 Pod를 고르고 목적지도 바꿨지만 패킷은 폐기됩니다. NetworkPolicy가 이 Pod를 선택하는데 client는 허용 대상이 아니기 때문입니다. 폐기한 체인은 누구의 것입니까?',
  },
});
