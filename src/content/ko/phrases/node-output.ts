import type { Translated } from '../../translated';
import type * as EN from '../../en/phrases/node-output';

/** 캡처와 노드의 출력이 그 자체로 증명하는 것 */
export const NODE_OUTPUT_PHRASES = {
  'evidence.capture.unanswered':
    '{from}이(가) {to}(으)로 연결의 첫 패킷을 {count}번 보냈고{leads, select, none {} other { 이 패킷은 {leads}(으)로 넘어갔으며}}, 이 캡처에는 응답이 없습니다{count, plural, =1 {(캡처가 그 전에 끝났을 수도 있습니다)} other {(SYN+ACK도 거부도 없습니다)}}. 패킷이나 응답이 소리 없이 폐기되었거나 둘 중 하나가 다른 길로 갑니다. 받는 것이 없거나 REJECT 규칙이 있으면 응답이 바로 옵니다.',
  'evidence.capture-next.unanswered':
    '{to}을(를) 가지거나 변환하는 머신에서도 tcpdump -ni any tcp port {port}(으)로 캡처하십시오. 1. 오지 않으면 그 앞의 방화벽이나 네트워크입니다. 같은 네트워크에서는 arping으로 누가 그 주소에 응답하는지 알 수 있습니다. 2. 오지만 Pod로 가지 않으면 그곳의 규칙입니다. {rules}의 출력을 붙여 넣으십시오. 3. Pod가 응답하지만 응답이 돌아오지 않으면 돌아오는 길입니다. 그 머신의 ip route get 클라이언트, sysctl net.ipv4.conf.all.rp_filter, conntrack -L을 보십시오.',
  'evidence.capture.repeated':
    '{to}이(가) {from}에게 SYN+ACK로 {answers}번 응답했고 {from}은(는) SYN을 {count}번 보냈습니다. 요청은 도착하고 응답은 캡처한 곳에서 나가지만, 클라이언트가 받지 못하거나 받아들이지 않습니다. 문제는 돌아오는 길에 있습니다.',
  'evidence.capture-next.repeated':
    '클라이언트에서 tcpdump -ni any tcp port {port}을(를) 실행하십시오. 1. SYN+ACK가 오지 않으면 두 방향 중 하나만 보는 방화벽이나 라우터처럼 중간의 무엇이 폐기하는 것입니다. 응답하는 머신의 ip route get 클라이언트와 요청이 온 길을 견주고, 둘이 같은 길로 가게 하거나 출발지를 바꾸십시오(externalTrafficPolicy: Cluster). 2. 오는데 클라이언트가 리셋하거나 무시하면 요청한 것과 다른 출발지 주소나 포트이거나 틀린 체크섬입니다(tcpdump -vvn).',
  'evidence.capture.other':
    '{from}은(는) {to}에 요청했고 {by}이(가) 응답했습니다. 주소가 되돌려지지 않아 클라이언트는 자기 연결의 응답으로 여기지 않습니다. 응답이 요청을 변환한 머신의 연결 추적 테이블을 거치지 않았습니다.',
  'evidence.capture-next.other':
    '1. 클라이언트와 Pod가 한 노드의 같은 브리지에 있는 경우: sysctl net.bridge.bridge-nf-call-iptables가 1이어야 합니다(modprobe br_netfilter). 2. Pod에서 클라이언트로 가는 더 짧은 길이 있는 경우: 요청의 출발지를 바꾸십시오(externalTrafficPolicy: Cluster, kube-proxy의 masqueradeAll, 또는 그 주소를 빼는 clusterCIDR). 3. NOTRACK 규칙이 응답에 걸리는 경우: iptables-save -t raw를 보십시오.',
  'evidence.capture.refused':
    '{to}이(가) {from}을(를) 바로 거부했습니다(RST). 패킷은 포트 {port}에서 받는 것이 없는 머신에 왔거나 tcp-reset으로 거부하는 규칙에 걸렸습니다.',
  'evidence.capture-next.refused':
    '도착한 곳에서 ss -lntp를(Service라면 그 Pod에서 targetPort를) 보십시오. 127.0.0.1의 소켓은 다른 머신의 패킷을 받지 않습니다. 어디로 넘어갔는지는 그곳의 conntrack -L -d 주소로 알 수 있습니다. 아니면 iptables-save -c | grep tcp-reset을 보십시오.',
  'evidence.capture.tunnel':
    '터널 안에서 ICMP는 응답을 받고, {from}에서 {to}(으)로 가는 TCP의 SYN은 받지 못합니다({count}번). 길과 터널은 있고, 다른 것은 TCP뿐입니다.',
  'evidence.capture-next.tunnel':
    '1. 체크섬: 터널 안의 체크섬을 잘못 계산하는 장치나 드라이버는 ICMP가 아니라 TCP와 UDP를 잃습니다. 받는 노드에서 tcpdump -vvni any udp port 4789 or udp port 8472를 실행하면 incorrect 또는 bad udp cksum이 나옵니다. 두 노드에서 터널 장치(flannel.1, vxlan.calico)에 ethtool -K 장치 tx-checksum-ip-generic off를, 또는 ethtool -K NIC tx-udp_tnl-segmentation off tx-udp_tnl-csum-segmentation off를 실행하면 고쳐집니다. Calico에서는 featureDetectOverride: ChecksumOffloadBroken=true로 유지됩니다. 2. 받는 노드의 TCP에 대한 정책이나 방화벽: 시도 앞뒤로 iptables-save -c | grep -E "DROP|REJECT"를 견주십시오.',
  'evidence.capture.udp':
    '{from}이(가) 같은 포트에서 {to}에 {count}번 물었고{resolver, select, yes {(네임 서버를 기다리는 리졸버처럼 5초 간격)} other {}} 이 캡처에는 응답이 없습니다.',
  'evidence.capture-next.udp':
    '요청하는 동안 클라이언트의 노드에서 conntrack -L -p udp --orig-dst {host}을(를) 실행하십시오. 1. [UNREPLIED]이고 없어진 Pod로 가면 conntrack -D -p udp --orig-dst {host}(으)로 항목을 지우십시오. 2. [UNREPLIED]이고 응답 쪽이 그 주소 자체이면 항목이 규칙보다 오래되었거나 규칙이 없는 것입니다. {rules}의 출력을 붙여 넣으십시오. 3. 항목이 없고 conntrack -S의 insert_failed가 늘면 한 포트에서 동시에 나간 두 질문(A와 AAAA)이 부딪친 것입니다. resolv.conf의 options single-request-reopen 또는 NodeLocal DNSCache가 둘을 나눕니다. 4. 살아 있는 Pod로 가는 항목이면 그 Pod의 노드에서 tcpdump -ni any udp port {port}(으)로 응답하는지 보십시오.',
  'evidence.capture.icmp':
    '{by}이(가) {to}에게 알렸습니다: {what}. {why, select, mtu {그 크기의 패킷은 길에 있는 장치를 지나지 못합니다{mtu, select, none {} other {(최대 {mtu}바이트)}}. 터널의 헤더가 셈에 들어 있지 않습니다. 작은 패킷은 지나므로 연결은 열리고 나서 멈춥니다.} prohibited {kube-proxy가 아니라 방화벽이 이렇게 거부합니다(firewalld처럼 admin-prohibited나 host-prohibited로 REJECT).} port {그 포트에서 받는 것이 없거나, 준비된 엔드포인트가 없는 Service에 대한 kube-proxy처럼 규칙이 icmp-port-unreachable로 거부합니다.} other {그곳에서 그 주소로 응답하는 것이 없거나 그 주소로 가는 경로가 없습니다.}}',
  'evidence.capture-next.icmp':
    '{why, select, mtu {ip link로 Pod의 장치, 터널, NIC의 mtu를 보십시오. 안쪽은 50바이트(VXLAN), 20바이트(IPIP), 60 또는 80바이트(WireGuard) 작아야 합니다. Pod 네트워크의 mtu를 정하고 Pod를 다시 시작하십시오. 한계는 ping -M do -s 크기 주소로 찾습니다.} prohibited {{by}에서 iptables-save -c | grep prohibited, nft list ruleset | grep prohibited, firewall-cmd --get-active-zones를 실행하고, Pod의 장치와 범위를 trusted 존에 넣으십시오.} port {{by}에서 ss -lnu, ss -lnt, iptables-save -c | grep REJECT를 실행하고, Service의 kubectl get endpointslices를 보십시오.} other {{by}에서 ip route get 주소와 ip neigh를 보십시오. 그 주소의 머신이나 Pod가 없어졌을 수 있습니다.}}',
  'evidence.capture.arp':
    '{by}이(가) {address}을(를) 누가 가졌는지 {count}번 물었고 이 캡처에는 응답이 없습니다. 그 네트워크의 어떤 머신도 그 주소를 자기 것이라고 하지 않으므로 그 주소로 패킷을 보낼 수 없습니다.',
  'evidence.capture-next.arp':
    '로드 밸런서의 주소라면 그것을 알려야 할 프로그램(MetalLB speaker, kube-vip, Cilium의 l2announcements)이 이 네트워크에서 알리지 않는 것입니다. 그 로그와, 제한해 둔 장치와 노드를 보십시오. 노드나 Pod의 주소라면 없어졌거나 다른 네트워크에 있는 것입니다. {by}에서 ip route get {address}을(를) 실행하십시오.',
  'evidence.log.docker-chain':
    '{line}: Docker의 체인이 없어졌습니다. Docker는 시작할 때만 체인을 만들며, 그 뒤에 무엇인가 테이블을 비웠습니다(firewalld의 reload, iptables -t nat -F, nft flush ruleset). 그때까지 Docker의 공개 포트와 새 네트워크는 실패합니다. kube-proxy는 자기 규칙을 스스로 다시 씁니다.',
  'evidence.log-next.docker-chain':
    'systemctl restart docker로 다시 만들어집니다. 테이블을 비우는 일의 앞뒤로 iptables-save | grep -c DOCKER를 견주면 보입니다.',
  'evidence.log.node-port-taken':
    '{line}: 1.23까지의 kube-proxy는 nodePort를 잡아 두려고 소켓을 여는데, 그 포트를 이미 다른 것이 가지고 있습니다. 그래도 규칙은 쓰이고 소켓보다 먼저 패킷을 받으므로 nodePort는 동작하며, 그 포트에서 듣는 프로그램은 밖에서 오는 것을 받지 못합니다.',
  'evidence.log-next.node-port-taken':
    'ss -lntp sport = :포트로 누가 가졌는지 보십시오. kube-proxy 자신이면 둘이 실행 중이거나, 일부 포트를 두 번 여는 1.23.0 또는 1.23.1입니다(올리십시오). 다른 프로그램이면 그것이나 Service의 포트를 바꾸십시오. 1.24부터는 포트를 잡지 않습니다.',
  'evidence.log.health-port-taken':
    '{line}: kube-proxy의 상태 포트(10256)나 메트릭 포트(10249)를 다른 프로세스가 가지고 있습니다. 대개 두 번째 kube-proxy입니다(DaemonSet 곁의 시스템 서비스). 규칙은 그래도 쓰이지만 상태를 묻는 쪽은 다른 것의 응답을 받고, 설정이 다른 두 프록시는 서로의 규칙을 되돌립니다.',
  'evidence.log-next.health-port-taken':
    '노드에서 ss -lntp sport = :10256과 ps -C kube-proxy -o pid,args를 실행하고 필요 없는 쪽을 멈추거나 healthzBindAddress와 metricsBindAddress를 정하십시오.',
  'evidence.log.hns-exists':
    '{line}: HNS가 이 로드 밸런서를 만들지 않았습니다. 같은 주소와 포트의 것이 이미 있거나 포트가 노드에서 예약되어 있습니다. 이 Windows 노드에서 그 Service로 가는 패킷은 변환되지 않습니다.',
  'evidence.log-next.hns-exists':
    '노드에서 hnsdiag list loadbalancers -d로 그 주소와 포트를 가진 것을, netsh int ipv4 show excludedportrange tcp로 예약된 포트를 보십시오. 이전 실행에서 남은 것이면 kube-proxy를 멈추고 Get-HnsPolicyList | Remove-HnsPolicyList 뒤에 다시 시작하십시오. 예약된 것이면 동적 포트에서 빼십시오.',
  'evidence.log.hns-missing':
    '{line}: kube-proxy가 찾는 것이 HNS에 없습니다. 네트워크가 없어졌거나 이름이 다르고, 또는 Pod의 엔드포인트(스위치 포트)가 없어졌습니다. 그것이 필요한 로드 밸런서는 만들어지지 않아, 이 Windows 노드에서 그 Service들로 가는 패킷은 변환되지 않습니다.',
  'evidence.log-next.hns-missing':
    '노드에서 hnsdiag list networks와 hnsdiag list endpoints 출력을 kube-proxy의 KUBE_NETWORK 또는 networkName과 견주십시오. HNS를 다시 시작했거나 Pod 네트워크를 새로 만들었으면 Pod 네트워크의 에이전트, 그다음 kube-proxy를 다시 시작하십시오.',
  'evidence.log.hns-refused':
    '{line}: HNS가 kube-proxy의 정책을 거부하여, 이 Windows 노드에서 그 Service로 가는 패킷은 변환되지 않습니다. kube-proxy는 다시 시도합니다.',
  'evidence.log-next.hns-refused':
    '노드에서 hnsdiag list loadbalancers -d를 실행하고, 그 줄의 코드(0x803b…) 및 앞의 줄들과 함께 붙여 넣으십시오.',
  'evidence.log.no-conntrack-tool':
    '{line}: kube-proxy에 conntrack 프로그램이 없어, 없어진 엔드포인트로 가는 UDP 항목을 지우지 못합니다. 포트를 계속 쓰는 클라이언트는 아무도 없는 곳으로 보냅니다.',
  'evidence.log-next.no-conntrack-tool':
    'kube-proxy가 실행되는 곳에 conntrack을 설치하십시오(이미지에는 들어 있고, 노드에는 그 이름의 패키지가 있습니다). 남아 있는 항목은 conntrack -L -p udp -d 클러스터IP로 보입니다.',
  'evidence.log.chains-failed':
    '{line}: kube-proxy가 자기 체인이나 그리로 가는 점프를 만들지 못하고 그 동기화를 그만두었습니다. 규칙은 마지막으로 성공한 동기화 그대로이고, 막 시작한 뒤라면 아무것도 없습니다.',
  'evidence.log-next.chains-failed':
    'iptables의 말은 같은 줄이나 바로 아래에 있습니다. 매치나 타깃이 없는 것이면 kube-proxy가 실행되는 곳에서 iptables -m 이름 -h를 보십시오(libxt_이름.so, modprobe xt_이름). 아니면 그곳과 노드의 iptables --version을 견주십시오.',
  'evidence.log.no-cluster-cidr':
    '{line}: kube-proxy가 어느 주소가 클러스터의 Pod인지 모릅니다. 그래서 밖에서 왔다는 까닭으로는 출발지를 바꾸지 않습니다. 밖의 머신이 clusterIP로 보내는 것은 출발지가 그대로이고, 응답은 스스로 돌아갈 길을 찾아야 합니다.',
  'evidence.log-next.no-cluster-cidr':
    'kube-proxy 설정의 clusterCIDR에 Pod의 범위를 쓰거나(또는 detectLocalMode: NodeCIDR, BridgeInterface) 다시 시작하십시오. 노드와 Pod가 clusterIP에 요청하는 경우에는 응답이 다른 길로 돌아올 때만 필요합니다.',
  'evidence.log.no-api':
    '{line}: 클러스터의 프로그램이 API 서버에 닿지 못해 새 Service와 엔드포인트를 보지 못합니다. 쓴 것은 그대로 남고, 시작한 뒤라면 아무것도 없습니다.',
  'evidence.log-next.no-api':
    '줄에 있는 주소를 보십시오. clusterIP라면 실행 중인 kube-proxy의 규칙이 필요합니다. kube-proxy 자신과 그보다 먼저 오는 Pod 네트워크에는 API 서버의 주소가 있어야 합니다(kubeconfig의 server, KUBERNETES_SERVICE_HOST). 그 노드에서 curl -k https://주소:포트/version을 실행하십시오.',
  'evidence.log.ipvs-empty':
    '{line}: IPVS에 그 주소의 가상 서버는 있지만 서버가 없거나 모두 가중치 0이어서 새 연결을 모두 거부합니다.',
  'evidence.log-next.ipvs-empty':
    'ipvsadm -Ln과 그 Service의 kubectl get endpointslices를 보십시오. 준비된 엔드포인트가 없으면 맞는 것이고, 있으면 kube-proxy가 동기화하지 못하는 것이니 그 로그를 보십시오.',
  'evidence.log.rules-lockup':
    '{line}: 규칙을 쓰는 프로그램이 커널에서 프로세서를 오래 잡아 다른 것들이 기다렸습니다. 한 번의 변경에 규칙이나 원소가 아주 많습니다. 끝날 때까지 새 엔드포인트는 어느 규칙에도 없습니다.',
  'evidence.log-next.rules-lockup':
    '수는 kubectl get services -A --no-headers | wc -l, nft list ruleset | wc -l, iptables-save | wc -l로, 시간은 :10249/metrics의 kubeproxy_sync_proxy_rules_duration_seconds로 보입니다. 더 긴 minSyncPeriod, 쓰지 않는 Service 줄이기, 더 새로운 kube-proxy(부분 동기화: iptables는 1.27부터, nftables는 1.33부터)와 커널로 줄어듭니다.',
  'evidence.log.syn-flood':
    '{line}: 이 머신의 소켓이 연결을 제때 받지 못했거나 누군가 아주 많이 보내어 큐가 가득 찼습니다. 규칙이 폐기하는 것이 아닙니다.',
  'evidence.log-next.syn-flood':
    '듣는 곳에서 ss -lnt sport = :포트의 Recv-Q와 Send-Q(백로그), nstat -az TcpExtListenOverflows TcpExtListenDrops를 보십시오. 프로그램의 백로그와 net.core.somaxconn을 올리거나 Pod를 늘리십시오.',
  'evidence.log.ports-used-up':
    '{line}: 클라이언트에 그 주소와 포트로 가는 빈 출발지 포트가 없습니다. 열려 있거나 TIME_WAIT인 연결이 모두 가지고 있습니다. 규칙이 거부하는 것이 아닙니다.',
  'evidence.log-next.ports-used-up':
    '클라이언트의 네트워크 네임스페이스에서 ss -s, ss -tan state time-wait | wc -l, sysctl net.ipv4.ip_local_port_range net.ipv4.tcp_tw_reuse를 보십시오. 요청마다 연결을 만들지 말고 열어 두거나, 범위를 넓히거나, 여러 주소로 나누십시오.',
  'evidence.log.no-such-address': '{line}: 프로그램이 이 머신에 없는 주소에서 들으려 했습니다.',
  'evidence.log-next.no-such-address':
    '실행되는 곳에서 ip -br addr를 보십시오. 로드 밸런서나 NodeLocal DNSCache(169.254.20.10)의 주소는 먼저 장치에 있어야 하며, 그 프로그램의 로그에 나옵니다.',
  'evidence.log.ovs-refused':
    '{line}: Open vSwitch가 OpenFlow 항목이나 그룹을 거부했습니다. 한 묶음은 전부 아니면 전무이므로 이 Service의 것은 적용되지 않았습니다. Antrea와 OVN-Kubernetes는 kube-proxy의 규칙이 아니라 이런 항목으로 Service를 처리합니다.',
  'evidence.log-next.ovs-refused':
    '뒤의 줄에 Service가 나옵니다. 그 노드의 에이전트를 다시 시작하면(component=antrea-agent 레이블의 Pod) 모든 항목이 새로 설치됩니다. 다시 나타나면 릴리스를 올리십시오. 그룹은 에이전트 안에서 ovs-ofctl -O OpenFlow15 dump-groups 브리지로 보입니다.',
  'evidence.log.felix-rules':
    '{line}: Calico의 Felix가 iptables 규칙을 읽거나 쓰지 못했습니다. 그 뒤에 온 정책과 Pod는 규칙에 없고, 새 Pod에는 길이 없습니다.',
  'evidence.log-next.felix-rules':
    '앞의 줄에 iptables의 말이 있습니다. 대개 노드와 다른 종류의 iptables이거나(FELIX_IPTABLESBACKEND: Auto, NFT, Legacy. 노드의 iptables --version) 이 iptables가 읽지 못하는 규칙입니다(nft -a list ruleset).',
  'evidence.log.ufw-routed':
    '{line}: ufw는 먼저 허용하는 규칙이 없으면 이 머신이 포워딩하는 것(routed)을 폐기합니다. Pod가 다른 머신으로 보내는 것과 Pod로 오는 것은 포워딩되며, allow 규칙은 머신 자신에게 오는 것에만 쓰입니다.',
  'evidence.log-next.ufw-routed':
    'Pod와 노드 네트워크의 장치에 대해 ufw route allow in on 장치 out on 장치를 실행하거나, /etc/default/ufw에 DEFAULT_FORWARD_POLICY="ACCEPT"를 쓰고 ufw reload를 실행하십시오. 누가 먼저인지는 iptables -S FORWARD로, 폐기되는 패킷은 dmesg | grep UFW로 보입니다.',
  'evidence.cilium.drop':
    '{src, select, none {Cilium이 패킷을 폐기합니다: {reason}.} other {{src}에서 {dst}(으)로 가는 패킷을 Cilium이 폐기했습니다: {reason}.}} {kind, select, backend {요청한 프런트엔드에 고를 수 있는 백엔드가 없습니다. Service에 준비된 엔드포인트가 없거나, 정책이 Local인데 이 노드에 없거나, Cilium의 맵이 EndpointSlice보다 뒤처져 있습니다.} policy {이 끝의 어느 정책도 허용하지 않습니다.} table {연결의 맵이 가득 차서 새 연결을 받지 않습니다.} nat {출발지를 바꿀 주소나 빈 포트가 Cilium에 없습니다.} route {그 목적지로 가는 경로, 이웃, 터널이 커널에 없습니다.} source {Pod의 장치가 Pod의 것이 아닌 주소로 보냈습니다.} size {다음 장치를 지나기에 크거나, 첫 조각을 보지 못한 조각입니다.} authentication {정책이 상호 인증을 요구하는데 둘이 아직 인증하지 않았습니다.} clusterIP {클러스터 밖에서 clusterIP에 요청했고, Cilium은 기본으로 응답하지 않습니다.} protocol {꺼져 있는 IPv6처럼 Cilium의 프로그램이 넘기지 않는 프로토콜입니다. 대개 문제와 상관없습니다.} other {엔드포인트나 그 프로그램이 준비되지 않았거나, 연결의 항목이 경로보다 오래되었습니다.}}',
  'evidence.cilium-next.drop':
    '{kind, select, backend {Service의 kubectl get endpointslices(ready: true인지, internal 또는 externalTrafficPolicy가 Local이면 이 노드에 있는지)를 그 노드의 cilium-dbg service list, cilium-dbg bpf lb list와 견주십시오. 다르면 에이전트가 뒤처진 것이니 로그를 보고 다시 시작하십시오. 연결된 UDP 소켓을 열어 둔 클라이언트는 옛 백엔드에 그대로 보냅니다.} policy {hubble observe --verdict DROPPED에 두 identity가 나옵니다. kubectl get ciliumnetworkpolicies,ciliumclusterwidenetworkpolicies,networkpolicies -A를 보고 그중 하나가 {dst, select, none {그것을} other {{dst}을(를)}} 허용하게 하십시오.} table {cilium-dbg bpf ct list global | wc -l을 cilium-config의 bpf-ct-global-tcp-max, -any-max(Helm의 bpf.ctTcpMax, bpf.ctAnyMax)와 견주고, 그 값이나 bpf.mapDynamicSizeRatio를 올리십시오.} nat {cilium-dbg bpf nat list | wc -l, bpf.natMax를 보고, 장치와 주소는 cilium-dbg status --verbose(Masquerading)에서 보십시오.} route {그 노드의 ip route get 주소, ip neigh, cilium-dbg bpf tunnel list, cilium-dbg node list를 보고 모든 노드가 서로의 Pod를 아는지 확인하십시오. 네이티브 라우팅이면 사이의 네트워크가 알거나 autoDirectNodeRoutes가 있어야 합니다.} source {cilium-dbg endpoint list로 Pod의 주소를 보십시오. 다른 것을 위해 포워딩하는 Pod는 허용해야 합니다(enable-source-ip-verification).} size {ip link로 Pod, cilium_vxlan, NIC의 mtu를, Helm의 MTU와 enable-ipv4-fragment-tracking을 보십시오.} authentication {cilium-dbg bpf auth list와 SPIRE의 에이전트를 보십시오.} clusterIP {nodePort나 로드 밸런서의 주소로 요청하거나 bpf.lbExternalClusterIP=true로 두십시오.} protocol {곁에 있는 다른 폐기를 찾으십시오.} other {그 노드의 cilium-dbg endpoint list, cilium-dbg status --verbose를 보십시오. 계속되면 에이전트를 다시 시작하십시오.}}',
  'evidence.cilium.front':
    '{front}은(는) Cilium의 프런트엔드{type, select, none {} other {({type})}}이며, {count, plural, =0 {새 연결을 받는 백엔드가 없습니다} other {백엔드가 #개 있습니다({backends})}}{leaving, select, none {} other {. {leaving}은(는) 있던 연결만 계속합니다}}. {count, plural, =0 {이곳으로 가는 패킷을 받을 것이 없어 Cilium이 폐기하거나(Service backend not found) 1.16부터는 거부합니다.} other {새 연결마다 그중 하나를 고릅니다. 고른 백엔드가 응답하는지, 길에 있는 정책이 무엇인지는 이 목록에 없습니다.}}{isLocal, select, yes { Local이므로 밖에서 오면 받은 노드의 백엔드만 고릅니다.} internal { InternalLocal이므로 이 노드의 클라이언트에게는 이 노드의 백엔드만 고릅니다. 목록에 백엔드가 있으니 여기에 없어서가 아닙니다. 백엔드의 상태는 이 목록에 없습니다.} other {}}{inside, select, yes { 클러스터 밖에서는 응답하지 않습니다.} other {}}',
  'evidence.cilium-next.front':
    '{count, plural, =0 {그 Service의 kubectl get endpointslices를 보십시오. 준비된 엔드포인트가 없으면 맞는 것이고, 있으면 Cilium의 맵이 뒤처진 것이니 그 노드의 에이전트 로그를 보고 다시 시작하십시오.} other {{isLocal, select, internal {그 노드에서 cilium-dbg service list를 보십시오. quarantined나 terminating인 백엔드는 새 연결을 받지 않습니다. 그 노드의 에이전트를 다시 시작하십시오. 그때까지는 kubectl -n NAMESPACE patch service NAME --type=merge -p {patch}. active이면 } other {}}클라이언트가 {front}에 요청하는 동안 hubble observe --to-port 포트 -f를 보십시오. TRANSLATED나 FORWARDED에는 고른 백엔드가, DROPPED에는 까닭이 나옵니다. 그다음 노드에서 그 백엔드에 직접 요청하십시오.}}',
  'evidence.cilium.no-front':
    '{to}에 요청했지만 이 목록의 프런트엔드가 아닙니다. Cilium은 그 주소의 {ports}만 가지고 있어, 그곳으로 보낸 것을 변환하지 않습니다. 그런 패킷은 그 주소를 가진 머신에서 끝나거나 갈 곳이 없습니다.',
  'evidence.cilium-next.no-front':
    '있는 포트로, 또는 노드의 주소에서 nodePort로 요청하십시오(nodePort는 노드의 주소에서만 약속됩니다). {to}이(가) 있어야 한다면 kubectl get service -A -o wide | grep 주소와, 패킷을 받는 노드의 cilium-dbg service list 전체를 보십시오.',
  'evidence.ipvs.own-source':
    '클라이언트가 가상 주소인 {address}을(를) 출발지로 하여 {virtual}에 요청했습니다. 그 주소가 kube-ipvs0에 있고 커널이 local 테이블의 경로로 골랐습니다. 모든 노드에 그 주소가 있으므로 서버는 자기 자신에게 응답하고, 클라이언트는 SYN_RECV로 기다립니다.',
  'evidence.ipvs-next.own-source':
    'kube-proxy는 출발지를 바꾸어 이것을 막습니다. 그 노드에서 iptables -t nat -S KUBE-POSTROUTING, -S KUBE-SERVICES와 ipset list KUBE-CLUSTER-IP({address}이(가) 있는지)를 보십시오. 없거나 닿지 않으면 kube-proxy의 로그를 보십시오. 아니면 masqueradeAll을 쓰거나 경로의 출발지를 바꾸십시오. 지금의 경로는 ip route show table local {address}(으)로 보입니다.',
  'evidence.ipvs.half-open':
    'IPVS가 {virtual}(으)로 온 연결 {count}개를 {servers}(으)로 넘겼고 {client}의 첫 패킷만 보았습니다. 서버의 SYN+ACK에 대한 답은 오지 않았습니다(SYN_RECV){good, select, none {} other {. {good}(으)로 간 연결은 맺어졌으므로 규칙과 클라이언트는 맞고, 나머지로 가거나 오는 길이 문제입니다}}.',
  'evidence.ipvs-next.half-open':
    '클라이언트가 요청하는 동안 이 노드와 {server}의 노드에서 tcpdump -ni any host {client} and tcp를 실행하십시오. 1. SYN이 서버에 오지 않거나 서버가 응답하지 않으면 노드 사이의 길, 정책, 포트입니다(이 노드에서 curl). 2. 이 노드를 거치지 않고 {client}에게 바로 응답하면 클라이언트는 요청하지 않은 주소의 응답을 받습니다. 밖에서 온 것의 출발지를 바꾸십시오. nodePort나 로드 밸런서에는 externalTrafficPolicy: Cluster, 또는 masqueradeAll이고, 밖에서 라우팅되어 들어오는 clusterIP에는 clusterCIDR이 필요합니다. 3. 이 노드를 거쳐 응답하는데 여기서 폐기되면 sysctl net.ipv4.conf.all.rp_filter와 FORWARD를 보십시오.',
  'evidence.forward-closed':
    'FORWARD의 정책이 DROP이고, 알려진 규칙 가운데 밖이나 다른 노드에서 이 노드의 Pod로 오는 것을 통과시키는 것이 없습니다. kube-proxy의 KUBE-FORWARD는 이 노드에서 자기가 마크한 것과 연결에 속한 것만 받아들이고, 다른 규칙들은 이미 아는 연결이나 Docker의 장치를 위한 것입니다. 다른 노드가 이미 변환한 패킷은 여기서 마크되지 않으므로 폐기되고, 아무도 알림을 받지 못합니다.',
  'evidence.counter.policy':
    '{chain}의 정책이 패킷 {packets}개를 폐기했습니다. 그 체인의 어느 규칙도 받아들이지 않았습니다{kind, select, forward {. Pod가 보내고 받는 패킷처럼 포워딩되는 패킷이며, kube-proxy의 KUBE-FORWARD는 자기가 마크한 것과 연결에 속한 것만 받아들입니다} other {}}.',
  'evidence.counter-next.policy':
    '카운터를 읽고, 클라이언트가 시도하게 한 뒤, 다시 읽어 어느 패킷인지 보십시오. {kind, select, forward {{chain}에서 Pod의 범위를 받아들이거나(iptables -I {chain} -s PODCIDR -j ACCEPT, 그리고 -d) Pod 네트워크의 플러그인이나 에이전트가 하게 하거나 정책을 ACCEPT로 두십시오. Docker는 시작할 때 DROP으로 둡니다(dockerd 28의 ip-forward-no-drop: true는 그대로 둡니다).} other {{chain}의 끝보다 앞에서 받아들이는 규칙이 있어야 합니다.}}',
  'evidence.counter.failed':
    '연결 추적 테이블이 새 항목 {count}개를 거부했습니다(insert_failed). 양끝이 같은 두 패킷이 동시에 왔거나 변환할 빈 포트가 없었습니다. 나중 패킷은 폐기되어 클라이언트는 몇 초의 시간 초과를 겪으며, DNS에서는 대개 5초입니다.',
  'evidence.counter-next.failed':
    '문제가 보이는 동안 늘어나는지 보십시오(conntrack -S를 두 번). 한 소켓으로 A와 AAAA를 동시에 묻는 것이면 resolv.conf의 options single-request-reopen, use-vc 또는 NodeLocal DNSCache를 쓰십시오. --random-fully 없이 출발지를 바꾸는지는 iptables-save -t nat | grep MASQUERADE로 보입니다.',
  'evidence.counter.early':
    '연결 추적 테이블이 가득 차서 자리를 만들려고 항목 {count}개를 내보냈습니다(early_drop). 살아 있는 연결이 변환을 잃고, 그다음 패킷은 알 수 없는 것이 됩니다.',
  'evidence.counter-next.early':
    'sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max를 보고 한도를 올리거나(kube-proxy의 conntrack.maxPerCore와 conntrack.min) conntrack -L | wc -l로 누가 그렇게 많이 여는지 찾으십시오.',
  'evidence.counter.held':
    '연결 추적 테이블에 항목이 {held}개 있고 최대는 {most}개입니다. 다음에 몰리면 가득 차고, 그때는 규칙과 상관없이 새 연결의 패킷이 폐기됩니다.',
  'evidence.counter.slow-sync':
    'kube-proxy의 동기화 한 번에 {took}이(가) 걸렸습니다{services, select, none {} other {(Service {services}개)}}. 그동안 생기거나 없어진 엔드포인트는 규칙에 없고, 그 사이의 변경은 다음 동기화를 기다립니다.',
  'evidence.next.answered':
    '이 연결은 동작합니다. 실패하는 연결의 항목을 실패하는 동안 conntrack -L -d 주소로 출력하십시오. [UNREPLIED]는 아무도 응답하지 않은 것입니다.',
  'evidence.policy.chain':
    '{chain}은(는) {by, select, calico {Calico(Felix)가} other {kube-router가}} NetworkPolicy를 실행하는 체인입니다{pod, select, none {} other {(Pod {pod})}}{hits, select, none {} other {. 패킷 {hits}개가 마지막 규칙에서 끝났습니다}}. 정책이 Pod를 선택하면, 어느 정책도 허용하지 않는 것은 kube-proxy의 규칙과 상관없이 그 끝에서 {by, select, calico {폐기됩니다} other {거부됩니다}}.',
  'evidence.policy-next.chain':
    'kubectl get networkpolicies -A -o yaml{by, select, calico {과 calicoctl get networkpolicy,globalnetworkpolicy -A -o yaml} other {}}에서 어느 것이 {pod, select, none {그 Pod를} other {{pod}을(를)}} 선택하는지(podSelector), Ingress인지 Egress인지 보십시오. 그 규칙에 보내는 쪽(podSelector, namespaceSelector, ipBlock. 출발지가 바뀐 패킷이면 노드의 주소)과 Service가 아니라 Pod의 포트를 더하십시오.',
  'evidence.log.bird-down':
    '{line}: Calico의 BGP 프로그램 BIRD가 이 노드에서 실행되지 않거나 응답하지 않습니다. 다른 노드의 Pod로 가는 경로를 BGP(또는 IPIP)로 받는다면 이 노드는 경로를 배우지도 알리지도 못합니다. VXLAN이고 BGP를 끈 경우에는 원래 그렇습니다.',
  'evidence.log-next.bird-down':
    'calicoctl node status, 노드의 ip route | grep bird, kubectl get installation default -o yaml | grep bgp를 보십시오. BGP를 쓰려는 것이면 그 앞의 calico-node 로그(confd, bird)를 보고 그 Pod를 다시 시작하십시오.',
  'evidence.log.felix-not-ready':
    '{line}: 이 노드에 Calico의 경로, 규칙, 정책을 쓰는 Felix가 아직 최신으로 만들지 못했거나 데이터 저장소를 잃었습니다. 그 뒤에 온 Pod와 정책은 반영되지 않습니다.',
  'evidence.log-next.felix-not-ready':
    '그 노드의 kubectl -n calico-system logs ds/calico-node -c calico-node에서 ERROR와 WARNING을 보십시오. 읽거나 쓰지 못하는 규칙(노드와 다른 iptables: FELIX_IPTABLESBACKEND 또는 FelixConfiguration default의 iptablesBackend)이거나, API 서버(Typha)로 가는 길이 없는 것입니다.',
  'evidence.entry.half-open':
    '{from}이(가) {to}에 요청했고 {leads}이(가) 이 머신을 거쳐 SYN+ACK로 응답했습니다{source, select, kept {} other {(출발지는 {source}(으)로 바뀜)}}. 이 출력까지는 그 뒤로 클라이언트에서 온 것이 없습니다(SYN_RECV). 계속 그렇다면 이 머신까지의 규칙과 Pod는 맞고, 응답이 그 뒤에서 없어지거나 클라이언트가 받지 않는 길로 나갑니다.',
  'evidence.next.half-open':
    '여기서 tcpdump -ni any host {client} and tcp를 실행하여 SYN+ACK가 어느 장치로, 어느 출발지로 나가는지 보십시오. 경로는 출발지가 되돌려지기 전에 정해지며 ip rule과 ip route get {client} from {leads}(으)로 보입니다. Pod의 주소에 대한 규칙이 요청이 들어온 것과 다른 장치로 내보낼 수 있습니다(rp_filter나 출발지를 검사하는 네트워크가 폐기합니다). AWS CNI처럼 연결에 마크를 하고 마크로 라우팅하거나 출발지를 바꾸십시오(externalTrafficPolicy: Cluster).',
} satisfies Translated<typeof EN.NODE_OUTPUT_PHRASES>;
