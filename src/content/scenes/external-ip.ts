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
    en: 'Anybody may name an address in externalIPs; the rules take it as soon as a packet for it comes by.',
    ko: 'externalIPs에는 누구나 주소를 적을 수 있습니다. 그 주소의 패킷이 들어오면 규칙이 바로 받습니다.',
  },
});
