import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Local keeps the client. */
export const LOCAL_KEEPS = scene({
  id: 'local-keeps',
  lesson: 'from-outside',
  example: clusterBench({ pods: 2, on: 'node1', service: { externalTrafficPolicy: 'Local' } }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'nodePort', 'node1'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
});
