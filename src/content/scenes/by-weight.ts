import { gatewayBench } from './bench';
import { scene } from './scene';

/** A Gateway's Pod shares requests between two Services by the weights of an HTTPRoute. */
export const BY_WEIGHT = scene({
  id: 'by-weight',
  lesson: 'from-outside',
  further: true,
  title: { en: 'By weight: a Gateway', ko: '가중치로 나누는 Gateway' },
  example: gatewayBench({ web: 9, canary: 1 }),
  moment: 'chosen',
  question: 'chance',
  notes: {
    en: 'An HTTPRoute names its Gateway, and Services with weights. The Gateway’s Pod draws for each request, not for each connection, and opens a second connection straight to a Pod: the weights count requests, however many Pods a Service has. No rule of kube-proxy is asked on the way from the Gateway to the Pod.',
    ko: 'HTTPRoute에는 Gateway와, 가중치를 단 Service들이 적혀 있습니다. Gateway의 Pod는 연결마다가 아니라 요청마다 뽑고, Pod로 바로 두 번째 연결을 엽니다. 가중치는 요청을 나눌 뿐, Service에 Pod가 몇 개인지는 따지지 않습니다. Gateway에서 Pod로 가는 길은 kube-proxy의 규칙을 거치지 않습니다.',
  },
});
