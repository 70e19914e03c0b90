import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The address of a Service, asked where no rule of a node is. */
export const ASKED_FROM_OUTSIDE = scene({
  id: 'asked-from-outside',
  lesson: 'from-outside',
  example: clusterBench({ pods: 2 }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'clusterIP'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'lost',
  question: 'ends',
});
