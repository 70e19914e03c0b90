import { makePod, toService } from '../examples/example';
import { clusterBench } from './bench';
import { scene } from './scene';

/** A port that sends nothing back. */
export const HAIRPIN_OFF = scene({
  id: 'hairpin-off',
  lesson: 'back-to-oneself',
  further: true,
  title: { en: 'A bridge port without hairpin mode', ko: 'hairpin 모드가 꺼진 브리지 포트' },
  example: clusterBench({ pods: 1, settings: { hairpin: false } }, (cluster) => ({
    from: makePod(cluster, 'web'),
    to: toService('web'),
    protocol: 'tcp',
    port: 80,
  })),

  moment: 'rewritten',
  question: 'ends',
  notes: {
    en: 'hairpin mode is off: the bridge may not send a frame out of the port it came in by. Everything before it worked.',
    ko: 'hairpin 모드가 꺼져 있어 브리지는 들어온 포트로 프레임을 되돌려 보내지 못합니다. 그 전까지는 모두 정상입니다.',
  },
});
