import { makePod } from '../examples/example';
import { clusterBench, DNS } from './bench';
import { scene } from './scene';

/** A name, by UDP. */
export const DNS_BY_UDP = scene({
  id: 'dns-by-udp',
  lesson: 'what-a-service-is',
  title: { en: 'A name, by UDP', ko: '이름을 UDP로' },
  example: clusterBench({ pods: 3 }, (cluster) => ({
    from: makePod(cluster, 'client'),
    to: DNS,
    protocol: 'udp',
    port: 53,
  })),

  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'Before a Pod connects to a name it asks here: kube-dns is a Service as any other, on UDP port 53.',
    ko: 'Pod는 이름에 연결하기 전에 여기에 묻습니다. kube-dns도 UDP 53번 포트의 평범한 Service입니다.',
  },
});
