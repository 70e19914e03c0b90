import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The Service did its part. */
export const POLICY_OR_SERVICE = scene({
  id: 'policy-or-service',
  lesson: 'real-nodes',
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
});
