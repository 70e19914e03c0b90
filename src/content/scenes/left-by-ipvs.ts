import { clusterBench } from './bench';
import { scene } from './scene';

/** What IPVS mode left on a node: addresses of Services, on a device. */
export const LEFT_BY_IPVS = scene({
  id: 'left-by-ipvs',
  lesson: 'real-nodes',
  title: { en: 'What IPVS mode left behind', ko: 'IPVS 모드가 남긴 것' },
  release: '1.28',
  example: clusterBench({ pods: 2, settings: { leftovers: ['ipvs'] } }, ({ services }) => ({
    from: { kind: 'node', name: 'node1' },
    to: {
      kind: 'address',
      address: services.find(({ metadata }) => metadata.name === 'web')?.spec.clusterIP ?? '10.96.0.2',
    },
    protocol: 'tcp',
    port: 81,
  })),

  moment: 'refused',
  question: 'ends',
  notes: {
    en: 'kube-proxy was switched from IPVS to iptables without its --cleanup. No rule knows port 81, yet the packet does not leave: kube-ipvs0 still has the address, so the node itself refuses.',
    ko: 'kube-proxy를 --cleanup 없이 IPVS에서 iptables로 바꾸었습니다. 포트 81을 아는 규칙은 없지만 패킷은 나가지 않습니다. kube-ipvs0에 주소가 남아 있어 노드가 스스로 거부합니다.',
  },
});
