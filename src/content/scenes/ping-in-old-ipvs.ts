import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A ping that is answered. */
export const PING_IN_OLD_IPVS = scene({
  id: 'ping-in-old-ipvs',
  lesson: 'what-a-service-is',
  further: true,
  title: { en: 'The same ping, in 1.24', ko: '같은 ping을 1.24에서' },
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'icmp',
    port: 0,
  })),
  mode: 'ipvs',
  release: '1.24',
  moment: 'arrives',
  question: 'ends',
  notes: {
    en: 'IPVS mode of release 1.24, without that filter: the node itself answers for kube-ipvs0. No Pod ever saw it: a ping says nothing about a Service.',
    ko: '그 필터가 없던 1.24 릴리스의 IPVS 모드입니다. kube-ipvs0의 주소로 노드가 직접 응답합니다. Pod는 본 적도 없으므로 ping은 Service에 대해 아무것도 알려 주지 않습니다.',
  },
});
