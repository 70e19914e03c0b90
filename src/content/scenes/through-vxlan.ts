import { toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A packet in a packet. */
export const THROUGH_VXLAN = scene({
  id: 'through-vxlan',
  lesson: 'back-to-oneself',
  title: { en: 'A packet in a packet', ko: '패킷 속의 패킷' },
  example: clusterBench({ pods: 1, on: 'node2', settings: { overlay: 'vxlan' } }, () => ({
    from: { kind: 'node', name: 'node1' },
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'arrives',
  question: 'source-seen',
  notes: {
    en: 'node1 asks, and the Pod is behind VXLAN. Which source address does the Pod see, and which two addresses does the wire see?',
    ko: 'node1이 묻고 Pod는 VXLAN 너머에 있습니다. Pod가 보는 출발지 주소는 무엇이고, 선 위에서 보이는 두 주소는 무엇입니까?',
  },
});
