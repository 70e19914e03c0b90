import type * as EN from '../../en/phrases/compare-cilium';
import type { Translated } from '../../translated';

/** Why a flow ends otherwise with Cilium than with kube-proxy. */
export const CILIUM_DIFFERENCE_PHRASES = {
  'compare.cilium.ping':
    '규칙과 맵은 TCP·UDP·SCTP 포트에만 있으므로 이 주소로 보낸 echo 요청은 누구의 것도 아닙니다. Cilium에서는 기본 경로로 나가고, IPVS에서는 주소가 kube-ipvs0에 있어 노드가 직접 응답합니다.',
  'compare.cilium.loopback':
    'Cilium은 프로세스가 연결하는 순간 주소를 바꾸므로 route_localnet 없이도 127.0.0.1의 nodePort를 쓸 수 있습니다. kube-proxy의 iptables 모드는 그 sysctl이 필요하고, nftables 모드와 IPVS에는 그런 nodePort가 없습니다.',
  'compare.cilium.before-routing':
    'Cilium은 커널이 경로를 찾기 전에 Pod 주소로 바꾸므로 출발지 주소도 Pod로 가는 경로에 맞게 정해집니다. kube-proxy의 규칙은 서비스로 가는 경로에 맞춰 출발지를 정한 뒤에 적용됩니다.',
  'compare.cilium.past-netfilter':
    'kube-proxy에서는 노드 filter 테이블의 규칙이 패킷을 막습니다. Cilium의 프로그램은 netfilter를 거치지 않고 패킷을 장치에서 장치로 넘깁니다. 노드의 IP 스택에 맡길 때도 맨 앞에 있는 Cilium의 체인이 먼저 허용합니다.',
  'compare.cilium.hairpin':
    'Pod가 자기 서비스로 돌아왔습니다. kube-proxy는 응답이 노드를 다시 지나지 않으므로 마스커레이드합니다. Cilium은 시스템 호출에서 주소를 바꾸므로 패킷이 Pod 안에 머물고 출발지도 자기 주소입니다(소켓을 쓰지 않으면 169.254.42.1).',
  'compare.cilium.local-keeps':
    '정책이 Cluster이면 kube-proxy는 외부에서 온 모든 패킷을 마스커레이드합니다. Cilium은 엔드포인트가 요청받은 노드에 있으면 클라이언트 주소를 그대로 둡니다.',
  'compare.cilium.remote-source':
    '다른 노드의 엔드포인트로 보낼 때는 둘 다 노드 주소로 바꿉니다. Cilium은 라우팅에 쓰는 주소(터널에서는 cilium_host의 주소)를, kube-proxy는 패킷이 나가는 장치의 주소를 씁니다.',
  'compare.cilium.at-once':
    'Cilium에서는 클라이언트의 노드가 모든 nodePort와 로드 밸런서 주소를 알고 있으므로 패킷이 클라이언트 주소를 단 채 곧바로 Pod로 갑니다. kube-proxy의 규칙은 이를 마스커레이드합니다.',
  'compare.cilium.masquerade':
    '이 kube-proxy는 마스커레이드하도록 설정되어 있습니다(masqueradeAll이거나, 보낸 쪽을 로컬 트래픽으로 보지 않음). Cilium에는 clusterIP로 가는 패킷에 대한 그런 설정이 없습니다.',
  'compare.cilium.external-ip':
    '클러스터 안의 소켓은 externalIP를 변환하지 않으므로(CVE-2020-8554) 패킷은 실제로 그 주소를 가진 쪽으로 갑니다. kube-proxy는 안에서 보낸 것도 서비스로 보냅니다.',
  'compare.cilium.node-port-addresses':
    '이 kube-proxy는 nodePortAddresses의 주소에서만 노드 포트를 받는데, 물은 주소는 거기에 없습니다. Cilium은 자신의 nodeport-addresses를 따르고, 설정이 없으면 노드의 InternalIP에서 받습니다.',
  'compare.cilium.no-endpoints':
    '둘 다 받을 곳이 없습니다. kube-proxy의 규칙은 ICMP 오류로 응답하고, Cilium에서는 패킷이 생기기 전에 시스템 호출이 실패합니다.',
  'compare.cilium.local-refuses':
    '정책이 Local인데 이 노드에 엔드포인트가 없습니다. kube-proxy는 로드 밸런서가 상태 확인으로 알아차리도록 조용히 폐기하고, Cilium은 엔드포인트가 아예 없을 때처럼 ICMP로 거부합니다.',
  'compare.cilium.internal-local':
    'Cilium에서 internalTrafficPolicy Local은 nodePort와 로드 밸런서 주소를 포함해 안에서 요청하는 모든 서비스 주소에 적용됩니다. kube-proxy에서는 clusterIP에만 적용됩니다.',
  'compare.cilium.taken-for-local':
    '이 kube-proxy는 보낸 쪽을 자기 Pod로 봅니다(detectLocalMode, clusterCIDR). Pod에는 정책 Local이 적용되지 않습니다. Cilium은 패킷이 들어온 곳을 기준으로 합니다.',
  'compare.cilium.way-back':
    '요청받은 노드의 kube-proxy가 엔드포인트를 고르고, Pod에서 온 패킷은 마스커레이드하지 않습니다. 그래서 다른 노드의 엔드포인트는 그 노드를 거치지 않고 클라이언트가 묻지 않은 주소로 응답합니다. Cilium에서는 클라이언트의 노드가 고르고 응답도 거기서 되돌립니다.',
  'compare.cilium.sctp': 'Cilium은 enable-sctp를 켜지 않으면 SCTP 서비스를 처리하지 않습니다.',
  'compare.cilium.ranges-inside':
    'loadBalancerSourceRanges: Cilium은 외부에서 패킷이 들어오는 곳에서만 검사하고 클러스터 안의 소켓은 검사하지 않습니다. kube-proxy의 규칙은 모두를 검사합니다.',
  'compare.cilium.ranges-everywhere':
    'loadBalancerSourceRanges: 이 Cilium 버전은 nodePort를 포함해 외부에서 요청하는 모든 서비스 주소에서 검사합니다. kube-proxy는 로드 밸런서 주소에서만 검사합니다.',
  'compare.cilium.zones':
    'kube-proxy는 슬라이스의 zone 힌트를 따르고, Cilium은 enable-service-topology를 켠 경우에만 따릅니다.',
} satisfies Translated<typeof EN.CILIUM_DIFFERENCE_PHRASES>;

