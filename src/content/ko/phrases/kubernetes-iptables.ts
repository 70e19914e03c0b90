import type * as EN from '../../en/phrases/kubernetes-iptables';
import type { Translated } from '../../translated';
import { below } from '../../phrases/phrase-book';

/** Why a rule is there: what iptables mode and nftables mode say alike. */
export const SHARED_REASONS = {
  'cluster-ip': '{address}은(는) Service의 clusterIP입니다. 이 주소로 가는 패킷은 {service}의 체인으로 들어갑니다.',
  'cluster-ip-no-endpoints': '{service}에는 {address}(으)로 가는 패킷을 받을 엔드포인트가 없으므로 곧바로 거부합니다.',
  'cluster-ip-no-local-endpoints':
    'internalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 가는 패킷은 폐기됩니다.',
  'external-ip': '{address}은(는) {service}의 externalIP입니다. 이 노드에 도착한 해당 패킷을 받아들입니다.',
  'external-ip-no-endpoints': '{service}에 엔드포인트가 없으므로 externalIP {address}(으)로 오는 패킷을 거부합니다.',
  'load-balancer': '{address}은(는) {service}의 로드 밸런서 주소입니다. 노드가 직접 이 주소를 처리합니다.',
  'load-balancer-firewalled':
    '{service}의 로드 밸런서 주소 {address}(으)로 가는 패킷은 먼저 허용된 출발지 범위와 대조합니다.',
  'load-balancer-no-endpoints':
    '{service}에 엔드포인트가 없으므로 로드 밸런서 주소 {address}(으)로 오는 패킷을 거부합니다.',
  'load-balancer-no-local-endpoints':
    'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 오는 패킷은 폐기되고, 로드 밸런서의 상태 확인도 이 노드에서는 실패합니다.',
  'node-port': '{nodePort}은(는) {service}의 nodePort입니다. 이 노드의 주소로 온 해당 포트의 패킷을 받아들입니다.',
  'node-port-no-endpoints': '{service}에 엔드포인트가 없으므로 nodePort {nodePort}(으)로 오는 패킷을 거부합니다.',
  'node-port-no-local-endpoints':
    'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. nodePort {nodePort}(으)로 오는 패킷은 폐기됩니다.',
  'masquerade-all': 'masqueradeAll이 켜져 있어, {service}의 clusterIP로 가는 모든 패킷의 출발지를 이 노드로 바꿉니다.',
  'masquerade-not-local':
    '이 클러스터의 Pod가 아닌 출발지로 가는 응답은 변환한 노드를 거쳐 돌아와야 합니다. {service}(으)로 가는 이런 패킷에는 출발지를 이 노드로 바꾸라는 마크를 붙입니다.',
  'external-masquerade':
    'externalTrafficPolicy가 Cluster이므로 엔드포인트가 다른 노드에 있을 수 있습니다. {service}의 응답이 이 노드를 거쳐 돌아오도록 합니다.',
} satisfies Translated<typeof EN.SHARED_REASONS>;

