import { clusterBench } from './bench';
import { scene } from './scene';

/** userspace: a process between. */
export const IN_USERSPACE = scene({
  id: 'in-userspace',
  lesson: 'four-ways',
  title: { en: 'userspace: a process between', ko: 'userspace, 사이에 낀 프로세스' },
  example: clusterBench({ pods: 3 }),
  mode: 'userspace',

  moment: 'rewritten',
  question: 'destination',
  notes: {
    en: 'The packet is rewritten before a Pod is chosen: to a port of kube-proxy, which opens a second connection.',
    ko: 'Pod를 고르기 전에 패킷이 먼저 kube-proxy의 포트로 바뀝니다. kube-proxy는 두 번째 연결을 엽니다.',
  },
});
