import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Nobody to ask. */
export const NO_DNS = scene({
  id: 'no-dns',
  lesson: 'what-a-service-is',
  title: { en: 'Nobody to ask for the name', ko: '이름을 물을 곳이 없을 때' },
  example: clusterBench({ pods: 2, isDnsDown: true }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: { kind: 'name', name: 'web' },
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'refused',
  question: 'ends',
  notes: {
    en: 'web is well, but no Pod stands behind kube-dns: the question is refused, and nothing is ever sent to web.',
    ko: 'web은 멀쩡하지만 kube-dns 뒤에 Pod가 없습니다. 물음이 거부되어 web으로는 아무것도 가지 않습니다.',
  },
});
