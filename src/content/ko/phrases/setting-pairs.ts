import type * as EN from '../../en/phrases/setting-pairs';
import type { Translated } from '../../translated';

/** Sentences on settings that people name together with a failure: what it may be, none proven by the text, and what parts the causes. */
export const SETTING_PAIR_PHRASES = {
  'evidence.pair.ipvs-idle':
    '‘{line}’: IPVS에서 끝나는 연결입니다. 가능성: (1) 쉬는 TCP를 900초 뒤에 잊음. Linux의 첫 keepalive는 7200초 뒤라서 양 끝은 열려 있다고 알고, 다음 패킷은 갈 곳이 없음. (2) 엔드포인트가 사라져 그 연결의 다음 패킷이 거부됨. (3) 모드를 바꾸기 전의 연결이라 아는 규칙이 없음. (4) conntrack이 가득 찼거나 잊음.{told, select, none {} other { ‘{told}’ 문장은 (1)에 맞습니다.}}',
  'evidence.pair-next.ipvs-idle':
    '(1) 클라이언트의 노드에서 ipvsadm -ln --timeout(첫 숫자)을 쉰 시간과 견주고, 더 짧으면 kube-proxy의 ipvs.tcpTimeout을 그보다 길게, 또는 클라이언트와 풀의 TCP keepalive를 900초보다 짧게. (2) 그 순간의 ipvsadm -Lnc | grep VIP와 kubectl get endpointslices -w: Pod를 끝내기 전에 연결을 비우기. (3) 바꾼 직후에만 생기면 클라이언트를 다시 시작. (4) dmesg | grep conntrack: 최대값을 늘리기.',
  'evidence.pair.ipvs-reuse':
    '‘{line}’: IPVS와 새로 맺는 연결입니다. 가능성: (1) 옛 연결이 가중치 0으로 남아 있는데 클라이언트가 같은 출발지 포트를 다시 써서 끝나는 Pod로 가거나 1초를 기다림(conn_reuse_mode). (2) 엔드포인트가 아직 표에 있음(천천히 끝내는 동안 남음). (3) 새 Pod가 준비되지 않음.',
  'evidence.pair-next.ipvs-reuse':
    '(1) sysctl net.ipv4.vs.conn_reuse_mode net.ipv4.vs.expire_nodest_conn과 uname -r: 커널이 5.9보다 낮으면 올리거나 다른 모드로. (2) 실패하는 동안 ipvsadm -Ln(가중치 0, ActiveConn): Pod를 더 늦게 끝내기(preStop). (3) kubectl get endpointslices -w: readiness probe를 두기.',
  'evidence.pair.ipvs-arp':
    '‘{line}’: IPVS 모드에서는 모든 노드의 kube-ipvs0에 Service의 주소가 다 있습니다. 가능성: (1) strictARP가 없어 모든 노드가 ARP에 응답하고 라우터가 틀린 노드를 배움. (2) 아무도 주소를 알리지 않음. (3) 주소를 가진 노드에 엔드포인트가 없고 정책이 Local. (4) kube-ipvs0에 주소가 없음.',
  'evidence.pair-next.ipvs-arp':
    '(1) 같은 네트워크에서 arping ADDRESS: MAC이 여럿이거나 알리지 않는 노드의 것이면 ConfigMap kube-proxy에 ipvs.strictARP: true를 두고 다시 시작. (2) 응답이 없으면 알리는 프로그램의 로그와 lease. (3) kubectl get endpointslices -o wide. (4) 그 노드에서 ip addr show kube-ipvs0과 ipvsadm -Ln, kube-proxy의 로그.',
  'evidence.pair.ipvs-mode':
    '‘{line}’: 가능성: (1) kube-proxy가 IPVS를 쓰지 못해(ip_vs, ip_vs_rr, nf_conntrack 모듈이나 ipset) 설정과 다르게 동작함. (2) 이전 모드의 규칙이 남음. (3) 스케줄러나 가상 주소가 없음. (4) 밖에서 온 것의 출발지가 바뀌지 않아 응답이 다른 길로 감.',
  'evidence.pair-next.ipvs-mode':
    '(1) curl -s localhost:10249/proxyMode와 kube-proxy의 로그: 모듈을 올리기. (2) iptables-save | grep -c KUBE-SVC: IPVS 모드인데 0보다 크면 kube-proxy --cleanup 뒤에 다시 시작. (3) ipvsadm -Ln | grep -A3 ADDRESS와 ip addr show kube-ipvs0. (4) ipset list KUBE-LOOP-BACK, Pod의 노드에서 tcpdump -ni any host POD: 응답이 나가는지, 누구에게 가는지.',
  'evidence.pair.calico-nftables':
    '‘{line}’: Calico 옆에서 kube-proxy가 nftables 모드로 돕니다. 가능성: (1) Felix가 아직 iptables로 씁니다. 둘은 함께 쓸 수 없고, Calico에는 그것을 위한 데이터 플레인이 따로 있습니다(Kubernetes 1.31, Calico 3.29부터. 기본은 iptables). (2) 모드를 바꿀 때 한쪽이 남긴 규칙(kube-proxy 테이블 옆에 있는 iptables의 KUBE-, cali- 체인). (3) iptables가 나열하지 못하는 nftables 테이블 때문에 나열하는 프로그램이 멈춥니다. (4) Pod와 Service의 범위가 설정과 다릅니다.',
  'evidence.pair-next.calico-nftables':
    '(1) kubectl get installation default -o yaml | grep linuxDataplane이 Nftables가 아니면 kubectl patch installation default --type=merge -p {patch}(오퍼레이터가 없으면 kubectl patch felixconfiguration default --type=merge -p {felix}), 또는 kube-proxy를 iptables 모드로. (2) iptables-save | grep -c -E ’KUBE-SVC|cali-’와 nft list tables: 둘 다 있으면 노드를 다시 시작. (3) kubectl -n calico-system logs ds/calico-node | grep -i nft. (4) kubectl get ippools -o yaml, --cluster-cidr, --service-cluster-ip-range: 겹치면 안 됩니다.',
  'evidence.pair.nftables-mode':
    '‘{line}’: 가능성: (1) 커널(5.13)이나 nft(1.0.1)가 낮음. (2) nodePort는 노드의 기본 주소에서만 응답하고 127.0.0.1에서는 응답하지 않음. (3) iptables 모드의 규칙이 남았거나 다른 테이블이 폐기함. nftables의 테이블은 저마다 따로 정함. (4) iptables의 KUBE- 체인에 기대는 프로그램(방화벽, 정책)이 아무것도 보지 못함.',
  'evidence.pair-next.nftables-mode':
    '(1) uname -r, nft --version, kube-proxy의 로그: 낮으면 iptables 모드로. (2) nft list ruleset | grep nodeport-ips: nodePortAddresses를 정하기. (3) iptables-save | grep -c KUBE-SVC(kube-proxy --cleanup)와 nft list ruleset | grep policy.drop: 그 테이블에서 Pod의 패킷을 허용하기. (4) 그 프로그램의 릴리스 노트.',
  'evidence.pair.internal-local':
    '‘{line}’: internalTrafficPolicy Local이면 클라이언트와 같은 노드의 엔드포인트만 셉니다. 가능성: (1) 거기에 없어서 다른 곳에 준비된 것이 있어도 폐기됨. (2) 있지만 준비되지 않음. (3) 클라이언트가 호스트에 있거나 밖에서 와서 다른 정책이 적용됨.',
  'evidence.pair-next.internal-local':
    '(1, 2) kubectl get endpointslices -o wide를 클라이언트의 노드(kubectl get pod CLIENT -o wide)와 견주기: DaemonSet으로 돌리거나 internalTrafficPolicy: Cluster(trafficDistribution: PreferSameNode는 우선할 뿐임). (3) 그 노드에서 물은 주소를 다음으로 보기: {rules}.',
  'evidence.pair.source-ranges':
    '‘{line}’: loadBalancerSourceRanges는 노드가 보는 주소로 셉니다. 가능성: (1) 중간의 로드 밸런서가 자기 주소로 바꿈. (2) 제공자가 스스로 지키거나 아예 지키지 않음. (3) nodePort와 clusterIP는 대상이 아니라 열려 있음. (4) 상태 확인나 Pod가 범위에 없음.',
  'evidence.pair-next.source-ranges':
    '(1) 노드에서 tcpdump -ni any port NODEPORT: 출발지가 로드 밸런서의 것이면 클라이언트 주소를 보존하거나 로드 밸런서에서 거르기. (2) 제공자 컨트롤러의 로그와 보안 그룹. (3) curl NODE:NODEPORT: allocateLoadBalancerNodePorts: false나 방화벽. (4) 그 범위를 더하기.',
  'evidence.pair.node-port-addresses':
    '‘{line}’: 가능성: (1) nodePortAddresses에 이 주소가 없음(nftables 모드에서는 정하지 않으면 기본 주소만). (2) 127.0.0.1에는 iptables 모드가 IPv4로만 응답함. (3) 다른 인터페이스라서 응답이 기본 경로로 나감(rp_filter, 비대칭). (4) 노드의 방화벽.',
  'evidence.pair-next.node-port-addresses':
    '(1) kubectl -n kube-system get cm kube-proxy -o yaml | grep -A3 nodePortAddresses를 ip addr과 견주어 범위를 더하기. (2) 노드의 주소로 묻기. (3) ip route get CLIENT from ADDRESS, tcpdump -ni any port NODEPORT: 들어오고 응답이 다른 곳으로 나가면 출발지별 규칙을 두기. (4) iptables -S INPUT.',
  'evidence.pair.masquerade':
    '‘{line}’: 가능성: (1) clusterCIDR이 Pod의 범위와 달라 Pod의 패킷이 남의 것으로 여겨져 노드의 주소를 얻거나, 그 반대. (2) masqueradeAll은 Service로 가는 모든 패킷에 노드의 주소를 줌. (3) 정책 Cluster는 밖에서 온 것에 그렇게 함. (4) CNI도 출발지를 바꿈(ip-masq, natOutgoing).',
  'evidence.pair-next.masquerade':
    '(1, 2) kubectl -n kube-system get cm kube-proxy -o yaml | grep -iE "cidr|masq"를 kubectl get pods -A -o wide와 견주어 바로잡고 kube-proxy를 다시 시작. (3) kubectl get svc NAME -o yaml: externalTrafficPolicy Local은 클라이언트를 보존함. (4) {rules}, iptables-save -t nat | grep -i masq: 카운터가 느는 규칙.',
  'evidence.pair.topology':
    '‘{line}’: 가능성: (1) 힌트가 없음. 엔드포인트가 적거나 존 레이블이 없어(컨트롤러의 안전장치) 모두를 씀. (2) 힌트가 있고 존의 몇 안 되는 엔드포인트가 그 존의 클라이언트를 다 맡음. (3) 의도된 것. trafficDistribution은 부하를 보지 않고 존을 우선함. (4) Service를 맡은 프로그램이 힌트를 모르거나 Local 정책이 힌트를 배제함.',
  'evidence.pair-next.topology':
    '(1) kubectl get endpointslices -o yaml | grep -A2 hints와 kubectl get nodes -L topology.kubernetes.io/zone: 레이블을 두거나 존마다 엔드포인트 셋. (2, 3) 존마다 엔드포인트와 클라이언트의 수: 고르게 나누거나(topologySpreadConstraints) 필드를 빼기. (4) 그 존의 노드에서 어떤 엔드포인트가 있는지: {rules}.',
  'evidence.pair.rollout':
    '‘{line}’: Pod가 바뀌는 동안 잃는 요청입니다. 가능성: (1) 모든 노드와 프록시가 알기 전에 Pod가 끝남(거부, 502). (2) 새 Pod가 너무 일찍 준비로 셈. (3) 프록시나 풀이 열어 둔 연결이 옛 Pod와 함께 끝남. (4) 로드 밸런서가 떠나는 노드나 Pod로 계속 보냄. (5) 낡은 conntrack 항목(UDP).',
  'evidence.pair-next.rollout':
    '(1) 끝나는 Pod의 로그: SIGTERM에 바로 닫는지. preStop으로 5~15초 기다리고 terminationGracePeriodSeconds를 그보다 길게. (2) 오류와 함께 kubectl get endpointslices -w: readinessProbe, minReadySeconds. (3) 옛 연결에서만 나면 비울 때 닫고 다시 시도. (4) 로드 밸런서의 상태 확인과 등록 해제 지연을 그 시간과 견주기. (5) conntrack -L -p udp -d CLUSTERIP.',
  'evidence.pair.headless-unready':
    '‘{line}’: 가능성: (1) Ready가 아닌 Pod는 DNS에 이름이 없어 구성원이 서로를 기다림. (2) StatefulSet의 serviceName이 그 headless Service가 아님. (3) 아직 없던 이름이 캐시에 남음(CoreDNS의 cache, 클라이언트의 런타임).',
  'evidence.pair-next.headless-unready':
    '(1) kubectl get endpointslices -o yaml | grep -B3 -A3 ready: headless Service에만 publishNotReadyAddresses: true. (2) kubectl get sts NAME -o yaml | grep serviceName. (3) dig NAME.NAMESPACE.svc.cluster.local을 30초 사이로 두 번: 기다렸다 다시 묻기.',
  'evidence.pair.dual-stack':
    '‘{line}’: 가능성: (1) Service에 패밀리가 하나뿐이거나(ipFamilyPolicy: SingleStack) 다른 쪽 엔드포인트가 없음. (2) Pod나 Node에 그 주소가 없음. (3) 애플리케이션이 0.0.0.0에서만 받음. (4) 그 패밀리의 포워딩, 방화벽, 출발지 변환이 없음. (5) kube-proxy에 그 범위가 없음.',
  'evidence.pair-next.dual-stack':
    '(1) kubectl get svc NAME -o yaml | grep -A4 ipFamil과 IPv4, IPv6마다 하나씩 있어야 할 kubectl get endpointslices: ipFamilyPolicy: PreferDualStack. (2) kubectl get pod NAME -o jsonpath=… podIPs. (3) Pod에서 ss -lnt: [::]에서 받기. (4) sysctl net.ipv6.conf.all.forwarding, ip6tables-save. (5) kube-proxy의 로그와 둘 다 있는 clusterCIDR.',
  'evidence.pair.windows':
    '‘{line}’: Windows 노드의 Service는 HNS의 정책입니다. 가능성: (1) 다시 시작한 뒤 정책이 없거나 낡음. (2) Windows가 하지 않는 것: 노드 자신에서 묻는 nodePort, Service로 가는 ping, DSR 없는 hairpin. (3) overlay에 출발지 VIP가 없거나 NAT 예외에서 범위가 빠짐. (4) 호스트의 방화벽.',
  'evidence.pair-next.windows':
    '(1) Get-HnsPolicyList나 hnsdiag list loadbalancers -d: 주소가 엔드포인트와 함께 있는지. 없으면 kube-proxy의 로그를 보고 그것과 HNS를 다시 시작. (2) 다른 머신에서 묻기. (3) hnsdiag list networks -d, CNI 설정의 ExceptionList, kube-proxy의 sourceVip. (4) Get-NetFirewallProfile.',
  'evidence.pair.proxy-upgrade':
    '‘{line}’: 가능성: (1) kube-proxy가 뜨지 않거나 쓰지 못함. 설정의 필드나 플래그가 없어졌거나 그 모드를 쓸 수 없음. (2) 이전 버전이나 모드의 규칙이 새 규칙 옆에 남음. (3) 이미지의 iptables(nft, legacy)가 노드의 것과 다름. (4) API 서버보다 새롭거나 훨씬 낡음.',
  'evidence.pair-next.proxy-upgrade':
    '(1) kubectl -n kube-system logs -l k8s-app=kube-proxy --tail=50과 curl -s localhost:10249/proxyMode: 거기 적힌 것을 바로잡기. (2) kube-proxy --cleanup 앞뒤의 iptables-save -c: 무엇이 남는지. (3) iptables-legacy-save | grep -c KUBE와 iptables-nft-save | grep -c KUBE: 둘 다 0보다 크면 쓰지 않는 쪽을 비우기. (4) kubectl version과 이미지의 태그.',
  'evidence.pair.local-balancer':
    '‘{line}’: externalTrafficPolicy Local이면 준비된 엔드포인트가 있는 노드만 응답하고 나머지는 폐기합니다. 가능성: (1) 없는 노드로 옴. (2) 로드 밸런서의 상태 확인(healthCheckNodePort)를 묻지 않거나 닿지 않음. (3) kube-proxy가 아는 노드 이름이 달라 자기 엔드포인트가 없다고 봄. (4) 응답이 질문과 다른 길로 감.',
  'evidence.pair-next.local-balancer':
    '(1) kubectl get endpointslices -o wide를 물은 노드와 견주기: 묻는 노드마다 Pod를 두거나 정책 Cluster(클라이언트의 주소를 잃음). (2, 3) Pod가 있는 노드에 curl NODE:HEALTH-CHECK-NODE-PORT: localEndpoints 0이면 kubectl get nodes와 --hostname-override를 견주고, 응답이 없으면 방화벽. (4) 거기서 tcpdump -ni any host CLIENT: 응답이 틀린 장치로 나가면 출발지별 경로.',
  'evidence.pair.policy-upgrade':
    '‘{line}’: 무언가 새로워진 뒤로 노드로 가는 패킷이 거부되고, 정하는 것은 노드의 규칙입니다. 가능성: (1) 네트워크 정책 컨트롤러의 체인(kube-router의 KUBE-ROUTER-*, KUBE-POD-FW-*, k3s와 RKE2에 들어 있음)이 낡았거나 두 버전의 것. (2) 새로 올라온 호스트 자신의 방화벽. (3) iptables의 두 백엔드(nft, legacy)에 모두 있는 규칙. (4) 터널이나 그 주소가 바뀜.{told, select, none {} other { ‘{told}’: 다시 시작할 때 새로 쓰인 것을 보아야 합니다.}}',
  'evidence.pair-next.policy-upgrade':
    '실패하는 동안과 다시 시작한 뒤에 노드에서 iptables-save -c: 없어진 줄이나 카운터가 는 줄이 체인을 알려 줍니다. (1) KUBE-ROUTER-*나 KUBE-NWPLCY-*이면 시험 삼아 k3s --disable-network-policy, 오래 쓸 것은 고쳐진 릴리스나 시작 전의 k3s-killall.sh. (2) INPUT에 KUBE-*가 아닌 DROP이나 REJECT: systemctl status firewalld ufw nftables, 6443, 10250, 8472/udp를 열기. (3) iptables-legacy-save와 iptables-nft-save. (4) ip -d link show flannel.1.',
  'evidence.pair.host-firewall':
    '‘{line}’: 가능성: (1) 방화벽이 다시 읽히거나 시작하면서 kube-proxy, CNI, Docker의 규칙을 지움. 쓴 프로그램이 다시 맞출 때까지 없음. (2) FORWARD나 INPUT이 Pod의 패킷이나 터널을 폐기함. (3) nftables라서, iptables가 통과시킨 것을 그 테이블이 폐기함(한 테이블의 accept는 다른 테이블을 정하지 않음).',
  'evidence.pair-next.host-firewall':
    '(1) 다시 읽기 앞뒤의 iptables-save | grep -c KUBE. hostPort와 Docker의 규칙은 그것들을 다시 시작. 오래 쓸 것: /etc/nftables.conf에 flush ruleset을 두지 않기, FlushAllOnReload=no. (2) iptables -L FORWARD -nv와 INPUT: DROP의 카운터가 늘면 Pod의 범위, 8472/udp(또는 터널의 포트), 10250을 허용. (3) nft list ruleset | grep -B2 policy.drop.',
  'evidence.pair.two-iptables':
    '‘{line}’: iptables의 두 백엔드는 저마다 규칙을 가지고, 커널은 둘 다 따릅니다. 가능성: (1) kube-proxy와 CNI나 방화벽이 서로 다른 쪽에 쓰고 그 DROP도 적용됨. (2) 쓰지 않는 쪽에 낡은 KUBE- 체인이 있음. (3) 이미지의 프로그램이 다른 쪽이 쓴 것을 읽지 못함.',
  'evidence.pair-next.two-iptables':
    'iptables-legacy-save | grep -c -E "KUBE|CNI"와 iptables-nft-save | grep -c -E "KUBE|CNI": (1) 둘 다 0보다 크면 모두 한 백엔드로(update-alternatives --config iptables) 하고 노드를 다시 시작. (2) 다른 쪽을 비우기: iptables-legacy -F와 -X, -t nat도. (3) 노드와 각 이미지에서 iptables -V.',
  'evidence.pair.cloud-idle':
    '‘{line}’: 쉬는 연결은 중간에 있는 것이 잊습니다. 시간: AWS NLB 350초, ALB 60초, NAT gateway 350초, Azure 로드 밸런서 4분, GCP 10분. 가능성: (1) 그 시간이 TCP keepalive(7200초)보다 짧음. (2) 대상이 등록 해제되었거나 노드가 떠남. (3) 안의 프록시(Ingress)가 더 짧음.{told, select, none {} other { ‘{told}’ 문장은 (1)에 맞습니다.}}',
  'evidence.pair-next.cloud-idle':
    '(1) 끝날 때까지 얼마나 쉬었는지: 위의 시간과 같으면 TCP keepalive를 그보다 짧게(net.ipv4.tcp_keepalive_time, 풀의 대기 시간), 또는 그 시간을 늘리기(Service의 …idle-timeout 애너테이션, Azure는 enableTcpReset도). (2) 그 시각의 대상 이벤트. (3) 프록시 안에서 시간 설정을 읽고, 그것을 거치지 않고 묻기(NODE:NODEPORT).',
  'evidence.pair.conntrack-idle':
    '‘{line}’: 가능성: (1) 항목이 끝나(맺은 TCP는 kube-proxy가 86400초, Linux가 432000초) 다음 패킷이 어느 연결에도 속하지 않음. (2) 표가 가득 차 일찍 밀려남. (3) 창을 벗어난 패킷이 INVALID로 세어져 kube-proxy의 규칙이 폐기함. (4) 중간 장치가 더 일찍 잊음.',
  'evidence.pair-next.conntrack-idle':
    '(1) 쉬는 동안 conntrack -L -d CLUSTERIP(셋째 칸이 남은 초): TCP keepalive나 conntrack.tcpEstablishedTimeout. (2) conntrack -S(early_drop, drop): conntrack.maxPerCore. (3) iptables -nvL KUBE-FORWARD의 INVALID 카운터: conntrack.tcpBeLiberal: true(1.29). (4) 양 끝에서 tcpdump: 누가 RST를 보내는지.',
  'evidence.pair.conntrack-full':
    '‘{line}’: 가능성: (1) 표가 가득 차 새 연결이 폐기됨. (2) insert_failed: 한 소켓의 두 패킷이 겨루거나(UDP의 A와 AAAA) 두 출발지가 같은 포트를 얻음. (3) TIME_WAIT의 짧은 연결이 많음. (4) 아무도 치우지 않는 항목(긴 시간).',
  'evidence.pair-next.conntrack-full':
    'conntrack -C를 sysctl net.netfilter.nf_conntrack_max와 견주고, conntrack -S를 두 번. (1) 최대에 가까우면 kube-proxy의 conntrack.maxPerCore와 min. (2) insert_failed가 늘면 force_tcp를 쓰는 NodeLocal DNSCache, single-request-reopen, --random-fully. (3) conntrack -L | awk로 상태별 수: 연결을 열어 두고 쓰기. (4) sysctl -a | grep conntrack의 시간.',
  'evidence.pair.nat-ports':
    '‘{line}’: 가능성: (1) 한 목적지로 갈 출발지 포트가 없음(주소와 포트 하나에 약 64000개, 나누어 주는 Azure는 더 적음). (2) 노드에서 두 연결이 같은 포트를 얻음(insert_failed). (3) NAT가 클라이언트보다 먼저 잊음. (4) 상대가 주소 하나의 양을 제한함.',
  'evidence.pair-next.nat-ports':
    '(1) 지표 ErrorPortAllocation(AWS), SNAT Connection Count의 Failed(Azure), dropped_sent_packets_count(GCP): 주소나 포트를 늘리거나 연결을 열어 두고 쓰기. (2) conntrack -S의 insert_failed: kube-proxy와 CNI의 --random-fully. (3) 그 대기 시간보다 짧은 keepalive. (4) 상대의 로그.',
  'evidence.pair.client-ip-loop':
    '‘{line}’: 클라이언트의 주소를 보존하거나 PROXY를 쓰는 로드 밸런서입니다. 가능성: (1) 클라이언트와 대상이 같은 노드라 패킷이 노드 자신의 출발지로 돌아와 폐기됨. (2) 안에서는 노드의 규칙이 로드 밸런서의 주소를 받아 건너뛰므로 PROXY 헤더가 없음(ipMode: Proxy가 이를 위한 것). (3) 한쪽만 PROXY를 씀.',
  'evidence.pair-next.client-ip-loop':
    '(1) 대상이 클라이언트의 노드에 있을 때만 실패하면 preserve_client_ip.enabled=false, 또는 안에서는 Service의 이름으로 묻기. (2) kubectl get svc NAME -o yaml | grep -A4 ingress:(ipMode, hostname), 그 주소를 다음으로 보기: {rules}. 주소 대신 호스트 이름이나 ipMode Proxy. (3) curl --haproxy-protocol NODE:NODEPORT만 응답하면 양쪽을 같게.',
  'evidence.pair.cloud-health':
    '‘{line}’: 가능성: (1) 정책 Local이면 엔드포인트가 없는 노드의 실패는 의도된 것. (2) 검사가 아무도 응답하지 않는 포트나 경로를 물음(nodePort, healthCheckNodePort, /). (3) 보안 그룹이나 노드의 방화벽이 검사하는 쪽의 범위를 막음. (4) 준비된 엔드포인트가 없음. (5) 노드 이름이 달라 로컬로 세는 것이 없음.',
  'evidence.pair-next.cloud-health':
    '노드에서 검사에 적힌 대로 curl -v localhost:NODEPORT/PATH와 curl localhost:HEALTH-CHECK-NODE-PORT/healthz. 여기서는 응답하고 검사하는 쪽에서는 안 되면 (3)을 열기. 404이거나 다른 포트면 (2) 상태 확인의 애너테이션. localEndpoints 0인 503이면 (1)이나 (5): kubectl get endpointslices -o wide. 준비된 것이 없으면 (4).',
  'evidence.pair.tunnel-size':
    '‘{line}’: 가능성: (1) Pod의 MTU가 터널이 남기는 것보다 큼(VXLAN 50, Geneve 50 이상, WireGuard 60이나 80, IP-in-IP 20바이트). 작은 패킷은 지나고 큰 것은 멈춤. (2) 도중에 packet too big이 걸러짐. (3) 카드의 체크섬이나 분할 오프로드가 터널에서 틀림. (4) 터널의 포트가 막혔거나 두 번 쓰임.',
  'evidence.pair-next.tunnel-size':
    '(1) 다른 노드의 POD로 ping -M do -s 1472 POD를 지날 때까지 줄이고, ip link의 mtu를 보기: CNI의 mtu를 그에 맞추고 Pod를 새로 시작. (2) 멈춘 동안 tcpdump -ni any icmp. (3) 시험 삼아 터널 장치에 ethtool -K DEVICE tx-checksum-ip-generic off: 나으면 커널이나 드라이버. (4) 두 노드에서 tcpdump -ni any udp port PORT.',
  'evidence.pair.reverse-path':
    '‘{line}’: 클라이언트로 가는 길이 둘 이상입니다. 가능성: (1) rp_filter 1이 돌아갈 경로와 다른 장치로 온 것을 폐기함. (2) 응답이 기본 경로로, 틀린 출발지로, 또는 질문을 보지 못한 방화벽을 지나 나감. (3) CNI나 알림이 다른 인터페이스를 고름.',
  'evidence.pair-next.reverse-path':
    '(1) sysctl -a | grep rp_filter와 nstat -az TcpExtIPReversePathFilter: 늘면 그 장치에 2. (2) ip route get CLIENT from ADDRESS, tcpdump -eni any host CLIENT(들어온 장치와 나간 장치): 출발지별 규칙(ip rule add from …)이나 정책 Cluster. (3) kubectl get nodes -o wide와 CNI의 인터페이스 설정(--iface, devices, IP_AUTODETECTION_METHOD).',
  'evidence.pair.dns-cache':
    '‘{line}’: 가능성: (1) Pod가 캐시에 묻지 않음. IPVS 모드와 Cilium에서는 kubelet의 clusterDNS나 local redirect policy가 캐시를 가리켜야 함. (2) 그 노드의 캐시 Pod가 죽어 169.254.20.10을 가진 것이 없음. (3) 캐시가 뒤의 CoreDNS에 닿지 않음(자기 Service, TCP 53). (4) NetworkPolicy에서 링크 로컬 주소가 빠짐.',
  'evidence.pair-next.dns-cache':
    'Pod의 노드에서 dig @169.254.20.10 kubernetes.default.svc.cluster.local과 dig @COREDNS-POD …. 둘째만 응답하면 (2) kubectl -n kube-system get pods -l k8s-app=node-local-dns -o wide, 또는 (3) 그 로그(위쪽으로 i/o timeout). 둘 다 응답하고 Pod만 못 받으면 (1) 그 안의 cat /etc/resolv.conf, {rules}; (4) 169.254.20.10/32로 나가는 것을 허용.',
  'evidence.pair.ndots':
    '‘{line}’: 가능성: (1) ndots:5는 바깥 이름을 묻기 전에 검색 도메인마다 물어 질문이 다섯 배. (2) 위쪽 서버 하나가 느려 5초씩 기다림. (3) 한 UDP 소켓의 A와 AAAA가 conntrack에서 겨룸(꼭 5초). (4) 검색 도메인의 와일드카드가 대신 응답함.',
  'evidence.pair-next.ndots':
    'Pod에서 time dig NAME과 점을 붙인 time dig NAME.을 견주기. (1) 둘째만 빠르면 dnsConfig의 ndots를 1이나 2로, 또는 점을 붙이기. (2) 둘 다 느리면 CoreDNS의 노드에서 dig @UPSTREAM NAME. (3) conntrack -S의 insert_failed가 늘면 single-request-reopen, NodeLocal DNSCache. (4) dig NAME.SEARCH-DOMAIN.',
  'evidence.pair.mesh':
    '‘{line}’: 클라이언트와 Service 사이에 사이드카나 메시가 있습니다. 가능성: (1) 포트의 이름이나 appProtocol 때문에 다른 프로토콜로 말함. (2) 한쪽이 요구하는 mTLS가 다른 쪽에 없음. (3) 엔드포인트나 경로가 없음(503 UH, NR), 또는 위쪽이 닫음(UC, UF). (4) 그 앞에서 무언가 주소를 바꾸거나(소켓 로드 밸런싱) 제외된 포트와 주소라 거치지 않음.',
  'evidence.pair-next.mesh':
    '사이드카의 접근 로그에 플래그가 있습니다. NR이나 UH: (3) istioctl proxy-config endpoints POD(또는 linkerd diagnostics endpoints). TLS의 UF: (2) PeerAuthentication. 이상한 바이트: (1) http-, grpc-, tcp- 이름. 줄이 없으면 (4) 거치지 않은 것: Cilium의 socketLB.hostNamespaceOnly. 그다음 사이드카 없는 Pod에서 curl POD:PORT: 응답하면 메시 때문.',
  'evidence.pair.datagrams':
    '‘{line}’: TCP와 달리 UDP가 나빠집니다. 가능성: (1) 크기. QUIC은 조각낼 수 없는데 다른 노드의 Pod로 가는 길은 터널을 씌워, 너무 큰 것이 폐기됨(TCP는 MSS를 줄임). (2) 그 길에 UDP의 분할 오프로드(GSO/GRO)가 없거나 장치가 못 함. (3) 소켓의 버퍼가 작음. (4) 데이터 경로의 UDP 항목이 끝나거나 다른 백엔드로 감.{told, select, none {} other { ‘{told}’ 문장은 (1)과 (2)에 맞습니다.}}',
  'evidence.pair-next.datagrams':
    '먼저 Pod가 있는 노드에 묻고, 그다음 다른 노드에 묻기: 다른 쪽만 느리면 (1)이나 (2). (1) tcpdump -ni any icmp(packet too big, need to frag)와 터널의 ip -s link: CNI의 mtu를 줄이거나 터널 없는 DSR. (2) ethtool -k DEVICE | grep -iE "udp|gro|gso", 시험 삼아 ethtool -K DEVICE rx-udp-gro-forwarding on이나 클라이언트의 GSO 끄기. (3) nstat -az UdpRcvbufErrors가 늘면 net.core.rmem_max 7500000. (4) 느린 동안 그 주소를 다음으로 보기: {rules}.',
  'evidence.pair.cilium-no-backend':
    '‘{line}’: Cilium은 Service의 주소를 스스로 바꾸고, 준비된 백엔드가 없으면 바꿀 것이 없습니다. (1) 그 Service를 아는 모든 노드에서 일부러 폐기하거나 거부함. 같은 주소를 알리는 다른 곳으로 내보내지 않으므로 안의 클라이언트에는 anycast와 장애 조치가 소용없음. (2) 백엔드가 있지만 준비되지 않았거나 셀렉터에 맞는 것이 없음. (3) 정책 Local이고 물은 노드에 없음. 밖에서는 Local의 엔드포인트가 없는 노드의 경로를 BGP가 거두고, 안에서는 경로를 거치지 않습니다.{told, select, none {} other { ‘{told}’ 문장은 (1)에 맞습니다.}}',
  'evidence.pair-next.cilium-no-backend':
    '(1) 클라이언트의 노드에서 cilium-dbg service list | grep ADDRESS(백엔드 없음), hubble observe --verdict DROPPED --to-ip ADDRESS(Service backend not found): 이 클러스터의 Service가 아닌 주소로 묻거나, 다른 곳을 엔드포인트로 더하거나(셀렉터 없는 Service와 EndpointSlice, Cluster Mesh의 글로벌 Service), 거기서 Service를 지우기. --service-no-backend-response는 폐기와 거부 가운데 고를 뿐임. (2) kubectl get endpointslices -o wide. (3) 정책 Cluster, 또는 그 노드에 Pod.',
  'evidence.pair.cilium-local':
    '‘{line}’: 정책 Local과 Cilium입니다. 가능성: (1) 알리거나 물은 노드에 준비된 Pod가 없음. L2 알림은 엔드포인트를 묻지 않고 노드를 고름. (2) Cilium에 그 백엔드가 없음. (3) Cilium이 nodePort를 맡지 않는데(kubeProxyReplacement 꺼짐) kube-proxy가 없거나, 둘 다 맡음. (4) devices에 없는 장치로 주소가 들어옴. (5) 로드 밸런서의 상태 확인에 응답이 없음.{told, select, none {} other { ‘{told}’ 문장은 (1)이나 (2)에 맞습니다.}}',
  'evidence.pair-next.cilium-local':
    '(1) kubectl -n kube-system get leases | grep cilium-l2announce(holder)를 kubectl get endpointslices -o wide와 견주기: Pod와 정책의 nodeSelector를 같은 노드에 묶거나, BGP, 또는 정책 Cluster. (2) 그 노드에서 cilium-dbg service list와 cilium-dbg bpf lb list | grep ADDRESS. (3, 4) cilium-dbg status --verbose(KubeProxyReplacement, Devices): kubeProxyReplacement: true와 devices를 정하기. (5) curl NODE:HEALTH-CHECK-NODE-PORT. hubble observe --verdict DROPPED에 이유가 나옵니다.',
  'evidence.pair.cilium-l2':
    '‘{line}’: 가능성: (1) 맞는 CiliumL2AnnouncementPolicy가 없음(Service나 노드 셀렉터, interfaces, loadBalancerIPs). (2) lease가 없음: RBAC나 API 제한(k8sClientRateLimit). (3) kubeProxyReplacement가 꺼져 ARP에 응답하는 것이 없음. (4) 정책 Local인데 holder에 Pod가 없음. (5) 네트워크가 두 번째 주소를 허용하지 않음.',
  'evidence.pair-next.cilium-l2':
    '(1, 2) kubectl -n kube-system get leases | grep cilium-l2announce: 없으면 정책의 셀렉터와 정규식인 interfaces, 에이전트의 로그. (3) cilium-dbg status --verbose. (4) holder를 kubectl get endpointslices -o wide와 견주기: Local을 쓰지 않기. (5) 같은 네트워크에서 arping ADDRESS, holder에서 tcpdump -ni DEVICE arp: 묻는데 응답이 없으면 에이전트의 맵(cilium-dbg bpf l2-announce).',
  'evidence.pair.cilium-bgp':
    '‘{line}’: 가능성: (1) 세션이 서지 않음(상대 주소, ASN, 비밀번호, multihop, 포트 179). (2) Service를 고르는 것이 없음. 셀렉터 없는 알림은 아무것도 알리지 않고, 레이블이 맞아야 함. (3) 정책 Local이고 그 노드에 엔드포인트가 없어 일부러 거둠. (4) 라우터는 배웠는데 응답이 다른 길로 감. Cilium은 알리기만 하고 배운 경로를 넣지 않습니다.',
  'evidence.pair-next.cilium-bgp':
    '(1) cilium bgp peers: established가 아니면 라우터의 로그, nc -zv PEER 179. (2) cilium bgp routes advertised ipv4 unicast: 없으면 CiliumBGPAdvertisement의 matchLabels를 kubectl get svc --show-labels와, 주소를 LB-IPAM 풀과 견주기. (3) kubectl get endpointslices -o wide. (4) 노드에서 tcpdump -ni any host CLIENT, ip route get CLIENT.',
  'evidence.pair.cilium-dsr':
    '‘{line}’: DSR에서는 Pod의 노드가 클라이언트에 바로 응답합니다. 가능성: (1) Service의 주소를 나르는 것(IP 옵션, Geneve)을 네트워크가 폐기하거나 MTU에 들어가지 않음. (2) 출발지를 검사하는 것(클라우드, rp_filter, 절반만 보는 방화벽)이 응답을 폐기함. (3) native routing이거나 Geneve로 날라야 함.',
  'evidence.pair-next.cilium-dsr':
    '시험 삼아 모드를 snat으로(Calico는 bpfExternalServiceMode Tunnel): 나으면 위 가운데 하나. (1) 두 노드에서 tcpdump -ni any host CLIENT: 둘째에 오지 않으면 loadBalancer.dsrDispatch: geneve, mtu. (2) 응답이 나가고 도착하지 않으면 출발지/목적지 검사를 끄거나 snat에 머물기. (3) cilium-dbg status --verbose(Mode, Routing).',
  'evidence.pair.cilium-masquerade':
    '‘{line}’: 가능성: (1) native routing 범위가 너무 넓거나(아무것도 바뀌지 않음) 너무 좁음. (2) bpf.masquerade 설정은 목록의 장치에서만 동작함. (3) ip-masq-agent의 범위. (4) 다른 프로그램의 iptables가 먼저 바꿈.',
  'evidence.pair-next.cilium-masquerade':
    'cilium-dbg status --verbose(Masquerading: BPF나 IPTables, 장치, 범위), cilium-dbg bpf ipmasq list, 노드에서 tcpdump -ni DEVICE host TARGET. 출발지가 Pod의 것이면 (1) ipv4NativeRoutingCIDR, (2) devices, 아니어야 하는데 노드의 것이면 (3). (4) iptables-save -t nat | grep -i masq의 카운터.',
  'evidence.pair.cilium-sockets':
    '‘{line}’: 소켓에서 나누면 패킷이 생기기 전, 프로그램이 연결할 때 주소가 바뀝니다. 가능성: (1) Pod의 네트워크 안에 있는 것(사이드카, KubeVirt, gVisor, Kata)이 Service의 주소를 보아야 함. (2) UDP나 오래된 소켓이 사라진 Pod에 머묾. (3) cgroup이 마운트되지 않아 거기서는 바뀌지 않음. (4) hostNetwork Pod는 다르게 동작함.',
  'evidence.pair-next.cilium-sockets':
    '(1) Pod에서 tcpdump: 곧바로 Pod의 주소가 보이면 socketLB.hostNamespaceOnly: true(Calico는 bpfConnectTimeLoadBalancing: Disabled). (2) 클라이언트를 다시 시작해 나으면 낡은 소켓을 닫기(새 릴리스는 스스로 함). (3) cilium-dbg status --verbose(Socket LB), mount | grep cgroup2. (4) hostNetwork가 아닌 Pod에서 묻기. 그 주소: {rules}.',
  'evidence.pair.cilium-whole':
    '‘{line}’: kube-proxy 대신 Cilium입니다. 가능성: (1) 에이전트가 API 서버에 갈 길이 없음. 에이전트가 돌기 전에는 kubernetes Service를 맡은 것이 없음(k8sServiceHost, k8sServicePort). (2) kube-proxy나 그 규칙이 남음. (3) nodePort는 devices에서만 맡음. (4) 커널이나 cgroup에 필요한 것이 없음.',
  'evidence.pair-next.cilium-whole':
    '(1) kubectl -n kube-system logs ds/cilium(10.96.0.1로 i/o timeout): 두 값을 정하기. (2) iptables-save | grep -c KUBE-SVC: 0보다 크면 DaemonSet을 지우고 kube-proxy --cleanup이나 노드를 다시 시작. (3, 4) cilium-dbg status --verbose(KubeProxyReplacement, Devices, Services), 그다음 cilium-dbg service list | grep ADDRESS.',
  'evidence.pair.calico-bpf':
    '‘{line}’: Calico의 eBPF가 Service를 맡습니다. 가능성: (1) kube-proxy 없이 API 서버에 갈 길이 없음(ConfigMap kubernetes-services-endpoint). (2) kube-proxy가 아직 돌며 겨룸. (3) bpfDataIfacePattern에 없는 장치. (4) 연결할 때의 분산이 주소를 일찍 바꿈. (5) 노드 사이 VXLAN의 MTU.',
  'evidence.pair-next.calico-bpf':
    '노드에서 kubectl -n calico-system exec ds/calico-node -- calico-node -bpf nat dump(ADDRESS가 백엔드와 함께 있는지), … -bpf counters dump(어떤 폐기가 느는지), … -bpf conntrack dump. 비었으면 (1) 그 로그. (2) kubectl -n kube-system get ds kube-proxy: 맞는 노드가 없는 nodeSelector. (3) ip link를 패턴과 견주기. (4) bpfConnectTimeLoadBalancing: Disabled. (5) tcpdump -ni any icmp. iptables-save에는 이 패킷이 보이지 않습니다.',
  'evidence.pair.calico-between':
    '‘{line}’: 노드 사이의 길입니다. 가능성: (1) BGP 세션이 내려가(179/tcp, 잘못 고른 주소) 경로가 없음. (2) 네트워크가 IP-in-IP(프로토콜 4, Azure가 그러함)나 VXLAN(4789/udp)을 폐기함. (3) 바로 이웃이 아닌 노드에 CrossSubnet. (4) 클라우드의 출발지/목적지 검사. (5) 카드의 체크섬 오프로드.',
  'evidence.pair-next.calico-between':
    '(1) calicoctl node status(Established)와 ip route | grep bird: IP_AUTODETECTION_METHOD, 방화벽. (2) 두 노드에서 tcpdump -ni any proto 4 or udp port 4789: 나가고 도착하지 않으면 vxlanMode: Always, 또는 열기. (3, 4) 시험 삼아 ipipMode Always로 다른 노드의 Pod 주소에 ping. (5) 시험 삼아 ethtool -K vxlan.calico tx-checksum-ip-generic off.',
  'evidence.pair.metallb-bgp':
    '‘{line}’: 가능성: (1) 세션이 없거나, 노드의 다른 BGP 프로그램(Calico, Cilium)이 포트 179나 상대를 차지함. (2) 풀의 BGPAdvertisement가 없거나 라우터가 경로를 받지 않음. (3) 정책 Local이면 엔드포인트가 있는 노드만 알림. (4) 노드가 드나들 때 ECMP가 다시 나눠 맺은 연결이 끊김. (5) 응답이 다른 길로 감.',
  'evidence.pair-next.metallb-bgp':
    '(1) kubectl -n metallb-system exec SPEAKER -c frr -- vtysh -c "show bgp summary"나 speaker의 로그: Established가 아니면 한 프로그램만 상대하기(Calico의 serviceLoadBalancerIPs 같은 것). (2) 라우터에서 show ip route ADDRESS. (3) kubectl get endpointslices -o wide. (4) 노드가 바뀔 때만 생기면 resilient hashing이나 변경을 줄이기. (5) 노드에서 tcpdump -ni any host CLIENT.',
  'evidence.pair.antrea':
    '‘{line}’: Antrea는 Open vSwitch에서 Service를 맡고(AntreaProxy), proxyAll이 아니면 nodePort와 바깥 주소는 kube-proxy에 남습니다. 가능성: (1) 둘 다 맡거나 아무도 맡지 않음. (2) 그룹과 흐름이 낡았거나 엔드포인트가 없음. (3) 바꾼 뒤 정책이 폐기함. (4) 노드 사이의 터널.',
  'evidence.pair-next.antrea':
    '(1) kubectl -n kube-system get cm antrea-config -o yaml | grep -iE "proxyAll|AntreaProxy"를 kubectl -n kube-system get ds kube-proxy와 견주기: kube-proxy를 없애기 전에 proxyAll: true. (2) 클라이언트 노드의 에이전트에서 antctl get ovsflows -S SERVICE -n NAMESPACE. (3) antctl traceflow -S CLIENT -D SERVICE에 폐기한 테이블이 나옵니다. (4) 다른 노드의 Pod로 traceflow.',
  'evidence.pair.ovn':
    '‘{line}’: OVN은 스위치와 게이트웨이 라우터의 로드 밸런서로 Service를 맡습니다. 가능성: (1) 그 로드 밸런서에 백엔드가 없거나 그 노드에 없음. (2) 게이트웨이 모드(shared, local, routingViaHost)가 응답을 호스트의 경로와 방화벽 밖으로 보냄. (3) 정책 Local인데 Pod가 없음. (4) MTU나 Geneve의 6081/udp.',
  'evidence.pair-next.ovn':
    '(1) ovn-nbctl lb-list | grep ADDRESS(또는 ovn-nbctl find load_balancer), kubectl get endpointslices. (2) kubectl get network.operator cluster -o yaml | grep routingViaHost, 클라이언트에서 Service로 ovn-trace나 ovnkube-trace: 어디서 끝나는지. (3) 엔드포인트를 물은 노드와 견주기. (4) tcpdump -ni any udp port 6081, ping -M do -s 1372 POD.',
  'evidence.pair.kube-vip':
    '‘{line}’: 가능성: (1) 리더가 없거나 둘(lease, 시계, API를 잃은 노드). (2) 다른 인터페이스에서 알림. (3) kube-proxy의 IPVS 모드도 ARP에 응답함(strictARP). (4) 정책 Local인데 리더에 Pod가 없음(svc_election). (5) 네트워크가 새 MAC을 늦게 배우거나 못 배움(gratuitous ARP가 걸러짐).',
  'evidence.pair-next.kube-vip':
    '(1) kubectl -n kube-system get leases | grep plndr, 노드마다 ip addr | grep ADDRESS: 꼭 한 곳에만 있는지. (2) vip_interface를 ip addr과 견주기. (3) arping ADDRESS: MAC이 둘 이상이면 ipvs.strictARP: true. (4) kubectl get endpointslices -o wide: svc_election: true. (5) 바뀌기 앞뒤에 라우터의 ip neigh.',
  'evidence.pair.service-lb':
    '‘{line}’: k3s의 ServiceLB는 노드마다 hostPort를 쓰는 svclb-* Pod이고, 받은 것을 Service로 넘깁니다. 가능성: (1) 다른 것이 포트를 써(Traefik의 80, 443) Pending. (2) 패킷에 자기 주소를 주어, 정책 Local이 아니면 클라이언트의 주소를 잃음. (3) hostPort의 규칙이 지워졌거나 방화벽. (4) 다른 로드 밸런서(MetalLB)가 함께 돎.',
  'evidence.pair-next.service-lb':
    '(1) kubectl -n kube-system get pods -o wide | grep svclb와 kubectl get svc -A | grep LoadBalancer: 다른 포트나 --disable=traefik. (2) externalTrafficPolicy: Local, 또는 --disable=servicelb와 다른 로드 밸런서. (3) 노드에서 iptables-save -t nat | grep CNI-DN: 없으면 svclb Pod를 새로 시작. (4) 둘 가운데 하나만: --disable=servicelb.',
  'evidence.pair.flannel':
    '‘{line}’: 가능성: (1) flannel이 틀린 인터페이스를 고름(10.0.2.15, VPN). (2) 노드 사이에서 8472/udp(WireGuard는 51820/udp)가 막힘. (3) flannel.1의 체크섬 오프로드가 틀림. (4) podCIDR이 없거나 net-conf의 범위가 kube-proxy의 것과 다름. (5) FORWARD가 폐기함. (6) 라우터 너머의 host-gw.',
  'evidence.pair-next.flannel':
    '(1) kubectl get nodes -o yaml | grep public-ip: --iface. (2) 두 노드에서 tcpdump -ni any udp port 8472: 나가고 도착하지 않는지. (3) ethtool -K flannel.1 tx-checksum-ip-generic off: 나으면 그대로 두거나 새 커널. (4) cat /run/flannel/subnet.env, kubectl get nodes -o yaml | grep podCIDR. (5) iptables -nvL FORWARD. (6) vxlan으로.',
  'evidence.pair.aws-cni':
    '‘{line}’: Pod가 VPC의 주소를 가집니다. 가능성: (1) VPC를 나가는 것의 출발지 변환(AWS_VPC_K8S_CNI_EXTERNALSNAT), 또는 이어진 범위. (2) Pod의 보안 그룹: branch 인터페이스의 규칙, strict 모드. (3) 두 번째 인터페이스의 Pod가 틀린 쪽으로 응답함(rp_filter, ip rule). (4) 남은 주소가 없음.',
  'evidence.pair-next.aws-cni':
    '(1) kubectl -n kube-system get ds aws-node -o yaml | grep -A1 SNAT와 iptables-save -t nat | grep AWS-SNAT. (2) VPC 흐름 로그의 REJECT: 그 그룹에 열기, POD_SECURITY_GROUP_ENFORCING_MODE=standard. (3) ip rule, sysctl -a | grep rp_filter(eth0에 2). (4) kubectl describe pod(failed to assign an IP): prefix delegation이나 더 큰 서브넷.',
  'evidence.pair.network-switch':
    '‘{line}’: Pod 네트워크가 바뀌었습니다. 가능성: (1) 이전의 Pod가 아직 옛 장치와 주소를 가짐. (2) 옛 설정(/etc/cni/net.d), 장치, 경로, iptables 체인이 남음. (3) Service를 둘이 맡거나 아무도 맡지 않음(kube-proxy와 새 프로그램). (4) Pod의 범위가 kube-proxy와 Node가 말하는 것과 다름. (5) 새 터널의 포트가 닫힘.',
  'evidence.pair-next.network-switch':
    '(1) kubectl get pods -A -o wide: 새 범위 밖의 주소면 그 Pod를 새로 시작. (2) ls /etc/cni/net.d, ip link, iptables-save | grep -iE "cali|flannel|weave|cilium": 지우고 노드를 다시 시작. (3) {rules}, kubectl -n kube-system get ds. (4) kubectl get nodes -o yaml | grep podCIDR과 clusterCIDR. (5) 두 노드에서 tcpdump -ni any udp.',
  'evidence.pair.policy-service':
    '‘{line}’: 정책은 Service가 바뀐 뒤의 패킷, 곧 Pod의 주소와 targetPort를 봅니다. 가능성: (1) 규칙이 Service의 주소나 포트를 가리킴. (2) 그때 출발지가 노드의 것(정책 Cluster로 밖에서 온 것, 호스트 네트워크)이라 ingress 규칙이 모름. (3) DNS의 egress가 없음(kube-dns로 53, UDP와 TCP). (4) 이 네트워크에서 정책을 지키는 것이 없거나 아직 적용되지 않음.',
  'evidence.pair-next.policy-service':
    '같은 곳에서 Pod 자신의 주소와 Service에 묻기. 둘 다 실패하면 (1) podSelector와 targetPort로 쓴 규칙, nslookup도 실패하면 (3) kube-dns로 egress 허용. Service만, 또는 밖에서만 실패하면 (2) 그 노드에서 tcpdump -ni any host POD로 출발지를 보고 노드의 범위를 허용(ipBlock)하거나 정책 Local. (4) CNI의 문서. 무엇이 폐기하는지: hubble observe, calico-node -bpf counters dump, antctl traceflow, {rules}.',
} as const satisfies Translated<typeof EN.SETTING_PAIR_PHRASES>;
