import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The balancer’s address. */
export const LOAD_BALANCER = scene({
  id: 'load-balancer',
  lesson: 'from-outside',
  example: clusterBench({ pods: 2, service: { type: 'LoadBalancer' }, ingress: ['198.51.100.10'] }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'loadBalancer'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'recognised',
  question: 'which-rule',
});
