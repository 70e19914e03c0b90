import { node, service } from '../../core/kubernetes/build';
import { withNodeSettings } from '../../core/kubernetes/network/node-settings';
import { example, httpPods, makePod, toService } from './example';

const ELB = 'a53772d951b3011e9a27c02b8e4b61ab.elb.example';
const CALICO = { layout: 'routed', overlay: 'ipip', writers: ['calico'] } as const;
const KUARD = service('kuard', {
  type: 'LoadBalancer',
  selector: { app: 'kuard' },
  ports: [{ port: 80, targetPort: 'http', nodePort: 30_361 }],
});

/** A cluster as 2019 had it: Kubernetes 1.11, Calico, and a load balancer of which only a name is known. */
export const KUARD_2019 = example({
  id: 'kuard-2019',
  release: '1.11',
  objects: () => [
    ...['node1', 'node2', 'node3'].map((name) => withNodeSettings(node(name), CALICO)),
    httpPods('kuard', 10),
    { ...KUARD, status: { loadBalancer: { ingress: [{ hostname: ELB }] } } },
  ],
  flows: (cluster) => [
    { from: { kind: 'external' }, to: toService('kuard', 'loadBalancer'), protocol: 'tcp', port: 80 },
    { from: { kind: 'node', name: 'node1' }, to: toService('kuard'), protocol: 'tcp', port: 80 },
    { from: makePod(cluster, 'kuard'), to: toService('kuard'), protocol: 'tcp', port: 80 },
  ],
});
