import { clusterBench } from './bench';
import { scene } from './scene';

/** What IPVS mode left on a node: addresses of Services, on a device. */
export const LEFT_BY_IPVS = scene({
  id: 'left-by-ipvs',
  lesson: 'real-nodes',
  further: true,
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
    en: 'kube-proxy was switched from IPVS to iptables without its --cleanup. kube-ipvs0 still has the address, so the packet does not leave the node; and KUBE-IPVS-FILTER, which was left as well, rejects what is for a Service address but for no port of a Service.',
    ko: 'kube-proxy를 --cleanup 없이 IPVS에서 iptables로 바꾸었습니다. kube-ipvs0에 주소가 남아 있어 패킷은 노드를 떠나지 않고, 함께 남은 KUBE-IPVS-FILTER가 Service 주소이지만 어느 Service의 포트도 아닌 패킷을 거부합니다.',
  },
});
