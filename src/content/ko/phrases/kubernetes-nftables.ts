import type * as EN from '../../en/phrases/kubernetes-nftables';
import type { Translated } from '../../translated';
import { SHARED_REASONS } from './kubernetes-iptables';
import { below } from '../../phrases/phrase-book';

/** Why each rule, set and element of kube-proxy's nftables mode is there. */
export const NFTABLES_PHRASES = {
  ...below('kubernetes.nftables', SHARED_REASONS),
  'kubernetes.nftables.active-cluster-ip':
    '{address}은(는) {service}의 clusterIP입니다. 이 주소로 가는데 어떤 규칙도 받지 않은 패킷은 없는 포트로 가는 것이므로 거부합니다.',
  'kubernetes.nftables.external-ip-no-local-endpoints':
    'externalTrafficPolicy가 Local인데 이 노드에는 {service}의 엔드포인트가 없습니다. {address}(으)로 가면서 변환되지 않은 패킷은 폐기됩니다.',
  'kubernetes.nftables.source-ranges':
    '{service}의 loadBalancerSourceRanges는 {sources}만 허용합니다. 다른 출발지의 패킷은 변환되기 전에 폐기됩니다.',
  'kubernetes.nftables.external-from-pod':
    '이 클러스터의 Pod가 {service}의 외부 주소를 쓰더라도 정책과 관계없이 모든 엔드포인트에 도달합니다.',
  'kubernetes.nftables.external-masquerade-node':
    '노드 자신의 패킷은 다른 노드의 엔드포인트로 갈 수 있습니다. {service}(으)로 가는 이런 패킷은 나가는 주소를 출발지로 갖게 합니다.',
  'kubernetes.nftables.external-from-node': '노드 자신은 정책과 관계없이 {service}의 모든 엔드포인트에 도달합니다.',
  'kubernetes.nftables.external-to-local':
    'externalTrafficPolicy가 Local이므로 외부에서 {service}(으)로 온 패킷은 {chain}에서 이 노드의 엔드포인트로만 가고 출발지를 그대로 둡니다.',
  'kubernetes.nftables.external-to-cluster':
    'externalTrafficPolicy가 Cluster이므로 외부에서 {service}(으)로 온 패킷은 {chain}에서 아무 엔드포인트로나 갑니다.',
  'kubernetes.nftables.affinity-set':
    'sessionAffinity가 ClientIP이므로 {endpoint}(으)로 보낸 클라이언트가 마지막 연결 후 {seconds}초 동안 여기에 남습니다.',
  'kubernetes.nftables.affinity': '최근 {seconds}초 안에 {endpoint}(으)로 보낸 클라이언트는 다시 그곳으로 보냅니다.',
  'kubernetes.nftables.remember': '이 클라이언트를 {endpoint}(으)로 보냈다는 것을 {seconds}초 동안 기억합니다.',
  'kubernetes.nftables.balance':
    '난수 하나로 {service}의 엔드포인트 {count}개 중 하나를 고릅니다. 모두 같은 확률이 되게 하려는 것입니다.',
  'kubernetes.nftables.balance-only':
    '{service}에는 고를 수 있는 엔드포인트가 {count}개뿐이므로 모든 패킷이 그곳으로 갑니다.',
  'kubernetes.nftables.hairpin':
    '{address}이(가) Service를 거쳐 자신에게 묻습니다. 출발지를 바꾸지 않으면 스스로에게 응답하게 되어 응답이 사라집니다.',
  'kubernetes.nftables.hairpin-connection':
    '{address}이(가) Service를 거쳐 자기 자신에게 도달하면 출발지를 바꿉니다. 이 노드의 엔드포인트만 그럴 수 있습니다.',
  'kubernetes.nftables.dnat': '목적지를 {endpoint}(으)로 바꿉니다.',
  'kubernetes.nftables.set-cluster-ips': '사용 중인 모든 clusterIP입니다.',
  'kubernetes.nftables.set-nodeport-ips': '이 노드에서 nodePort가 응답하는 주소들입니다.',
  'kubernetes.nftables.set-no-endpoint-services':
    '이 노드에서 아무도 응답할 수 없는 Service의 주소와 포트, 그리고 그곳으로 가는 패킷의 처리를 담습니다.',
  'kubernetes.nftables.set-no-endpoint-nodeports':
    '이 노드에서 아무도 응답할 수 없는 Service의 nodePort, 그리고 그곳으로 가는 패킷의 처리를 담습니다.',
  'kubernetes.nftables.set-firewall-ips':
    '일부 출발지만 쓸 수 있는 로드 밸런서 주소와, 출발지를 검사하는 체인을 담습니다.',
  'kubernetes.nftables.set-service-ips':
    'Service의 모든 주소와 포트, 그리고 이어지는 체인을 담습니다. Service가 아무리 많아도 한 번만 조회합니다.',
  'kubernetes.nftables.set-service-nodeports': '모든 nodePort와 이어지는 체인을 담습니다.',
  'kubernetes.nftables.set-hairpin-connections': '이 노드의 엔드포인트가 자기 자신에게 맺는 연결들입니다.',
  'kubernetes.nftables.set-localhost-nodeport-reject-ports':
    '루프백에서 아무도 응답하지 않는 nodePort와, 이를 거부하는 체인을 담습니다.',
  'kubernetes.nftables.lookup-localhost':
    '루프백에서 아무도 응답하지 않는 nodePort로 가는 새 연결을 거부하여 보낸 쪽이 곧바로 알게 합니다.',
  'kubernetes.nftables.reject-localhost': '세고 거부합니다. nftables 모드는 루프백의 nodePort를 변환하지 않습니다.',
  'kubernetes.nftables.node-port-localhost':
    '루프백에서는 {service}의 nodePort {nodePort}에 아무도 응답하지 않으므로 그곳으로 가는 연결을 거부합니다.',
  'kubernetes.nftables.localhost-socket':
    'nodePortAddresses에 루프백이 있고 게이트 KubeProxyNFTablesLocalhostNodePorts가 켜져 있습니다. kube-proxy가 그곳에서 {service}의 nodePort {nodePort}을(를) 직접 열고, 연결마다 엔드포인트로 새 연결을 엽니다.',
  'kubernetes.nftables.jump-nodeport-endpoints':
    '이 노드로 오는 새 연결이 아무도 응답할 수 없는 nodePort로 가는지 검사합니다.',
  'kubernetes.nftables.jump-service-endpoints': '새 연결이 아무도 응답할 수 없는 Service로 가는지 검사합니다.',
  'kubernetes.nftables.jump-firewall': '로드 밸런서 주소로 가는 새 연결은 목적지를 바꾸기 전에 출발지를 검사합니다.',
  'kubernetes.nftables.jump-services-output': '이 노드가 직접 여는 연결이 Service로 가는 것일 수 있습니다.',
  'kubernetes.nftables.jump-services-prerouting':
    'Pod나 외부에서 이 노드에 도착한 연결이 Service로 가는 것일 수 있습니다.',
  'kubernetes.nftables.jump-endpoints':
    '아무도 응답할 수 없는 Service나 nodePort로 가는 새 연결을 거부하거나 폐기합니다.',
  'kubernetes.nftables.jump-forward':
    '이 노드가 포워딩하는 트래픽에서 어떤 연결에도 속하지 않는 패킷을 먼저 걸러 냅니다.',
  'kubernetes.nftables.drop-invalid':
    'conntrack이 패킷을 연결에 맞추지 못했습니다. 변환하지 않고 포워딩하면 받는 쪽이 리셋으로 응답해 실제 연결이 끊기므로 폐기합니다.',
  'kubernetes.nftables.lookup-firewall-allow': '목적지에 허용된 출발지이면 계속 진행합니다.',
  'kubernetes.nftables.firewall-drop': '여기까지 온 패킷은 허용되지 않은 것입니다.',
  'kubernetes.nftables.allowed-source': '{source}은(는) {service}의 로드 밸런서 주소를 쓸 수 있습니다.',
  'kubernetes.nftables.allowed-node':
    '이 노드는 허용되어 있으며, 노드가 {service}의 {address}(으)로 보내는 패킷은 출발지가 바로 그 주소일 수 있습니다.',
  'kubernetes.nftables.set-firewall': '일부 출발지에만 허용된 로드 밸런서 주소입니다.',
  'kubernetes.nftables.set-firewall-allow': '어떤 출발지가 어떤 로드 밸런서 주소를 쓸 수 있는지 나타냅니다.',
  'kubernetes.nftables.jump-masquerading': '패킷이 나가기 전에 출발지를 이 노드로 바꿔야 할 수 있습니다.',
  'kubernetes.nftables.jump-cluster-ips': '여기에서 목적지가 여전히 clusterIP인 패킷은 아무도 변환하지 않은 것입니다.',
  'kubernetes.nftables.masquerading-marked':
    '마스커레이드 마크가 있는 패킷은 마크를 지우고 출발지를 이 노드의 주소로 바꿉니다.',
  'kubernetes.nftables.masquerading-hairpin':
    'Service를 거쳐 자기 자신에게 도달한 Pod의 패킷은 응답이 이 노드를 거쳐 돌아오도록 출발지를 바꿉니다.',
  'kubernetes.nftables.mark-for-masquerade':
    '패킷에 마크를 남깁니다. 마크가 있는 패킷은 나가기 전에 출발지가 이 노드의 주소로 바뀝니다.',
  'kubernetes.nftables.masquerading-unmarked': '마스커레이드 마크가 없는 패킷은 출발지를 그대로 둡니다.',
  'kubernetes.nftables.masquerading-unmark': '다시 보이지 않도록 마크를 지웁니다.',
  'kubernetes.nftables.masquerading-masquerade':
    '마크가 있던 패킷은 이 노드의 주소와 무작위 포트를 출발지로 갖게 됩니다.',
  'kubernetes.nftables.invalid-port': 'clusterIP는 Service의 포트에서만 응답합니다. 다른 포트는 거부합니다.',
  'kubernetes.nftables.unallocated':
    '{ranges} 안의 이 주소를 가진 Service가 없습니다. 받을 곳이 없는 패킷이므로 폐기합니다.',
  'kubernetes.nftables.node-port-address': '{address}은(는) 이 노드에서 nodePort가 응답하는 주소입니다.',
  'kubernetes.nftables.reject': '받을 곳이 없다는 것을 보낸 쪽에 곧바로 알립니다.',
  'kubernetes.nftables.lookup-no-endpoints': '목적지가 아무도 응답할 수 없는 Service인지 조회합니다.',
  'kubernetes.nftables.lookup-no-endpoints-nodeport': '포트가 아무도 응답할 수 없는 nodePort인지 조회합니다.',
  'kubernetes.nftables.lookup-firewall': '목적지가 일부 출발지에만 허용된 것인지 조회합니다.',
  'kubernetes.nftables.lookup-service':
    '주소, 프로토콜, 포트로 Service를 조회합니다. Service가 아무리 많아도 한 단계입니다.',
  'kubernetes.nftables.lookup-nodeport': 'nodePort가 응답하는 이 노드의 주소로 온 패킷이면 nodePort를 조회합니다.',
  'kubernetes.nftables.mark-all-cluster-ips':
    'masqueradeAll이 켜져 있어, clusterIP로 가는 모든 패킷의 출발지를 이 노드로 바꿉니다.',
  'kubernetes.nftables.mark-cluster-ips-from-outside':
    '이 클러스터의 Pod가 아닌 출발지로 가는 응답은 변환한 노드를 거쳐 돌아와야 합니다. 이런 출발지에서 clusterIP로 가는 패킷은 출발지가 이 노드로 바뀌도록 마크를 붙입니다.',
  'kubernetes.nftables.refused-interface':
    'nft가 트랜잭션 전체를 거부합니다. kube-proxy {release}은(는) “iif {name}”을(를) 쓰는데 iif에는 패턴을 쓸 수 없습니다. detectLocalMode를 ClusterCIDR로 바꾸거나, iifname을 쓰는 릴리스(1.33.6, 1.34.2와 그 이후)를 쓰십시오.',
  'kubernetes.nftables.refused-comment':
    'nft가 트랜잭션 전체를 거부합니다. 주석 “{service}”이(가) {limit}바이트를 넘습니다. 네임스페이스, Service 또는 포트의 이름을 줄이십시오.',
  'kubernetes.nftables.refused-conflict':
    'nft가 트랜잭션 전체를 거부합니다. {map}의 {key}에는 이미 다른 판정이 있어 “{value}”을(를) 더할 수 없습니다. 두 Service가 같은 주소나 포트를 쓰고 있으므로 하나를 바꾸십시오.',
} satisfies Translated<typeof EN.NFTABLES_PHRASES>;
