import { DOCKER_FORWARD_DROP } from '../examples/docker-forward-drop';
import { scene } from './scene';

/** Docker set FORWARD to DROP. */
export const DOCKER_BESIDE = scene({
  id: 'docker-beside',
  lesson: 'real-nodes',
  title: { en: 'Docker set FORWARD to DROP', ko: 'Docker가 바꾼 FORWARD DROP' },
  example: DOCKER_FORWARD_DROP,

  moment: 'dropped',
  question: 'ends',
  notes: {
    en: 'A pasted node: everything of kube-proxy is right, and the packet is still dropped, by a policy that Docker set.',
    ko: '붙여 넣은 실제 노드입니다. kube-proxy의 것은 모두 맞지만 Docker가 바꾼 정책 때문에 패킷이 폐기됩니다.',
  },
});
