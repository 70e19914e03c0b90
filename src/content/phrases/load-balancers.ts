import type { PhraseBook } from './phrase-book';

/** Where load balancers outside send, and why not. */
export const BALANCER_PHRASES = {
  'kubernetes.balancer.dials': {
    en: '{spread, select, hash {A hash of the connection decides; which hash that is cannot be seen from outside.} other {Its targets take turns.}} It opens a connection of its own to {targets, select, pods {a Pod} other {a node port}}, so the source is the load balancer{protocol, select, yes {; who the client is stands in front of the data (PROXY protocol)} other {}}.',
    ko: '{spread, select, hash {연결의 해시가 정하며 어떤 해시인지 바깥에서는 알 수 없습니다.} other {대상이 차례로 받습니다.}} {targets, select, pods {Pod로} other {노드 포트로}} 자신의 연결을 새로 열므로 출발지는 로드 밸런서입니다{protocol, select, yes {. 클라이언트가 누구인지는 데이터 앞에 적습니다(PROXY protocol)} other {}}.',
  },
  'kubernetes.balancer.translates': {
    en: 'Written by the load balancer itself: it puts {targets, select, pods {a Pod} other {a node port}} of {service} in the place of its own address.',
    ko: '로드 밸런서가 직접 쓴 규칙입니다. 자신의 주소 대신 {service}의 {targets, select, pods {Pod} other {노드 포트}}를 목적지로 넣습니다.',
  },
  'kubernetes.balancer.masquerades': {
    en: 'Written by the load balancer itself: it puts its own address in the place of the client’s, so that answers come back to it.',
    ko: '로드 밸런서가 직접 쓴 규칙입니다. 답이 돌아오도록 클라이언트의 주소 대신 자신의 주소를 출발지로 넣습니다.',
  },
  'kubernetes.balancer.healthz': {
    en: '{node} is in: kube-proxy answers 200 on /healthz.',
    ko: '{node}은(는) 대상입니다. kube-proxy가 /healthz에 200으로 응답합니다.',
  },
  'kubernetes.balancer.local': {
    en: '{count, plural, =0 {{node} is out: healthCheckNodePort {port} answers 503, no endpoint there is ready.} other {{node} is in: healthCheckNodePort {port} answers 200, # there.}}',
    ko: '{count, plural, =0 {{node}은(는) 빠집니다. 준비된 엔드포인트가 없어 healthCheckNodePort {port}이(가) 503으로 응답합니다.} other {{node}은(는) 대상입니다. 엔드포인트 #개가 있어 healthCheckNodePort {port}이(가) 200으로 응답합니다.}}',
  },
  'kubernetes.balancer.no-proxy': {
    en: '{node} is out: its kube-proxy does not run, so no health check is answered.',
    ko: '{node}은(는) 빠집니다. kube-proxy가 돌지 않아 상태 확인에 응답하지 않습니다.',
  },
  'kubernetes.balancer.checked': {
    en: '{in, select, yes {{node} is in: its health checks have been answered so far.} other {{node} is out: its health checks have not been answered often enough.}}',
    ko: '{in, select, yes {{node}은(는) 들어 있습니다. 지금까지 상태 확인에 응답했습니다.} other {{node}은(는) 빠집니다. 상태 확인에 충분히 응답하지 않았습니다.}}',
  },
  'kubernetes.balancer.not-ready': {
    en: '{node} is out: the Node is not Ready.',
    ko: '{node}은(는) 빠집니다. Node가 Ready가 아닙니다.',
  },
  'kubernetes.balancer.excluded': {
    en: '{node} is out: its label node.kubernetes.io/exclude-from-external-load-balancers says so.',
    ko: '{node}은(는) 빠집니다. 레이블 node.kubernetes.io/exclude-from-external-load-balancers가 있습니다.',
  },
  'kubernetes.balancer.pod': {
    en: '{ready, select, yes {{pod} is in: it is ready.} other {{pod} is out: it is not ready.}}',
    ko: '{ready, select, yes {{pod}은(는) 대상입니다. 준비되어 있습니다.} other {{pod}은(는) 빠집니다. 준비되지 않았습니다.}}',
  },
  'kubernetes.balancer.announces': {
    en: '{node} answers ARP for the address: of those that may, its name has the smallest hash with it.',
    ko: '{node}이(가) 이 주소의 ARP에 응답합니다. 응답할 수 있는 노드 가운데 주소와 함께 낸 해시가 가장 작습니다.',
  },
  'kubernetes.balancer.other-announces': {
    en: '{node} stays silent: another node answers ARP for the address.',
    ko: '{node}은(는) 조용합니다. 다른 노드가 이 주소의 ARP에 응답합니다.',
  },
  'kubernetes.balancer.may-not-announce': {
    en: '{node} may not announce the address: no endpoint that serves, or a label, keeps it out.',
    ko: '{node}은(는) 이 주소를 알릴 수 없습니다. 서비스하는 엔드포인트가 없거나 레이블로 빠져 있습니다.',
  },
} as const satisfies PhraseBook;
