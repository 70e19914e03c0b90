import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A load balancer that puts itself in the place of the source, too. */
export const NAT_HIDES_THE_SOURCE = scene({
  id: 'nat-hides-the-source',
  lesson: 'from-outside',
  further: true,
  title: { en: 'A balancer with rules of its own', ko: '자기 규칙이 있는 로드 밸런서' },
  example: clusterBench(
    {
      pods: 2,
      on: 'node2',
      service: { type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
      ingress: ['198.51.100.10'],
      balancer: 'nat, nodes, masquerade',
    },
    () => ({ from: { kind: 'external' }, to: toService('web', 'loadBalancer'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'source-rewritten',
  question: 'source-changes',
  notes: {
    en: 'Masqueraded at the balancer: whatever the policy of the Service, the Pod sees the balancer. Answers find their way without a route that leads there.',
    ko: '로드 밸런서가 마스커레이드합니다. Service의 정책이 무엇이든 Pod는 로드 밸런서를 봅니다. 응답은 따로 경로를 두지 않아도 돌아옵니다.',
  },
});
