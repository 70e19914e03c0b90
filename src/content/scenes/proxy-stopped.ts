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
  title: { en: 'kube-proxy stopped, rules stay', ko: 'kube-proxy는 멈추고 규칙은 남고' },
  example: { document: stoppedDocument },

  moment: 'rewritten',
  question: 'destination',
  notes: {
    en: 'kube-proxy is no part of the way: node1’s stopped, and its rules still lead to web. But they are those of then: the Pod is not ready any more, and node1 still sends to it.',
    ko: 'kube-proxy는 패킷의 길에 없습니다. node1의 kube-proxy가 멈춰도 규칙은 여전히 web으로 이끕니다. 다만 멈춘 때의 규칙입니다. Pod가 더는 준비되지 않았는데도 node1은 그리로 보냅니다.',
  },
});
