import { requestBench } from './bench';
import { scene } from './scene';

/** No rule for the host: the controller answers by itself. */
export const NO_RULE = scene({
  id: 'no-rule',
  lesson: 'from-outside',
  title: { en: 'A path that no rule has', ko: '어느 규칙에도 없는 경로' },
  example: requestBench({ host: 'blog.example' }),
  moment: 'answers',
  question: 'ends',
  notes: {
    en: 'The connection is there and the network did everything right. The answer 404 comes from the controller: no Ingress names this host. A Service without endpoints would be a 503, of the controller too.',
    ko: '연결은 맺어졌고 네트워크는 제 일을 다 했습니다. 404는 컨트롤러의 대답입니다. 이 호스트를 적은 Ingress가 없습니다. 엔드포인트 없는 Service라면 컨트롤러가 503으로 대답합니다.',
  },
});
