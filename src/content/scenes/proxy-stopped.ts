import type { Document } from '../../core/document/document';
import { setPodReady } from '../../core/document/edits/pods';
import { setProxyRunning } from '../../core/document/edits/programs';
import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** One Pod, which is not ready any more; the kube-proxy of the client's node did not see it. */
const BENCH = clusterBench({ pods: 1, on: 'node2' });

function stoppedDocument(): Document {
  const made = BENCH.document();
  const { namespace, name } = makePod(made.cluster, 'web');
  return setPodReady(setProxyRunning(made, 'node1', false), { namespace, name }, false);
}

/** A kube-proxy that does not run. */
export const PROXY_STOPPED = scene({
  id: 'proxy-stopped',
  lesson: 'real-nodes',
  example: { document: stoppedDocument },

  moment: 'rewritten',
  question: 'destination',
});
