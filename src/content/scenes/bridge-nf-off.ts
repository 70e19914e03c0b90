import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A bridge that asks nobody. */
export const BRIDGE_NF_OFF = scene({
  id: 'bridge-nf-off',
  lesson: 'back-to-oneself',
  title: { en: 'A bridge that asks nobody', ko: '아무에게도 묻지 않는 브리지' },
  example: clusterBench(
    { pods: 1, on: 'node1', settings: { sysctls: { 'net.bridge.bridge-nf-call-iptables': 0 } } },
    (cluster) => ({ from: makePod(cluster, 'client'), to: toService('web'), protocol: 'tcp', port: 80 }),
  ),

  moment: 'answers',
  question: 'ends',
  notes: {
    en: 'bridge-nf-call-iptables is 0, and client and Pod share a node. Watch the way back: whose address does the answer carry?',
    ko: 'bridge-nf-call-iptables가 0이고 client와 Pod가 같은 노드에 있습니다. 돌아오는 길에 응답이 누구의 주소를 달고 있는지 보십시오.',
  },
});
