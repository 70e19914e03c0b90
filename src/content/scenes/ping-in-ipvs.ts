import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A ping that is refused. */
export const PING_IN_IPVS = scene({
  id: 'ping-in-ipvs',
  lesson: 'what-a-service-is',
  title: { en: 'A ping in IPVS mode', ko: 'IPVS 모드의 ping' },
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'icmp',
    port: 0,
  })),
  mode: 'ipvs',

  moment: 'refused',
  question: 'ends',
  notes: {
    en: 'The same ping in IPVS mode: kube-ipvs0 has the address, so the packet comes in, and KUBE-IPVS-FILTER refuses what no virtual server takes.',
    ko: '같은 ping을 IPVS 모드에서 보냅니다. kube-ipvs0에 주소가 있어 패킷이 들어오지만, 가상 서버가 받지 않는 것은 KUBE-IPVS-FILTER가 거부합니다.',
  },
});
