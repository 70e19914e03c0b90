import { clusterBench } from './bench';
import { scene } from './scene';

/** Nobody behind it. */
export const NOBODY = scene({
  id: 'nobody',
  lesson: 'why-this-pod',
  title: { en: 'Nobody behind it', ko: '뒤에 아무도 없을 때' },
  example: clusterBench({ pods: 0 }),

  moment: 'refused',
  question: 'ends',
  notes: {
    en: 'The selector fits no Pod. kube-proxy writes REJECT, so the client hears at once instead of waiting.',
    ko: '셀렉터에 맞는 Pod가 없습니다. kube-proxy가 REJECT를 쓰므로 클라이언트는 기다리지 않고 바로 압니다.',
  },
});
