import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: which sender a Pod on Windows sees. */
export const WINDOWS_SOURCE = scene({
  id: 'windows-source',
  lesson: 'four-ways',
  further: true,
  example: clusterBench({ pods: 3 }),
  mode: 'kernelspace',
  moment: 'source-rewritten',
  question: 'source-changes',
});
