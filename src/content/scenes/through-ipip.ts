import { clusterBench } from './bench';
import { scene } from './scene';

/** Calico's links, and IP in IP between the nodes. */
export const THROUGH_IPIP = scene({
  id: 'through-ipip',
  lesson: 'back-to-oneself',
  further: true,
  example: clusterBench({ pods: 1, on: 'node2', settings: { layout: 'routed', overlay: 'ipip' } }),

  moment: 'translated-back',
  question: 'reply-carries',
});
