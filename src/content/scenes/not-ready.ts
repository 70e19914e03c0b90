import { pod } from '../../core/kubernetes/build';
import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A Pod that is not ready. */
export const NOT_READY = scene({
  id: 'not-ready',
  lesson: 'why-this-pod',
  title: { en: 'A Pod that is not ready', ko: '준비되지 않은 Pod' },
  example: clusterBench(
    {
      pods: 2,
      extra: [
        pod('web-slow', {
          node: 'node2',
          labels: { app: 'web' },
          ready: false,
          containers: [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }],
        }),
      ],
    },
    (cluster) => ({ from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'A Pod that is not ready is no endpoint: no rule leads to it, and the others share what it had.',
    ko: '준비되지 않은 Pod는 엔드포인트가 아닙니다. 그리로 가는 규칙이 없고 나머지가 몫을 나눕니다.',
  },
});
