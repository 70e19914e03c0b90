import type * as EN from '../../en/phrases/why';
import type { Translated } from '../../translated';

/** Why a chain exists, and changes that were simulated to see whether they turn a flow's outcome round. */
export const WHY_PHRASES = {
  'kubernetes.cni-masquerade':
    'ipMasq가 켜져 있어 {pod}을(를) 이은 CNI 플러그인이 Pod 네트워크 밖에서는 노드의 주소로 보이게 합니다. kube-proxy가 쓴 규칙이 아닙니다.',
  'kubernetes.host-port.shared':
    'hostPort가 있는 Pod가 실행되는 노드마다 CNI의 portmap 플러그인이 두는 규칙입니다. 여기서는 {pod}의 {port}번입니다. kube-proxy가 쓴 규칙이 아닙니다.',
  'kubernetes.host-port.entry': 'CNI의 portmap 플러그인이 노드의 {port}번 포트를 Pod {pod}의 체인으로 이끕니다.',
  'kubernetes.host-port.mark':
    'Pod 자신의 네트워크나 노드의 루프백에서 온 패킷은 마스커레이드합니다. 그러지 않으면 {pod}의 응답이 이 길로 돌아오지 않습니다.',
  'kubernetes.host-port.dnat': 'Pod {pod}의 hostPort {port}번입니다. 패킷은 이 Pod로 갑니다.',
  'kubernetes.chain.own':
    '{chain} 체인에는 {service}의 이 포트만을 위한 규칙이 있습니다. 패킷은 점프로만 여기에 옵니다.',
  'kubernetes.chain.shared':
    'kube-proxy는 어떤 Service가 있든 이 모드에서 {chain} 체인을 만들며, 모든 Service가 함께 씁니다.',
  'kubernetes.chain.kernel':
    '{chain}은(는) 커널의 체인입니다. 훅이 여기로 들어오며, kube-proxy는 점프 규칙을 추가합니다.',
  'document.why.service': 'Service {name}의 {field} {value, select, none {설정 없음} other {변경 → {value}}}',
  'document.why.pod-ready': 'Pod {name}이(가) 준비 상태가 됩니다',
  'document.why.pod-unready': 'Pod {name}이(가) 준비되지 않은 상태가 됩니다',
  'document.why.pods-unready': 'Service의 준비된 Pod {count}개가 모두 준비되지 않은 상태가 됩니다',
  'document.why.pod-kept': 'Pod {name}이(가) 종료 중이 아니게 됩니다',
  'document.why.pod-moved': 'Pod {name}이(가) {node}에서 실행됩니다',
  'document.why.policy-removed': 'NetworkPolicy {name} 삭제',
  'document.why.scaled': 'Deployment {name}의 replicas 변경 → {count}',
  'document.why.config': 'kube-proxy의 {field} {value, select, none {설정 없음} other {변경 → {value}}}',
  'document.why.by-node': '호출자가 {node}(으)로 요청합니다',
  'document.why.from-node': '{node}이(가) 대신 보냅니다',
  'document.why.from': '대신 {from}(으)로 들어옵니다',
  'document.why.from-here': '노드 자신이 {from}에서 보냅니다',
  'document.why.mode': 'kube-proxy를 {mode} 모드로 실행합니다',
  'document.why.rule-out': '규칙 {rule} 제거: {text}',
  'document.why.policy': '{table} {chain}의 정책 → {value}',
  'document.why.test-out': '규칙 {rule}에서 조건 {test} 제거',
  'document.why.sysctl': 'sysctl {name} = {value}',
  'document.why.release': 'kube-proxy를 릴리스 {release}(으)로 교체',
  'document.why.accept': '막는 규칙 앞에 이 흐름만을 위해 추가: {rules}',
  'document.why.order': '규칙 {rule}의 순서를 {after} 뒤로 변경: {text}',
  'document.why.forgotten': '연결을 잊게 하여 다음 패킷이 nat 테이블을 다시 거치게 함: {command}',
  'document.why.note.rewritten': 'kube-proxy는 다음 동기화 때 이 규칙을 다시 씁니다.',
  'document.why.cause.selects-none': 'Service {service}의 selector는 {selector}인데, 이 레이블을 가진 Pod가 없습니다.',
  'document.why.cause.no-selector':
    'Service {service}에는 selector가 없고, 엔드포인트를 적은 EndpointSlice도 없습니다.',
  'document.why.cause.none-ready': 'Service {service}이(가) 선택하는 Pod {count}개 중 준비된 것이 없습니다.',
  'document.why.cause.all-terminating': 'Service {service}이(가) 선택하는 Pod {count}개가 모두 종료 중입니다.',
  'document.why.cause.no-named-port':
    'Service {service}은(는) 이름이 {port}인 포트로 보내는데, Pod에 있는 포트는 {has}입니다.',
  'document.why.cause.none-local':
    'Service {service}의 {field}이(가) Local인데 {node}에는 엔드포인트가 없습니다(있는 곳: {others}).',
  'document.why.cause.local-terminating':
    'Service {service}의 {field}이(가) Local인데 {node}의 유일한 엔드포인트 {pod}이(가) 종료 중입니다. kube-proxy {release}은(는) 여기로 새 연결을 보내지 않습니다.',
  'document.why.cause.out-of-range':
    '{source} 주소는 Service {service}의 loadBalancerSourceRanges({ranges}) 어디에도 들지 않습니다.',
  'document.why.cause.target-port':
    'Service {service}은(는) Pod {pod}의 {port} 포트로 보내는데, 이 Pod가 듣는 포트는 {listens}입니다.',
  'document.why.cause.node-port-addresses':
    'nodePort는 {addresses}에서만 응답하는데, {node}의 {address} 주소는 여기에 들지 않습니다.',
  'document.why.cause.node-port-unclaimed':
    '{mode} 모드에서 Service {service}의 nodePort {port}은(는) {node}의 다른 주소에서 받으며, {address}에서는 받지 않습니다.',
  'document.why.cause.external-ip-of-node':
    '{address} 주소는 Service {service}의 externalIP이면서 {node} 자신의 주소입니다. 노드의 {port} 포트를 Service가 가져갑니다.',
  'document.why.cause.rule-no-endpoints':
    'Service 포트 {service}에 엔드포인트가 없습니다. selector에 맞는 준비된 Pod가 생길 때까지 kube-proxy가 거부합니다.',
  'document.why.cause.rule-no-local-endpoints':
    'Service 포트 {service}의 엔드포인트가 이 노드에 없고, 트래픽 정책이 Local입니다.',
  'document.why.guessed-range':
    'clusterCIDR {cidr}은(는) 짐작한 값입니다. 알려 준 객체가 없습니다. 이 값이 없으면 흐름이 달리 끝나거나 받는 쪽에서 보는 출발지가 달라집니다. ConfigMap kube-proxy에 적혀 있습니다.',
  'document.why.not-asked.elsewhere': '패킷이 {node}에 오지 않았습니다.',
  'document.why.not-asked.hook':
    '이 규칙은 {hook}에서 쓰이는데, 패킷은 여기서 {hook}을(를) 지나지 않았습니다. 지난 곳: {passed}.',
  'document.why.not-asked.nat': 'nat은 추적되는 연결의 첫 패킷만 거치는데, 이 패킷은 {state} 상태입니다.',
  'document.why.not-asked.before':
    '패킷이 이 훅에 왔지만 {table} {chain}을(를) 거치기 전에 끝났습니다{by, select, none {} other {({by})}}.',
  'document.why.not-asked.unled': '여기에는 {chain}(으)로 가는 규칙이 없습니다.',
  'document.why.not-asked.jump-missed': '{rule}에서 {chain}(으)로 가는데, 거쳤지만 조건이 맞지 않았습니다: {text}',
  'document.why.not-asked.jump-unasked': '{rule}에서 {chain}(으)로 가는데, 이 규칙도 거치지 않았습니다: {text}',
  'document.why.not-asked.ended': '앞에 있는 {rule}이(가) 맞아 {chain}에서 더 나아가지 않았습니다: {text}',
  'document.why.tracked': '연결 추적에서 빼는 규칙 {count}개 제거: {rules}',
  'document.why.mark-masked': '규칙 {rule}에서 마크의 자기 비트만 설정: {text}',
  'document.why.cause.untracked':
    '{rule}(NOTRACK) 때문에 {role, select, request {패킷} other {응답}}이 UNTRACKED 상태이므로 {asked}의 {states} 조건이 맞을 수 없습니다.',
  'document.why.cause.untracked-nat':
    '{rule}(NOTRACK) 때문에 패킷이 UNTRACKED 상태입니다. nat을 거치지 않아 {service}의 주소가 변환되지 않습니다.',
  'document.why.cause.mark-overwritten':
    '{setter}에서 설정한 마크 {mark}을(를) {by}에서 {now}(으)로 덮어써서 {missed}에서 보지 못했습니다: {text}',
  'document.why.cause.masquerade-device':
    'MASQUERADE 규칙({rule}) 때문에 출발지는 패킷이 나가는 장치 {device}의 첫 주소 {to}이(가) 됩니다. 경로의 src {wanted}은(는) 쓰지 않습니다.',
  'document.why.cause.single-stack':
    'Service {service}에는 {family} 주소가 없습니다({policy}). kube-proxy는 이 주소 체계로는 아무 규칙도 쓰지 않습니다.',
  'document.why.cause.hints-gate':
    'Service {service}의 {what}은(는) 쓰이지 않습니다. kube-proxy {release}에서 기능 게이트 {gate}이(가) 꺼져 있으며, {on}부터 기본으로 켜집니다.',
  'document.why.cause.hints-no-zone':
    'Service {service}의 {what}은(는) {node}에서 쓰이지 않습니다. Node에 topology.kubernetes.io/zone 레이블이 없습니다.',
  'document.why.cause.hints-unhinted':
    'Service {service}의 {what}은(는) 쓰이지 않습니다. 엔드포인트 {pod}의 Node {on}에 존이 없어 힌트가 없습니다. 모두 힌트가 있어야 쓰입니다.',
  'document.why.cause.hints-untold':
    'Service {service}의 {what}은(는) 쓰이지 않습니다. 엔드포인트 {pod}의 힌트가 EndpointSlice에 없습니다. 모두 힌트가 있어야 쓰입니다.',
  'document.why.cause.hints-none-here':
    'Service {service}의 {what}은(는) {node}에서 쓰이지 않습니다. 이 노드의 존 {zone}을(를) 가리키는 힌트가 있는 엔드포인트가 없습니다.',
  'document.why.cause.nft-refused':
    '{node}에서 nft가 kube-proxy의 트랜잭션 전체를 거부했습니다. 이 노드에는 kube-proxy의 규칙이 없습니다.',
  'document.why.cause.weight-zero':
    '{service}에서 가중치가 0인 서버{count, plural, =1 {} other { #개}}: {servers}. 새 연결을 받지 않습니다.',
  'document.why.cause.weight-zero-all':
    '{service}의 서버 {count}개 모두 가중치가 0이라 새 연결을 받지 않습니다: {servers}.',
  'document.why.cause.counted':
    '{rule}({target})은(는) 패킷 {count}개를 셌지만 이 패킷은 그곳을 거치지 않았습니다. 패킷이 만난 규칙 가운데 그 체인으로 가는 것이 없고, 그곳으로 가는 규칙은 텍스트에 없습니다.',
  'document.why.cause.rule': '규칙 {rule}에서 끝났습니다: {text}',
  'document.why.cause.network-policy':
    '정책 때문입니다. {policies}이(가) {pod}을(를) 선택하는데 {way, select, ingress {{source}을(를) 들여보내는 ingress 규칙이 없습니다} other {{target}(으)로 내보내는 egress 규칙이 없습니다}}.{service, select, none {} other { Service {service}의 문제가 아닙니다. Service는 이미 패킷을 Pod로 보냈습니다.}}',
  'document.why.cause.rule-of': '{owner}의 규칙 {rule}에서 끝났습니다: {text}',
  'document.why.cause.policy': '{table} {chain}의 어떤 규칙도 받아들이지 않았고, 체인의 정책은 DROP입니다.',
  'document.why.cause.source.not-local':
    '{from} 주소는 로컬 트래픽({cidr})이(가) 아니어서 {rule}에서 마크하므로, 받는 쪽은 {from} 대신 {to}을(를) 봅니다. {text}',
  'document.why.cause.source.hairpin':
    '선택된 엔드포인트가 보낸 쪽 자신이어서 {rule}에서 마크하므로, 받는 쪽은 {from} 대신 {to}을(를) 봅니다. {text}',
  'document.why.cause.source.local-process':
    '노드 자신이 보냈으므로 {rule}에서 마크하며, 받는 쪽은 {from} 대신 {to}을(를) 봅니다. {text}',
  'document.why.cause.source.external':
    'externalTrafficPolicy가 Cluster여서 {rule}에서 외부 트래픽에 마크하므로, 받는 쪽은 {from} 대신 {to}을(를) 봅니다. {text}',
  'document.why.cause.source.all':
    'masqueradeAll이 켜져 있어 {rule}에서 마크하므로, 받는 쪽은 {from} 대신 {to}을(를) 봅니다. {text}',
  'document.why.cause.source.marked': '{rule}에서 마크하므로 받는 쪽은 {from} 대신 {to}을(를) 봅니다: {text}',
  'document.why.cause.stale-connection':
    'nat 테이블을 거치지 않았습니다. 이 연결에는 이미 항목이 있고 그 항목은 {leads}(으)로 가는데, 이는 {service}의 엔드포인트(현재 {endpoints})이(가) 아닙니다.',
  'document.why.cause.no-answer': '요청은 도착했지만 보낸 쪽으로 응답이 돌아오지 않았습니다.',
  'document.why.cause.elsewhere':
    '패킷이 {service}의 엔드포인트({endpoints})이(가) 아닌 {place}(으)로 갔습니다. {owner}의 규칙 {rule}에서 먼저 가져갔습니다. {text}',
  'document.why.cause.affinity-of-port':
    'Service {service}에는 포트가 {count}개 있고, ClientIP 어피니티는 포트마다 따로 기억됩니다. 이 클라이언트가 다른 포트에서 어느 Pod로 갔는지는 {port} 포트와 무관합니다. kube-proxy에는 이를 공유하는 설정이 없으며, 한 포트로 합치면 같은 Pod로 갑니다.',
  'document.why.hairpin': '{node}에서 {bridge} 포트의 헤어핀 모드를 켬 (bridge link set dev … hairpin on)',
  'document.why.cause.answer-untranslated':
    '보낸 쪽은 {asked}에 요청했는데 응답이 {seen}에서 옵니다. 돌아오는 길에 DNAT가 되돌려지지 않아 어떤 소켓도 받지 않습니다.',
  'document.why.cause.answer-untranslated-bridge':
    '응답이 iptables를 거치지 않고 브리지를 지나(net.bridge.bridge-nf-call-iptables = 0) {asked} 대신 {seen}에서 온 것으로 도착하므로 어떤 소켓도 받지 않습니다.',
  'document.why.rebuilt':
    'Service {service}의 selector에 맞는 준비된 Pod 추가 (이 규칙으로 만든 클러스터에서 보여 줍니다. kubectl get pods --show-labels와 selector를 비교하십시오)',
  'document.why.sysctl-of': '{node}의 sysctl {name} = {value}',
  'document.why.note.rebuilt': 'kube-proxy는 이 값으로 규칙을 씁니다. 이 규칙으로 만든 클러스터에서 보여 줍니다.',
  'document.why.port': '호출자가 대신 {port} 포트로 요청합니다',
  'document.why.one-port':
    '두 가지 트래픽을 모두 {port} 포트로 받음: {instead} 포트로 오던 요청을 {port} 포트로 보내고, Pod가 그 포트에서 함께 처리',
  'document.why.cause.host-port-elsewhere':
    '{port} 포트는 Pod {pod}의 hostPort입니다. Pod가 실행되는 {on}에서만 열려 있는데, {node}에 요청했습니다.',
  'document.why.cause.host-port-taken':
    '{node}의 {port} 포트는 Pod {pod}의 hostPort이지만, kube-proxy의 규칙이 CNI 플러그인의 규칙보다 앞에 있어 Service {service}에서 먼저 가져갑니다.',
  'document.why.cause.node-has-address':
    '{address} 주소는 {node} 자신의 주소({device})이기도 합니다. 노드에서 모든 주소의 {port} 포트를 듣는 프로세스가 있다면 그것이 응답합니다. kube-proxy 1.26부터는 거부합니다.',
  'document.why.cause.no-such-port': 'Service {service}에는 {port} 포트가 없습니다. 있는 포트: {has}.',
} satisfies Translated<typeof EN.WHY_PHRASES>;
