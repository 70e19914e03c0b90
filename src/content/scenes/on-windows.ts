import { clusterBench } from './bench';
import { scene } from './scene';

/** A Windows node picks a Pod. */
export const ON_WINDOWS = scene({
  id: 'on-windows',
  lesson: 'four-ways',
  title: { en: 'A Windows node picks a Pod', ko: 'Windows 노드가 Pod를 고른다' },
  example: clusterBench({ pods: 3 }),
  mode: 'kernelspace',
  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'No rules here: kube-proxy asked HNS for a load balancer policy, and VFP in the virtual switch picks one of its endpoints by a hash nobody outside knows. Nothing of this was recorded; it is as documented.',
    ko: '여기에는 규칙이 없습니다. kube-proxy가 HNS에 로드 밸런서 정책을 요청했고, 가상 스위치의 VFP가 밖에서는 알 수 없는 해시로 엔드포인트 하나를 고릅니다. 기록한 것이 아니라 문서를 따른 것입니다.',
  },
});
