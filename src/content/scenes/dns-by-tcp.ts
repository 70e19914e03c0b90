import { makePod } from '../examples/example';
import { clusterBench, DNS } from './bench';
import { scene } from './scene';

/** The same name, by TCP. */
export const DNS_BY_TCP = scene({
  id: 'dns-by-tcp',
  lesson: 'what-a-service-is',
  further: true,
  title: { en: 'The same name, by TCP', ko: '같은 이름을 TCP로' },
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: DNS,
    protocol: 'tcp',
    port: 53,
  })),

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'TCP port 53 is another port of the Service, with rules and draws of its own.',
    ko: 'TCP 53번은 같은 Service의 다른 포트이며, 규칙과 추첨도 따로 있습니다.',
  },
});
