import { DEFAULT_EXAMPLE } from '../examples/default';
import { scene } from './scene';

/** An address on no device: what a first visitor is told. */
export const NO_DEVICE = scene({
  id: 'no-device',
  lesson: 'what-a-service-is',
  title: { en: 'An address on no device', ko: '어떤 장치에도 없는 주소' },
  example: DEFAULT_EXAMPLE,
  moment: 'sent',
  question: 'destination',
  notes: {
    en: 'Ask first where the address of web is configured. Nowhere: it lives only in rules. Follow the dotted line until it lets go of the Service.',
    ko: 'web의 주소가 어디에 설정되어 있는지 먼저 물어보십시오. 어디에도 없고 규칙 속에만 있습니다. 점선이 Service를 놓는 순간까지 따라가 보십시오.',
  },
});
