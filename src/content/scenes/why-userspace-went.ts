import { clusterBench } from './bench';
import { scene } from './scene';

/** Why it went. */
export const WHY_USERSPACE_WENT = scene({
  id: 'why-userspace-went',
  lesson: 'four-ways',
  title: { en: 'Why it went', ko: '왜 사라졌을까' },
  example: clusterBench({ pods: 3 }),
  mode: 'userspace',

  moment: 'arrives',
  question: 'source-seen',
  notes: {
    en: 'Every byte goes through a process, and the Pod never sees who asked. Kubernetes 1.26 took the mode out.',
    ko: '모든 바이트가 프로세스를 지나고, Pod는 누가 물었는지 보지 못합니다. Kubernetes 1.26에서 이 모드는 사라졌습니다.',
  },
});
