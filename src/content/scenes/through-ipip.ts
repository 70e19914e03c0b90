import { clusterBench } from './bench';
import { scene } from './scene';

/** Calico's links, and IP in IP between the nodes. */
export const THROUGH_IPIP = scene({
  id: 'through-ipip',
  lesson: 'back-to-oneself',
  further: true,
  title: { en: 'Calico: no bridge, and IP in IP', ko: 'Calico: 브리지 없이, IP 속의 IP로' },
  example: clusterBench({ pods: 1, on: 'node2', settings: { layout: 'routed', overlay: 'ipip' } }),

  moment: 'translated-back',
  question: 'reply-carries',
  notes: {
    en: 'Each Pod has a link of its own (cali*), a gateway 169.254.1.1 that is nowhere, and packets for the other node leave by tunl0. Where is the destination put back?',
    ko: 'Pod마다 자기만의 링크(cali*)와 어디에도 없는 게이트웨이 169.254.1.1이 있고, 다른 노드로 가는 패킷은 tunl0으로 나갑니다. 목적지는 어디에서 되돌려집니까?',
  },
});
