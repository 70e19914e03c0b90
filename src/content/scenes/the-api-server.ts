import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** The Service kubernetes. */
export const THE_API_SERVER = scene({
  id: 'the-api-server',
  lesson: 'what-a-service-is',
  title: { en: 'The Service kubernetes', ko: 'kubernetes라는 Service' },
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: toService('kubernetes'),
    protocol: 'tcp',
    port: 443,
  })),

  moment: 'rewritten',
  question: 'destination',
  notes: {
    en: 'The API server is reached through a Service, too. Its endpoint is no Pod of the Pod network: look at the address it becomes.',
    ko: 'API 서버에도 Service를 거쳐 갑니다. 엔드포인트는 Pod 네트워크의 Pod가 아닙니다. 주소가 무엇으로 바뀌는지 보십시오.',
  },
});
