import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** Scene: who answers a ping? */
export const PING_A_SERVICE = scene({
  id: 'ping-a-service',
  lesson: 'what-a-service-is',
  title: { en: 'Who answers a ping?', ko: 'ping에는 누가 응답할까' },
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('web'),
    protocol: 'icmp',
    port: 0,
  })),

  moment: 'routed',
  question: 'ends',
  notes: {
    en: 'ping web: the rules speak of TCP port 80 only, so nothing takes the packet. It follows the default route to the gateway, which forwards for nobody (ip_forward is 0): it is lost there.',
    ko: 'web에 ping을 보냅니다. 규칙은 TCP 80번 포트만 말하므로 아무도 받지 않습니다. 패킷은 기본 경로를 따라 게이트웨이까지 가지만, 게이트웨이는 포워딩하지 않으므로(ip_forward가 0) 거기서 사라집니다.',
  },
});
