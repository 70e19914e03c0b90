import { makePod } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Names of no port. */
export const A_HEADLESS_NAME = scene({
  id: 'a-headless-name',
  lesson: 'why-this-pod',
  further: true,
  title: { en: 'A headless name has no ports', ko: '헤드리스 이름에는 포트가 없다' },
  example: clusterBench({ pods: 2, service: { type: 'ClusterIP', clusterIP: 'None' } }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: { kind: 'name', name: 'web' },
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'refused',
  question: 'ends',
  notes: {
    en: 'The name of a headless Service is its Pods. No rule translates port 80 to 8080 any more: the Pod is reached where nobody listens.',
    ko: '헤드리스 Service의 이름은 Pod들입니다. 80번 포트를 8080번으로 바꿀 규칙이 없어서 아무도 듣지 않는 포트에 닿습니다.',
  },
});
