import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** An externalIP. */
export const EXTERNAL_IP = scene({
  id: 'external-ip',
  lesson: 'from-outside',
  example: clusterBench({ pods: 2, service: { externalIPs: ['192.0.2.80'] } }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'externalIP'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'recognised',
  question: 'which-rule',
});
