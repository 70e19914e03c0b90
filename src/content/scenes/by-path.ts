import { requestBench } from './bench';
import { scene } from './scene';

/** A controller reads the request, and asks a Pod past the Service. */
export const BY_PATH = scene({
  id: 'by-path',
  lesson: 'from-outside',
  title: { en: 'By host and path: an Ingress', ko: '호스트와 경로로 고르는 Ingress' },
  example: requestBench({ path: '/cart/7' }),
  moment: 'chosen',
  question: 'source-seen',
  notes: {
    en: 'An Ingress is only a wish; the controller’s Pods carry it out. They take the connection, read host and path, and open another one straight to a Pod: the address of the Service cart is never asked, nor a rule of kube-proxy for it. Who asked stands in X-Forwarded-For.',
    ko: 'Ingress는 바람일 뿐이고 일은 컨트롤러의 Pod가 합니다. 연결을 받아 호스트와 경로를 읽고 Pod로 바로 새 연결을 엽니다. Service cart의 주소도 kube-proxy의 규칙도 거치지 않습니다. 누가 물었는지는 X-Forwarded-For에 남습니다.',
  },
});
