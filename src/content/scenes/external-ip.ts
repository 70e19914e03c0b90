import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** An externalIP. */
export const EXTERNAL_IP = scene({
  id: 'external-ip',
  lesson: 'from-outside',
  title: { en: 'An externalIP', ko: 'externalIP로 오는 패킷' },
  example: clusterBench({ pods: 2, service: { externalIPs: ['192.0.2.80'] } }, () => ({
    from: { kind: 'external' },
    to: toService('web', 'externalIP'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'recognised',
  question: 'which-rule',
  notes: {
    en: 'Whoever may write a Service may name any address in externalIPs: the rules take a packet for it on whichever node it comes by.',
    ko: 'Service를 쓸 수 있는 사람은 externalIPs에 어떤 주소든 적을 수 있습니다. 그 주소로 가는 패킷은 어느 노드에 오든 규칙이 받습니다.',
  },
});
