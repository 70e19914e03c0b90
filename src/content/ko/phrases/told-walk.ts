import type * as EN from '../../en/phrases/told-walk';
import type { Translated } from '../../translated';

/** Ends of the packet that texts ask about, walked through what they tell. */
export const TOLD_WALK_PHRASES = {
  'evidence.walked':
    '텍스트가 알려 주는 대로 따라가면 패킷 {flow}은(는) {kind, select, DELIVERED {도착합니다} ASTRAY {보내지 않은 곳에 도착합니다} DROPPED {폐기됩니다} REJECTED {거부됩니다} NO_ROUTE {경로가 없어 끝납니다} NO_SOCKET {도착하지만 듣는 프로세스가 없습니다} MARTIAN {출발지 주소 때문에 폐기됩니다} TTL_EXCEEDED {TTL이 다합니다} LOOP {맴돕니다} LEFT {여기서 아는 범위를 벗어납니다} other {어디서 끝나는지 알 수 없습니다}}. {answer, select, always {응답을 받습니다.} never {응답은 오지 않습니다.} sometimes {{odds}의 확률로 응답을 받습니다.} other {응답을 받는지는 알 수 없습니다.}}',
  'evidence.walked-hangs': '이것은 어느 텍스트도 알려 주지 않는 것에 달려 있습니다(확인하는 명령: {command}).',
  'evidence.walked-tried': '사본에서 다음과 같이 바꾸면 통과합니다.',
  'evidence.next.walked-unmended':
    '{about, select, policy {이 노드에 그 Service의 Ready인 Pod를 두거나 트래픽 정책을 Cluster로 바꾸십시오(그러면 클라이언트의 주소는 가려집니다): {patch}. 알려진 것만으로는 여기서 시험해 볼 수 없습니다.} readiness {Service가 고르는 Ready인 Pod가 있어야 합니다. kubectl get pods -o wide --show-labels와 Service의 selector를 보십시오. 알려진 것만으로는 여기서 시험해 볼 수 없습니다.} selector {Service의 selector를 그 Pod의 레이블로 바꾸십시오. kubectl get pods --show-labels가 보여 줍니다. 알려진 것만으로는 여기서 시험해 볼 수 없습니다.} port {Service의 targetPort를 Pod가 받는 포트로 바꾸십시오. 알려진 것만으로는 여기서 시험해 볼 수 없습니다.} other {{count, plural, =0 {여기서 시험할 수 있는 변경이 없습니다.} other {시험한 변경 #개 가운데 고치는 것은 없습니다.}} “rulewalk walk --why”와 이유 화면이 모든 단계를 보여 줍니다.}}',
  'evidence.next.walked-through':
    '{complaint, select, none {이 패킷에는 고칠 것이 없습니다. 다른 패킷을 물어보십시오.} unfiltered {알려진 것 가운데 막는 것이 없습니다. 막아야 할 것은 텍스트에 없거나 적용되지 않습니다.} other {그래도 실패한다면 그 원인은 텍스트가 알려 주는 것 안에 없습니다. 요청을 받는 노드에 실제로 있는 것({rules}; ip addr; ip route)이나 정확한 주소, 포트, 클라이언트를 넣으십시오.}}',
  'evidence.unwalked':
    '여기서 따라가 본 패킷이 없습니다. {why, select, masked {요청한 주소 {place}이(가) 가려져 있습니다.} untold {텍스트가 {place}에 요청하지만 누구의 주소인지 알려 주지 않습니다.} nobody {규칙은 있지만 어느 패킷에 관한 것인지 알려 주지 않습니다.} guess {누가 응답할지 알려져 있지 않습니다.} other {패킷이 만날 규칙, 객체, 주소가 텍스트에 없습니다.}}',
  'evidence.next.unwalked':
    '{command, select, none {{why, select, nobody {요청한 주소와 포트, 누가 요청하는지를 알려 주십시오(“rulewalk walk FILE --from … --to …”, 또는 페이지의 패킷).} other {“kubectl get svc,endpointslices,pods,nodes -A -o wide”의 출력이나, 요청을 받는 노드의 {rules}, ip addr, ip route의 출력을 넣으십시오.}}} other {“{command}”의 출력을 넣으십시오.}}',
} satisfies Translated<typeof EN.TOLD_WALK_PHRASES>;
