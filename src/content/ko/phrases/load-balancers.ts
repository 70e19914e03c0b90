import type * as EN from '../../en/phrases/load-balancers';
import type { Translated } from '../../translated';

/** Where load balancers outside send, and why not. */
export const BALANCER_PHRASES = {
  'kubernetes.balancer.dials':
    '{spread, select, hash {연결의 해시가 정하며 어떤 해시인지 바깥에서는 알 수 없습니다.} other {대상이 차례로 받습니다.}} {targets, select, pods {Pod로} other {노드 포트로}} 자신의 연결을 새로 열므로 출발지는 로드 밸런서입니다{protocol, select, yes {. 클라이언트가 누구인지는 데이터 앞에 적습니다(PROXY protocol)} other {}}.',
  'kubernetes.balancer.translates':
    '로드 밸런서가 직접 쓴 규칙입니다. 자신의 주소 대신 {service}의 {targets, select, pods {Pod} other {노드 포트}}를 목적지로 넣습니다.',
  'kubernetes.balancer.masquerades':
    '로드 밸런서가 직접 쓴 규칙입니다. 답이 돌아오도록 클라이언트의 주소 대신 자신의 주소를 출발지로 넣습니다.',
  'kubernetes.balancer.healthz': '{node}은(는) 대상입니다. kube-proxy가 /healthz에 200으로 응답합니다.',
  'kubernetes.balancer.local':
    '{count, plural, =0 {{node}은(는) 빠집니다. 준비된 엔드포인트가 없어 healthCheckNodePort {port}이(가) 503으로 응답합니다.} other {{node}은(는) 대상입니다. 엔드포인트 #개가 있어 healthCheckNodePort {port}이(가) 200으로 응답합니다.}}',
  'kubernetes.balancer.no-proxy': '{node}은(는) 빠집니다. kube-proxy가 돌지 않아 상태 확인에 응답하지 않습니다.',
  'kubernetes.balancer.checked':
    '{in, select, yes {{node}은(는) 들어 있습니다. 지금까지 상태 확인에 응답했습니다.} other {{node}은(는) 빠집니다. 상태 확인에 충분히 응답하지 않았습니다.}}',
  'kubernetes.balancer.not-ready': '{node}은(는) 빠집니다. Node가 Ready가 아닙니다.',
  'kubernetes.balancer.excluded':
    '{node}은(는) 빠집니다. 레이블 node.kubernetes.io/exclude-from-external-load-balancers가 있습니다.',
  'kubernetes.balancer.pod':
    '{ready, select, yes {{pod}은(는) 대상입니다. 준비되어 있습니다.} other {{pod}은(는) 빠집니다. 준비되지 않았습니다.}}',
  'kubernetes.balancer.announces':
    '{node}이(가) 이 주소의 ARP에 응답합니다. 응답할 수 있는 노드 가운데 주소와 함께 낸 해시가 가장 작습니다.',
  'kubernetes.balancer.other-announces': '{node}은(는) 조용합니다. 다른 노드가 이 주소의 ARP에 응답합니다.',
  'kubernetes.balancer.may-not-announce':
    '{node}은(는) 이 주소를 알릴 수 없습니다. 서비스하는 엔드포인트가 없거나 레이블로 빠져 있습니다.',
} satisfies Translated<typeof EN.BALANCER_PHRASES>;