/** Why each rule of kube-proxy's iptables mode is there. */
export const IPTABLES_PHRASES = {
  ...below('kubernetes.iptables', SHARED_REASONS),
  'kubernetes.iptables.external-ip-no-local-endpoints':
    'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 오는 패킷은 폐기됩니다.',
  'kubernetes.iptables.not-in-source-ranges':
    'loadBalancerSourceRanges에 없는 출발지의 패킷은 변환되지 않아 목적지가 여전히 {address}입니다. 이런 패킷은 폐기합니다.',
  'kubernetes.iptables.node-port-counted':
    'localhost를 거쳐 {service}의 nodePort {nodePort}(으)로 들어온 연결 수를 센 다음 받아들입니다.',
  'kubernetes.iptables.health-check':
    '로드 밸런서는 포트 {nodePort}(으)로 이 노드에 {service}의 엔드포인트가 있는지 묻습니다. 이 질의는 항상 허용합니다.',
  'kubernetes.iptables.external-from-pod':
    'Pod가 {service}의 외부 주소를 사용하면 clusterIP를 사용한 것처럼 다룹니다. 모든 엔드포인트가 대상이 됩니다.',
  'kubernetes.iptables.external-masquerade-node':
    '이 노드의 프로세스가 {service}의 외부 주소를 사용하면 다른 노드로 보내질 수 있으므로, 응답이 이 노드를 거쳐 돌아오도록 출발지를 바꿉니다.',
  'kubernetes.iptables.external-from-node':
    '이 노드의 프로세스가 {service}의 외부 주소를 사용하면 모든 엔드포인트에 도달할 수 있습니다.',
  'kubernetes.iptables.external-to-local':
    'externalTrafficPolicy가 Local이므로 외부 트래픽은 이 노드에 있는 {service}의 엔드포인트로만 가며 출발지가 유지됩니다.',
  'kubernetes.iptables.external-to-cluster':
    'externalTrafficPolicy가 Cluster이므로 외부 트래픽은 {service}의 어느 엔드포인트로든 갑니다.',
  'kubernetes.iptables.source-range': '{source}은(는) {service}의 로드 밸런서 주소를 사용할 수 있습니다.',
  'kubernetes.iptables.source-range-node':
    '이 노드는 허용되어 있으며, 노드가 보낸 패킷은 {service}의 주소 {address}을(를) 출발지로 가질 수 있습니다.',
  'kubernetes.iptables.source-range-rest':
    '세기만 하는 규칙입니다. 여기까지 온 패킷은 {service}의 어느 범위에도 속하지 않으며 KUBE-PROXY-FIREWALL에서 폐기됩니다.',
  'kubernetes.iptables.source-range-drop':
    '여기까지 온 패킷은 {service}의 허용된 어느 범위에도 속하지 않으므로 폐기하도록 표시합니다.',
  'kubernetes.iptables.no-local-endpoints':
    '정책이 Local인데 이 노드에는 {service}의 엔드포인트가 없으므로 패킷을 폐기하도록 표시합니다.',
  'kubernetes.iptables.load-balancer-masquerade':
    'externalTrafficPolicy가 Cluster이므로 {service}의 응답이 이 노드를 거쳐 돌아와야 합니다.',
  'kubernetes.iptables.node-port-masquerade':
    '{service}의 nodePort {nodePort}(으)로 들어온 패킷은 다른 노드로 갈 수 있으므로 응답이 이 노드를 거쳐 돌아오게 합니다.',
  'kubernetes.iptables.node-port-masquerade-localhost':
    'localhost에서 {service}의 nodePort {nodePort}(으)로 들어온 패킷은 127.0.0.1로 응답할 수 없으므로 출발지를 바꿉니다.',
  'kubernetes.iptables.external-ip-masquerade':
    '{service}의 externalIP {address}을(를) 사용한 쪽으로의 응답이 이 노드를 거쳐 돌아와야 합니다.',
  'kubernetes.iptables.external-ip-from-outside':
    '브리지나 이 노드에서 오지 않은, {service}의 externalIP {address}(으)로 가는 패킷을 받아들입니다.',
  'kubernetes.iptables.external-ip-of-node':
    '이 노드가 {service}의 externalIP {address}을(를) 직접 가지고 있으므로 해당 패킷을 받아들입니다.',
  'kubernetes.iptables.mark-drop': 'KUBE-FIREWALL이 폐기할 패킷에 kubelet이 남기는 표시입니다.',
  'kubernetes.iptables.drop-marked': 'KUBE-MARK-DROP에서 표시된 패킷을 폐기합니다. kubelet이 쓰는 규칙입니다.',
  'kubernetes.iptables.jump-drop': '표시된 패킷을 폐기하는 규칙으로 가는 kubelet의 점프입니다.',
  'kubernetes.iptables.affinity':
    'sessionAffinity가 ClientIP이므로 최근 {seconds}초 안에 {endpoint}(으)로 보내진 클라이언트는 다시 그곳으로 보냅니다.',
  'kubernetes.iptables.balance':
    '여기까지 온 패킷 가운데 1/{left}을(를) 가져갑니다. {endpoint}에 전체 연결의 1/{count}을(를) 주려는 것입니다.',
  'kubernetes.iptables.balance-last':
    '앞의 규칙들이 가져가지 않은 나머지, 즉 1/{count}(으)로 의도한 몫을 {endpoint}(으)로 보냅니다.',
  'kubernetes.iptables.balance-only': '엔드포인트가 하나뿐이므로 모두 {endpoint}(으)로 갑니다.',
  'kubernetes.iptables.hairpin':
    'Pod {address}이(가) Service를 통해 자신에게 묻습니다. 출발지를 바꾸지 않으면 응답이 Pod 밖으로 나오지 않습니다.',
  'kubernetes.iptables.dnat':
    '목적지를 {endpoint}(으)로 바꿉니다. conntrack이 이를 기억하므로 연결의 나머지 패킷도 그대로 따라갑니다.',
  'kubernetes.iptables.dnat-affinity': '세션 어피니티를 위해 클라이언트를 기록하고 목적지를 {endpoint}(으)로 바꿉니다.',
  'kubernetes.iptables.jump-external': '받을 수 있는 엔드포인트가 없는 외부 주소로의 새 연결을 여기에서 거부합니다.',
  'kubernetes.iptables.jump-health': '로드 밸런서의 상태 확인을 허용합니다.',
  'kubernetes.iptables.jump-refused': '받을 수 있는 엔드포인트가 없는 clusterIP로의 새 연결을 여기에서 거부합니다.',
  'kubernetes.iptables.jump-forward': 'FORWARD의 정책과 관계없이 Service 트래픽의 포워딩을 허용합니다.',
  'kubernetes.iptables.jump-firewall': '허용된 범위 밖에서 로드 밸런서 주소로 오는 새 연결을 여기에서 폐기합니다.',
  'kubernetes.iptables.jump-services-output': '이 노드의 프로세스가 만드는 연결을 Service 가운데에서 찾습니다.',
  'kubernetes.iptables.jump-services-prerouting':
    'Pod나 외부에서 도착한 연결을 라우팅하기 전에 Service 가운데에서 찾습니다.',
  'kubernetes.iptables.jump-postrouting': '도중에 표시된 패킷은 나갈 때 출발지가 이 노드로 바뀝니다.',
  'kubernetes.iptables.jump-localnet': '다른 곳에서 127.0.0.0/8로 오는 패킷을 막습니다.',
  'kubernetes.iptables.localnet':
    'nodePort가 localhost에서도 응답하려면 route_localnet이 필요합니다. 이 규칙이 없으면 이웃 호스트가 이 노드의 127.0.0.1에 도달할 수 있습니다.',
  'kubernetes.iptables.drop-invalid':
    'conntrack이 어느 연결에도 속하지 않는다고 본 패킷은 변환되지 않은 채 지나갑니다. 받는 쪽은 그런 연결을 모르므로 리셋으로 응답하고, 그 리셋이 실제 연결을 끊습니다. 그래서 폐기합니다.',
  'kubernetes.iptables.forward-marked': '표시된 패킷은 Service에 속하므로 포워딩을 허용합니다.',
  'kubernetes.iptables.forward-established': '이미 알려진 연결과 그에 딸린 패킷의 포워딩을 허용합니다.',
  'kubernetes.iptables.postrouting-unmarked': '표시되지 않은 패킷은 출발지를 그대로 둡니다.',
  'kubernetes.iptables.postrouting-unmark': '터널 안에서 다시 지나갈 때 또 변환되지 않도록 마크를 지웁니다.',
  'kubernetes.iptables.postrouting-masquerade': '출발지를 이 노드의 주소와 임의의 포트로 바꿉니다.',
  'kubernetes.iptables.mark-masq': 'KUBE-POSTROUTING이 마스커레이드할 패킷을 알아볼 수 있도록 마크를 남깁니다.',
  'kubernetes.iptables.nodeports':
    '일치하는 Service 주소가 없었습니다. 이 노드의 주소로 가는 패킷이라면 포트가 nodePort일 수 있습니다.',
  'kubernetes.iptables.nodeports-at': 'nodePortAddresses에 {address}이(가) 있으므로 이 주소에서 nodePort가 응답합니다.',
} satisfies Translated<typeof EN.IPTABLES_PHRASES>;
