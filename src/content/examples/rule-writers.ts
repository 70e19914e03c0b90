import { node, service } from '../../core/kubernetes/build';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { clientPod, example, httpPods, makePod, toService } from './example';

/** Four nodes that differ in who else writes rules there, and in which order. */
export const RULE_WRITERS_BESIDE = example({
  id: 'rule-writers',
  release: '1.28',
  objects: () => [
    withNodeSettings(node('plain'), { writers: ['kubelet'] }),
    withNodeSettings(node('with-docker'), { writers: ['kubelet', 'docker'] }),
    withNodeSettings(node('with-firewalld'), { writers: ['kubelet', 'kube-proxy', 'firewalld'] }),
    withNodeSettings(node('was-ipvs'), { writers: ['kubelet'], leftovers: ['ipvs'] }),
    httpPods('web', 1, 'plain'),
    clientPod('with-docker'),
    service('web', {
      type: 'NodePort',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_080 }],
    }),
  ],
  flows: (cluster) => [
    { from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 },
    ...['plain', 'with-docker', 'with-firewalld', 'was-ipvs'].map(
      (name) =>
        ({ from: { kind: 'external' }, to: toService('web', 'nodePort', name), protocol: 'tcp', port: 80 }) as const,
    ),
  ],
});