/** What Cilium does otherwise and the end of one flow does not show. */
export const BEYOND_FLOWS_PHRASES = {
  'compare.beyond.asked-address':
    'Pod 안에서 캡처한 패킷({names}): kube-proxy에서는 서비스 주소로, Cilium에서는 선택된 Pod 주소로 갑니다. 패킷이 생기기 전에 시스템 호출에서 바뀌며, 프로세스에는 자신이 요청한 주소가 보입니다.',
  'compare.beyond.own-table':
    'conntrack -L에 보이는 것({names}): kube-proxy의 규칙은 변환이 담긴 항목을 남깁니다. Cilium은 자체 맵에 연결을 기억하고, 커널 테이블에는 이미 변환된 것만 있거나 netfilter를 거치지 않으면 아무것도 없습니다.',
  'compare.beyond.from-outside':
    '외부에서 노드로 라우팅된 clusterIP 요청({names}): kube-proxy의 규칙은 변환하고 Cilium은 폐기합니다(bpf-lb-external-clusterip가 꺼져 있음).',
  'compare.beyond.other-ports':
    '{names} 주소의 다른 포트: kube-proxy에서는 패킷이 그 주소를 가진 쪽으로 계속 갑니다. Cilium 1.19부터는 외부에서 들어오면 조용히 폐기합니다.',
  'compare.beyond.affinity-frontends':
    '{names}의 어피니티: kube-proxy는 출발지 주소를 기준으로 포트의 모든 주소에 대해 한 번 기억합니다. Cilium은 주소마다 따로, 클러스터 안에서는 네트워크 네임스페이스를 기준으로 기억하므로 clusterIP와 nodePort가 서로 다른 Pod로 갈 수 있습니다.',
  'compare.beyond.choice':
    '여럿 가운데 고르는 방법({names}): kube-proxy의 규칙은 결과가 고르게 되는 확률로 차례로 뽑습니다. Cilium은 맵의 슬롯을 뽑거나, 설정했다면 Maglev 테이블에서 찾습니다.',
  'compare.beyond.removed-udp':
    '사라지는 엔드포인트로 가던 UDP({names}): kube-proxy는 conntrack 항목을 지워 다음 데이터그램을 새로 고르게 합니다. Cilium은 연결된 UDP 소켓을 닫아 다음 호출이 실패합니다. TCP는 둘 다 시간 초과까지 둡니다.',
  'compare.beyond.rules-of-others':
    '{names}에 다른 프로그램이 쓴 규칙: kube-proxy에서는 Pod로 가는 패킷이 이 규칙을 거칩니다. Cilium의 호스트 라우팅에서는 netfilter를 거치지 않아 Pod에는 적용되지 않습니다.',
  'compare.beyond.node-addresses':
    '{names}의 nodePort가 응답하는 주소: kube-proxy에서는 노드의 모든 주소입니다. Cilium에서는 외부에서는 장치마다 한 주소, 안에서는 모든 주소입니다.',
  'compare.beyond.balancer-node-port':
    '로드 밸런서 주소로 요청한 {names}의 nodePort: kube-proxy의 규칙은 그 주소가 노드의 것이면 받습니다. Cilium에는 그 주소와 포트의 항목이 없어 그대로 둡니다.',
  'compare.beyond.bound-port':
    '노드의 프로세스가 {names}의 nodePort에 bind하면 kube-proxy에서는 커널이 허용하고 Cilium은 EADDRINUSE로 거부합니다.',
  'compare.beyond.host-port':
    '{names}의 hostPort: kube-proxy에서는 portmap 플러그인의 체인(CNI-HOSTPORT-DNAT)입니다. Cilium에서는 맵의 항목이며 nodePort 범위 안이면 거부합니다.',
} satisfies Translated<typeof EN.BEYOND_FLOWS_PHRASES>;
