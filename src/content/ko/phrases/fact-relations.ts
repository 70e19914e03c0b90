import type * as EN from '../../en/phrases/fact-relations';
import type { Translated } from '../../translated';

/** Sentences on facts of texts that are held against each other: sizes, policies, words of nft, addresses; loaded with those of findings. */
export const FACT_RELATION_PHRASES = {
  'evidence.mtu':
    '{pod, select, none {Pod는} other {{pod}은(는)}} {podMtu}바이트까지의 패킷을 보냅니다({podLine}번째 줄). 그런데 {by, select, path {다른 노드로 가는 길은 {device, select, measured {{bytes}바이트까지 지나가고 더 큰 것은 사라졌습니다} other {{bytes}바이트까지 지나간다고 되어 있습니다}}({line}번째 줄)} wireguard {WireGuard의 장치 {device}은(는) {bytes}바이트까지 나릅니다({line}번째 줄){wrap, select, none {} other {. 안쪽 터널({wrap})에 그중 {wrapBytes}바이트가 듭니다}}} other {터널 {device}은(는) {bytes}바이트까지 나릅니다({line}번째 줄)}}. {fits}바이트보다 큰 것은 들어가지 않습니다. 작은 요청과 ping은 지나가고 큰 응답, 이미지, TLS는 멈춥니다{network, select, cilium {. Cilium이 그렇게 하듯 Pod의 경로에 장치보다 작은 mtu가 있으면 다릅니다} other {}}.',
  'evidence.next.mtu':
    '{network, select, cilium {Pod 안에서 ip route를 보십시오. 경로의 mtu는 {fits} 이하여야 합니다. 더 크다면 Cilium의 mtu를 노드 사이의 가장 작은 장치의 것으로 두십시오{underlay, select, none {} other {. 여기서는 {underlay}의 {underlayMtu}입니다}}. Cilium이 거기서 터널과 WireGuard를 뺍니다. {patch}, 그리고 kubectl -n kube-system rollout restart ds/cilium. 그래도 크다면 Cilium의 버전 문제이니 릴리스 노트를 보십시오.} none {Pod 네트워크의 mtu를 {fits}(으)로 두십시오.} other {{patch}{network, select, flannel {, 그리고 flannel 재시작} other {}}.}} Pod를 새로 만들어야 적용됩니다.{network, select, cilium {} other { 그때까지 TCP는 노드에서 iptables -t mangle -A FORWARD -p tcp --tcp-flags SYN,RST SYN -j TCPMSS --set-mss {mss}.}} 확인: 다른 노드의 Pod로 ping -M do -s {payload}이(가) 지나갑니다.',
  'evidence.nft-module':
    '커널이 {table} 계열 테이블에서 “{word}”을(를) 모릅니다. nft의 표시가 그 아래에 있습니다. 그 표현식은 모듈 {module}({option})이고, 커널에 들어 있지도 불러와 있지도 않습니다. 트랜잭션은 모두 받아들여지거나 하나도 받아들여지지 않으므로 {proxy, select, yes {kube-proxy의} other {그}} 규칙은 하나도 적용되지 않았습니다{proxy, select, yes {. 이 노드에서는 어떤 Service도 대답하지 않습니다} other {}}.',
  'evidence.next.nft-module':
    '노드에서 modprobe {module}, 그리고 /etc/modules-load.d에 {module}. zgrep {option} /proc/config.gz(또는 /boot/config-*)가 커널에 있는지 말해 줍니다. is not set이면 그것이 있는 커널이 필요합니다(배포판의 추가 모듈 패키지, 더 새로운 이미지). {instead, select, none {같은 텍스트의 줄에서 이 커널은 kube-proxy의 iptables 모드도 거부합니다. 커널에 모듈이 생기기 전에는 어떤 모드도 도움이 되지 않습니다.} other {그때까지는 kube-proxy --proxy-mode=iptables.}}',
  'evidence.fragment-port':
    '{how, select, backend {Ingress는 포트 {port}(으)로 보내는데 텍스트에 있는 Service의 포트는 {ports}입니다. Ingress는 컨테이너가 아니라 Service의 포트를 적습니다. 컨트롤러는 그런 포트를 찾지 못해 503으로 답하거나 그 규칙을 뺍니다.} container {Service는 Pod의 포트 {port}(으)로 보내는데 텍스트의 컨테이너는 {ports}을(를) 적습니다. 어느 컨테이너에도 없는 이름이면 엔드포인트에 그 포트가 없고, 아무도 듣지 않는 번호면 Pod가 거부하며 그 전에는 아무도 알려 주지 않습니다.} other {이 Service의 포트 {ports}은(는) Pod의 같은 포트 {port}(으)로 갑니다. 어느 쪽을 물어도 같은 소켓이 답합니다.}}',
  'evidence.next.fragment-port':
    '{how, select, backend {Ingress의 service.port.number를 {ports} 중 하나로(또는 service.port.name). 그 뒤에 무엇이 있는지는 kubectl get endpointslices -o wide로 봅니다.} container {Pod에서 ss -lnt로 소켓이 있는 포트를 보고 그것(또는 containers[].ports의 이름)을 targetPort로 쓰십시오.} other {두 번째가 다른 것을 위한 포트라면 자기 targetPort를 주고 컨테이너가 거기서 듣게 하십시오(Pod에서 ss -lnt. 차트라면 그런 값이 있는지).}}',
  'evidence.policy.dns':
    '{to, select, all {{name}의 규칙은 DNS 질문(53/UDP)을 모든 주소로 보냅니다. {of, select, own {그} other {{of}의}} egress의 규칙 {rule}에 to가 없습니다. 규칙은 더해지므로 다른 규칙의 except는 아무것도 빼앗지 않습니다. 그러니 이 정책은 글대로라면 어떤 이름도 막지 않습니다. 그래도 이름이 실패한다면 정책을 집행하는 프로그램이 정책과 다르게 하거나, 아직 거기까지 가지 못했거나(Pod의 처음 몇 초), 정책 때문이 아닙니다. 또는 네임서버의 Pod가 53이 아닌 포트에서 듣습니다(OpenShift 5353, vcluster 1053). 정책은 Service가 바뀐 뒤의 패킷, 곧 targetPort를 봅니다.} labels {{name}은(는) DNS 질문(53/UDP)을 {labels, select, none {흔한 레이블로는 CoreDNS가 없는 네임스페이스의} other {{labels} 레이블이 있는}} Pod에게만 보냅니다(규칙 {rule}). kubeadm, kind, k3s, RKE2, EKS, GKE, AKS가 설치하는 CoreDNS의 레이블은 kube-system 네임스페이스의 k8s-app=kube-dns입니다. 그 레이블도 함께 있지 않으면 이름은 대답을 얻지 못합니다.} other {{name}은(는) Pod를 Egress에서 격리하는데, {empty, select, yes {규칙이 없습니다. 아무것도 나가지 못하고 DNS 질문도 마찬가지입니다} other {53/UDP를 허용하는 규칙이 없습니다. 그 Pod들은 이름의 대답을 얻지 못합니다}}. 같은 Pod를 고르는 다른 정책도 텍스트에서는 허용하지 않습니다.}}',
  'evidence.policy-next.dns':
    '{to, select, all {kubectl get endpointslices -A -l k8s-app=kube-dns -o wide(PORTS에 53이 없으면 그 포트도 허용), 그리고 누가 폐기하는지: EKS에서는 kubectl -n kube-system logs ds/aws-node -c aws-eks-nodeagent와 /var/log/aws-routed-eni/network-policy-agent.log, Calico는 calico-node -bpf counters dump 또는 iptables-save -c | grep cali-, Cilium은 hubble observe --verdict DROPPED. 시험으로 이름 서버를 적은 규칙을 따로 더하십시오. {patch}. 그것으로 이름이 된다면 집행하는 프로그램이 to가 없는 규칙을 잘못 다루는 것입니다(최신 버전과 그 이슈를 보십시오).} labels {kubectl get pods -A -l k8s-app=kube-dns --show-labels로 CoreDNS의 레이블과 네임스페이스를 보십시오. k8s-app=kube-dns라면 {patch}.} other {그 Pod들이 이름을 찾아야 한다면 더하십시오. {patch}. NodeLocal DNSCache가 있으면 질문은 169.254.20.10으로 가므로 그것을 위한 ipBlock을 더하십시오.}}',
  'evidence.cilium-l7':
    '{name}은(는) Cilium이 자신의 {kind, select, ingress {Ingress} other {Gateway}} 때문에 만드는 Service입니다. 뒤에 Pod가 없고, 하나뿐인 엔드포인트는 자리만 채우는 것(192.192.192.192:9999)입니다. 장치에 붙은 Cilium의 프로그램만 그 패킷을 Envoy에 넘기고, 소켓에서는 변환되지 않습니다.{node, select, none {} other { {node}번째 줄은 노드 자신에서 묻습니다. 그런 연결은 Cilium이 보는 장치를 지나지 않으므로, 그 노드는 듣는 이가 없다고 대답합니다.}}{hybrid, select, none {} other { 옆의 kube-proxy({hybrid}번째 줄)도 그 포트의 규칙을 갖는데, 그 자리 채우는 주소로 이어집니다.}}',
  'evidence.next.cilium-l7':
    '다른 컴퓨터에서 물어보십시오. curl -v http://NODE-ADDRESS:{port}에 대답이 있으면 노드 자신에서 가는 길만 없는 것입니다. 엔드포인트와 Pod는 아무것도 말해 주지 않습니다. kubectl -n kube-system exec ds/cilium -- cilium-dbg service list | grep {port}: 프로그램이 있으면 L7LB Proxy Port를 보여 줍니다. 노드에서도 물으려면 Envoy를 호스트의 네트워크에 두거나(ingressController.hostNetwork.enabled 또는 gatewayAPI.hostNetwork.enabled: true, Cilium 1.16부터) 백엔드 자신의 Service를 쓰십시오.{hybrid, select, none {} other { kube-proxy 없이 쓰려면 kubeProxyReplacement: true.}}',
  'evidence.shared-address':
    '{one}과(와) {other}이(가) {address} 하나를 함께 가지려 합니다. MetalLB는 둘의 allow-shared-ip 애너테이션이 같고, 같은 포트가 없고, 둘 다 externalTrafficPolicy Cluster이거나, 둘 다 Local이면서 셀렉터가 똑같을 때만 둘에게 줍니다. 텍스트로는 포트 {ports}, 셀렉터는 {selectors, select, same {같습니다} other {다릅니다. Local이면 나눌 수 없습니다}}, 정책은 {policies, select, differ {다릅니다. 나눌 수 없습니다} untold {알 수 없습니다} other {둘 다 {policies}}}. 하나가 아직 다른 정책으로 그 주소를 갖고 있는 동안 나머지의 변경은 기다립니다.',
  'evidence.next.shared-address':
    '{merge, select, yes {두 포트를 가진 Service 하나라면 나눌 것이 없습니다. LoadBalancer 타입은 프로토콜을 섞을 수 있습니다(Kubernetes 1.26부터, MetalLB도 됩니다). {other}의 포트를 {one}(으)로 옮기고 {other}을(를) 지우십시오.} other {}} 아니면 kubectl -n {namespace} get svc -o yaml | grep -E ’allow-shared-ip|externalTrafficPolicy’(둘이 같은지), 둘의 kubectl describe svc(Events에 무엇이 거부되는지 있습니다). 둘을 함께 바꾸거나, 둘 다 지우고 다시 적용하십시오.',
  'evidence.limit.metallb-excludes':
    '{from}에서 {to}(으)로({line}번째 줄): 0.14부터 MetalLB는 node.kubernetes.io/exclude-from-external-load-balancers 레이블이 있는 노드에서는 아무것도 알리지 않는데, kubeadm 등은 모든 컨트롤 플레인에 그 레이블을 붙입니다. 그런 노드만 남으면(노드 하나, 컨트롤 플레인뿐, nodeSelectors) Service는 주소를 그대로 갖고 있지만 대답하는 이가 없습니다.',
  'evidence.limit-next.metallb-excludes':
    'kubectl get nodes -l node.kubernetes.io/exclude-from-external-load-balancers. 알려야 할 노드가 거기에 있으면 kubectl label node NAME node.kubernetes.io/exclude-from-external-load-balancers-, 또는 MetalLB 차트의 speaker.ignoreExcludeLB: true(speaker의 --ignore-exclude-lb, 0.14.4부터). 없으면 다른 까닭입니다(kubectl describe svc NAME, speaker의 로그).',
  'evidence.limit.nftables-kernel':
    'kube-proxy는 nftables 모드로 설정되어 있고({mode}번째 줄) 커널은 {kernel}입니다({line}번째 줄). 그 모드에는 5.13 이상이 필요하고, 더 오래된 커널에서는 kube-proxy가 시작하자마자 끝납니다. 그러면 그 노드에는 Service의 규칙을 쓰는 이가 없습니다.',
  'evidence.limit-next.nftables-kernel':
    'kube-proxy 설정의 mode: iptables(kubectl -n kube-system edit configmap kube-proxy 뒤에 kubectl -n kube-system rollout restart ds/kube-proxy), 또는 더 새로운 커널.',
  'evidence.split-hosts':
    '포트 {port}은(는) {failing}에서는 {end, select, refused {거부되고} other {대답하지 않고}} {working}에서는 대답합니다({works}번째 줄). 그러니 Service와 엔드포인트는 맞고, 둘 다 한곳에서 물었다면 거기서 가는 길도 맞습니다. 다른 것은 두 이름이 누구에게 이어지는지입니다{end, select, refused {. {failing}에는 그런 포트가 없다고 바로 대답한 컴퓨터가 있습니다} other {}}.',
  'evidence.next.split-hosts':
    'getent hosts {failing} {working}을(를) kubectl get nodes -o wide와 견주십시오. {failing}이(가) 노드가 아니면(앞에 있는 로드 밸런서나 프록시) 거기에 {port}을(를) 노드들의 {port}(으)로 넘기는 리스너가 있어야 합니다{isNodePort, select, yes {. NodePort 타입의 Service를 만든다고 생기지 않습니다} other {}}. 아니면 노드에 물으십시오. 노드라면 거기서 kubectl get svc -A -o yaml | grep externalTrafficPolicy(Pod가 없는데 Local인지), 방화벽, Cilium이면 cilium-dbg status --verbose(그 주소가 장치의 것인지).',
  'evidence.dial.pod':
    '{place}에 물었는데 {end, select, refused {거부되었습니다} silent {제때 대답이 없었습니다} other {길이 없다고 했습니다}}({number}번째 줄). {range}은(는) {of}이(가) 따로 정하지 않으면 Pod에게 주는 범위입니다. 그러니 Pod에게 그 자신의 주소로 물은 것이고, 그 길에 Service의 규칙은 없습니다.{role, select, metrics { {port}에서는 metrics-server가 듣고, API 서버가 v1beta1.metrics.k8s.io를 위해 묻습니다. 대답이 없는 동안 kubectl top과 자동 확장이 실패하고 Service는 그렇지 않습니다.} webhook { {port}에서는 API 서버가 묻는 웹훅이나 컨트롤러가 듣습니다.} other {}} 가능한 것: {end, select, refused {(1) 그 포트에서 듣는 것이 없습니다. (2) 그 주소가 이제 다른 Pod의 것입니다.} other {(1) 노드 사이의 길. 터널의 포트가 막혔거나 체크섬이 틀립니다. (2) 묻는 노드에 경로나 터널이 없습니다(Pod 네트워크가 없는 컨트롤 플레인). (3) Pod는 없어졌는데 묻는 쪽이 그 주소를 갖고 있습니다. (4) NetworkPolicy.}}',
  'evidence.dial-next.pod':
    'kubectl get pods -A -o wide | grep {host}. 없으면 (3)이고, 있으면 어느 노드입니까? 그 노드에서 curl -kv https://{place}, 다음에 묻는 쪽 노드에서. 둘 다 실패하면 Pod입니다(로그, ss -lnt, 정책). 뒤의 것만 실패하면 {end, select, refused {그 Pod의 다른 주소입니까?} other {(1) 그동안 두 노드에서 tcpdump -ni any udp port 8472 or udp port 4789. 나가고 들어오지 않으면 모든 노드 사이에 여십시오(flannel, Canal, Cilium은 8472, Calico는 4789). 들어오면 시험으로 ethtool -K flannel.1 tx-checksum-ip-generic off(vxlan.calico, cilium_vxlan). (2) 거기서 ip route get {host}은(는) 터널의 장치를 말해야 합니다.}}',
  'evidence.dial.names':
    '{place}{from, select, none {} other {({from}이(가) 물음)}}에서 대답이 없었습니다({number}번째 줄). {of}이(가) Service에 주는 범위({range})에서 .10은 CoreDNS의 Service입니다.{api, select, none {} other { {api}번째 줄은 같은 범위에 있는 API 서버의 Service를 말합니다. 거기에 닿지 못하는 CoreDNS는 준비되지 않고, 그러면 이름에 대답할 이가 없습니다. 그러니 문제의 패킷은 API 서버로 가는 것입니다.}}{single, select, none {} other { {single}번째 줄: 노드가 하나이므로 어느 쪽에도 노드 사이의 길은 없습니다.}} 가능한 것: (1) Service의 규칙이 이 노드에 없습니다(쓰는 프로그램이 실패했고 그 로그에 있습니다). (2) 규칙은 있는데 Pod의 패킷이 거기를 지나지 않거나 막힙니다(INPUT이나 FORWARD의 방화벽, ip_forward, br_netfilter). (3) CoreDNS 자신.{kernel, select, none {} other { 커널 {kernel}은(는) 보드나 데스크톱을 만든 곳이 빌드한 것이고, netfilter의 모듈이 다 있지 않은 일이 많습니다. 그렇다면 (1)입니다.}}',
  'evidence.dial-next.names':
    '(1) 노드에서 {rules} | grep {host}. 아무것도 없으면 journalctl -u k3s 또는 kubectl -n kube-system logs ds/kube-proxy | grep -iE ’iptables|nft|modprobe’가 없는 매치나 모듈을 말해 줍니다{kernel, select, none {} other {. k3s check-config, lsmod | grep -E ’nf_|xt_|ip_set’}}. (2) {api, select, none {Service kubernetes에 curl -k} other {노드에서 {api}번째 줄의 주소에 curl -k}}. 대답하면 규칙은 있고, Pod에서는 (2)입니다. iptables -S INPUT, iptables -S FORWARD, sysctl net.ipv4.ip_forward net.bridge.bridge-nf-call-iptables. (3) kubectl -n kube-system logs -l k8s-app=kube-dns.',
  'evidence.no-selector':
    '{name}에는 셀렉터가 없어 쿠버네티스가 엔드포인트를 만들지 않습니다. {endpoints, select, listed {엔드포인트 목록도 비어 있습니다} other {다른 누가 쓴 EndpointSlice도 텍스트에 없습니다}}. {kind, select, headless {하나도 없는 동안 이 이름에는 주소가 없습니다} other {하나도 없는 동안 Pod가 있어도 이 Service로 가는 연결은 모두 거부되거나 사라집니다}}.',
  'evidence.next.no-selector':
    '{labels, select, none {Pod가 대답해야 한다면 그 레이블이 무엇입니까(kubectl get pods --show-labels)? 그 레이블로 {patch}.} other {그 포트를 선언한 Pod: {pods}. 그러니 {patch}.}} 그러면 kubectl get endpointslices에 나타납니다. 대답하는 것이 Pod가 아니면 엔드포인트를 직접 쓰십시오(ADDRESS를 채우고, 포트의 이름은 Service의 것과 같게). kubectl apply -f -에 줄 것: {slice}',
  'evidence.router-flags':
    'kube-router의 플래그로 보면 {proxy, select, yes {Service는 kube-router의 IPVS가 나릅니다. kube-proxy의 규칙이 아니라 ipvsadm -Ln을 보아야 합니다} other {Service는 kube-router가 아니라 kube-proxy나 다른 프로그램이 나릅니다}}. {firewall, select, yes {NetworkPolicy는 KUBE-POD-FW-* 체인입니다} other {NetworkPolicy는 집행하지 않습니다}}. {allocator, select, yes {LoadBalancer 타입 Service의 주소를 줍니다{ranges, select, none {} other {({ranges})}}} other {LoadBalancer 타입 Service에 주소를 주지 않습니다}}. {router, select, yes {BGP로 {mesh, select, yes {다른 노드에} other {풀 메시가 아닌 곳에}}{peers, select, none {} other {, 그리고 {peers}에}} {announced, select, none {애너테이션이 정한 Service의 주소만 알립니다} other {모든 Service의 {announced}을(를) 알립니다}}} other {아무것도 알리지 않습니다}}.{gap, select, none {} unallocated { 범위는 있는데 할당이 꺼져 있습니다(--run-loadbalancer는 정하지 않으면 false). 어느 Service도 거기서 주소를 받지 않습니다.} unranged { 할당이 켜져 있는데 --loadbalancer-ip-range가 없습니다.} unannounced { 준 주소를 아무에게도 알리지 않습니다. --advertise-loadbalancer-ip는 정하지 않으면 false입니다.} unrouted { 준 주소를 아무에게도 알리지 않습니다. --run-router가 false입니다.} other { 바깥 라우터에는 알리지 않습니다(--peer-router-ips). 라우터 뒤의 클라이언트는 라우터에 경로가 있을 때만 닿습니다.}}',
  'evidence.next.router-flags':
    '{gap, select, none {kubectl -n kube-system get ds kube-router -o yaml | grep -A25 args} unallocated {인자에 --run-loadbalancer=true를 더하십시오(kubectl -n kube-system edit ds kube-router). 그러면 kubectl get svc -A에 주소가 나타납니다} unranged {인자에 --loadbalancer-ip-range=RANGE를 더하십시오(kubectl -n kube-system edit ds kube-router)} unannounced {kubectl annotate service NAME kube-router.io/service.advertise.loadbalancerip=true, 모두라면 --advertise-loadbalancer-ip=true} unrouted {--run-router=true, 아니면 라우터에 노드를 거치는 그 범위의 경로} other {--peer-router-ips=ROUTER --peer-router-asns=ASN, 아니면 라우터에 노드를 거치는 그 범위의 경로}}. 노드에서 ipvsadm -Ln, ip addr show kube-dummy-if(대답하는 주소){router, select, yes {, kubectl -n kube-system exec ds/kube-router -- gobgp neighbor와 gobgp global rib(누구에게 무엇을 알리는지)} other {}}.{proxy, select, yes { kube-proxy가 아직 함께 돌면 그 규칙이 먼저입니다. iptables-save | grep KUBE-SVC는 비어 있어야 합니다.} other {}}',
  'evidence.cilium-egress.dns':
    '{name, select, none {텍스트의 egress 규칙은} other {{name}은(는)}} DNS 질문을 하나도 통과시키지 않습니다. kube-system에 있는 CoreDNS의 53번 포트(UDP)를 허용하는 규칙이 없고, egress 정책에 없는 것은 폐기됩니다. {why, select, dropped {텍스트에 그 증거가 있습니다. 53번 포트로 가는 패킷의 Policy denied입니다. 이름을 찾을 수 없으니 이름으로 하는 요청은 보내기도 전에 실패합니다.} fqdn {toFQDNs는 지나가는 DNS 응답을 Cilium이 읽어야 동작합니다. rules: dns가 있는 DNS 규칙이 없으면 주소를 하나도 알 수 없습니다.} other {이 Pod들이 이름으로 하는 요청은 실패합니다. 같은 Pod의 다른 정책이 DNS를 허용하면 다릅니다(정책은 더해짐).}}',
  'evidence.cilium-egress-next.dns': 'egress에 더하십시오.\n{rule}',
  'evidence.cilium-egress.api':
    '{name, select, none {텍스트의 egress 규칙은} other {{name}은(는)}} API 서버를 Service나 레이블로 가리킵니다. API 서버는 Cilium이 레이블로 identity를 주는 Pod가 아닙니다. 클러스터의 호스트는 identity가 host와 remote-node이고, API 서버의 주소는 kube-apiserver이기도 합니다. toEndpoints로는 선택되지 않고, toServices는 Service의 엔드포인트로 주소 범위를 만드는데 기본값으로는 노드의 주소도 여기에 들지 않습니다.',
  'evidence.cilium-egress-next.api':
    'egress에 엔티티로 적으십시오(docs.cilium.io: Entities based).\n{rule}\n정책에 포트도 적는다면 Service의 443이 아니라 API 서버 자신의 포트입니다(kubectl get endpointslices -n default, 보통 6443).',
  'evidence.cilium-egress.port':
    '{place} 요청은 Service를 {port}번 포트로 부르고, {name, select, none {텍스트} other {{name}}}의 toPorts에도 {port}번이 있습니다. Cilium은 egress를 변환 뒤에 판단하므로 중요한 것은 Pod의 포트(targetPort)입니다. 그 포트가 다르면 정책이 패킷을 폐기합니다.',
  'evidence.cilium-egress-next.port':
    'kubectl -n {namespace} get service {service} -o yaml에서 targetPort를 보십시오. toPorts에는 {port} 대신 그 포트가 있어야 합니다(이름이면 그 이름의 containerPort).',
  'evidence.asked-family':
    '‘{line}’: {other}(으)로 물었습니다. 이 텍스트의 규칙은 모두 {family} 규칙이고 {other} 패킷은 그 가운데 어느 것도 만나지 않으므로, 어떻게 되었는지는 여기서 알 수 없습니다.',
  'evidence.next.asked-family':
    '같은 노드의 {command}(nftables라면 nft list ruleset)와 ip {flag} addr, ip {flag} route 출력.',
  'evidence.single-family':
    '{name}에는 {family}만 있습니다({policy, select, none {clusterIPs} other {ipFamilyPolicy: {policy}}}). 그래서 Pod에 어떤 주소가 있든 엔드포인트도 그렇습니다. {address, select, none {텍스트는 {other}(으)로 요청합니다{line, select, 0 {} other {({line}번째 줄)}}. 그쪽에는 엔드포인트가 없습니다.} other {함께 받은 {address}은(는) {other} 주소라서 갈 엔드포인트가 없습니다.}}',
  'evidence.next.single-family':
    '{patch}. 클러스터에 두 주소 체계의 Service 범위(kube-apiserver와 kube-controller-manager의 --service-cluster-ip-range, 또는 ServiceCIDR 객체)가 있고 Pod에 두 주소가 모두 있어야 합니다. 그 범위가 없으면 PreferDualStack은 Service를 그대로 두고 RequireDualStack은 거부됩니다. 그다음 kubectl -n {namespace} get service {service} -o yaml의 ipFamilies에 둘 다 나옵니다.',
  'evidence.unmatched-labels':
    '{services}에는 엔드포인트가 없습니다. 텍스트의 목록이 그렇습니다{count, plural, other {}}. 텍스트의 셀렉터는 {selector}, 텍스트에 있는 Pod의 레이블은 {labels}입니다. 둘은 맞지 않습니다. Service는 셀렉터의 레이블을 모두 가진 Pod를 선택합니다.',
  'evidence.next.unmatched-labels':
    '{patch}{count, plural, =1 {} other {(셀렉터가 같다면 나머지도 같게)}}. 차트나 오퍼레이터가 Service를 쓴다면 그 템플릿에서 고치십시오. 그러면 kubectl get endpointslices에 Ready인 Pod가 나타납니다.',
  'evidence.none-listed':
    '{services}에는 엔드포인트가 없습니다{count, plural, other {}}. 텍스트의 목록이 그렇습니다. 그 네임스페이스에 셀렉터의 레이블을 모두 가진 Ready Pod가 없거나, 셀렉터가 없고 아무도 엔드포인트를 쓰지 않았습니다. 연결은 거부되고 port-forward도 Pod를 찾지 못합니다.',
  'evidence.next.none-listed':
    'kubectl get service {service} -o wide 명령(SELECTOR)과 kubectl get pods --show-labels 명령의 출력(Ready: 1/1)을 비교하십시오. 셀렉터의 레이블로 kubectl get pods -l KEY=VALUE 명령을 실행하면 Pod가 나와야 합니다.',
  'evidence.coredns-slices':
    'CoreDNS {version}({line}번째 줄)은 Endpoints만 읽습니다. EndpointSlice는 1.8.1부터 읽습니다(coredns#4209). {service}은(는) 셀렉터 없는 헤드리스 Service이고, 주소는 누가 직접 쓴 EndpointSlice에 있습니다. 거기서 Endpoints 객체가 만들어지지는 않으므로 CoreDNS는 주소를 모르고 NXDOMAIN으로 답합니다.',
  'evidence.next.coredns-slices':
    '쿠버네티스 릴리스에 맞는 CoreDNS를 쓰십시오(kubeadm 1.22: 1.8.4). kubectl -n kube-system set image deployment/coredns coredns=registry.k8s.io/coredns/coredns:v1.8.6입니다. ClusterRole system:coredns에 endpointslices(discovery.k8s.io)의 list와 watch가 있어야 합니다. 아니면 slice 대신 Service와 이름이 같은 Endpoints 객체를 쓰십시오.',
  'evidence.kube-vip-security':
    'kube-vip가 {setting} 설정으로 실행됩니다({line}번째 줄). 이미지에 iptables가 있으면(kube-vip-iptables) 그 주소를 가진 호스트의 INPUT에, 이 주소로 오는 패킷을 Service의 포트로 오는 것 말고 모두 폐기하는 규칙을 씁니다(kube-vip#560). 이 호스트나 마스커레이드 뒤의 Pod가 이 주소에서 연 연결의 응답도 그런 패킷입니다. 그래서 다른 곳에서는 닿고 여기서는 닿지 않습니다.',
  'evidence.next.kube-vip-security':
    '그 호스트에서 iptables-save -c | grep kube-vip: 요청하는 동안 DROP의 카운터가 늡니다. 시험 삼아 iptables -I INPUT 1 -d ADDRESS -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT. 오래 쓸 것은 {setting}을(를) false로, 또는 Service 하나만 kubectl annotate service NAME kube-vip.io/ignore-service-security=true(kube-vip#562)입니다.',
  'evidence.headless-external':
    '{service}은(는) 헤드리스입니다(clusterIP: None). kube-proxy는 어떤 모드에서도 이런 Service를 건너뛰므로, 엔드포인트가 있어도 {addresses}(으)로 가는 패킷의 주소를 바꾸는 규칙을 쓰지 않습니다.',
  'evidence.next.headless-external':
    'clusterIP를 주십시오. 이 필드는 바꿀 수 없으므로 새로 만듭니다: kubectl -n {namespace} get service {name} -o json | jq {without} | kubectl replace --force -f -. Pod 자신의 주소가 필요한 클라이언트에게는 헤드리스 Service를 하나 더 두십시오.',
  'evidence.policy-port-untold':
    'Service의 {port} 포트는 Pod의 {target} 포트로 갑니다. NetworkPolicy는 주소가 바뀐 뒤에 묻기 때문에 {port}을(를) 적은 정책은 아무것도 통과시키지 않습니다. 정책 자체는 텍스트에 없습니다.',
  'evidence.next.policy-port-untold':
    'kubectl -n NAMESPACE get networkpolicy -o yaml | grep -B 1 -A 1 port: 에 {port}이(가) 있으면 {target}을(를) 써야 합니다(ports: [port: {target}, protocol: TCP]). 오퍼레이터가 쓰는 정책은 오퍼레이터가 고쳐야 합니다. targetPort를 써야 합니다.',
  'evidence.wildcard-name':
    '“{name}”은(는) 모든 이름을 한꺼번에 묻는 질문이고, 서버가 없다고 대답합니다. CoreDNS의 kubernetes 플러그인은 1.9.0부터 와일드카드에 대답하지 않습니다. 일부러 없앤 기능입니다. Service나 서버까지 가는 길의 잘못이 아닙니다.',
  'evidence.next.wildcard-name':
    'kubectl -n {namespace} get services에 이름들이 나옵니다(API를 지켜볼 수도 있습니다). 이름마다 따로 물으십시오: nslookup -q=SRV NAME.{namespace}.svc.cluster.local. 와일드카드를 되살리는 설정은 없습니다.',
  'evidence.untracked-address':
    '“{rule}” 규칙은 {addresses}(으)로 가는 패킷을 연결 추적에서 뺍니다. netfilter는 추적하지 않는 패킷의 주소를 바꾸지 않으므로, 다른 규칙이 무엇이든 이 컴퓨터의 어떤 dnat이나 마스커레이드 규칙도 적용되지 않습니다. 규칙을 쓴 프로그램이 다른 곳(Open vSwitch, eBPF)에서 바꾸거나, 아무도 바꾸지 않습니다.',
  'evidence.next.untracked-address':
    '나머지 규칙은 nft list ruleset | grep -nE ’notrack|dnat’에 나옵니다. 앞에 meta nftrace set 1 규칙을 두고 nft monitor trace를 보면 그런 패킷이 지나가는 것이 보입니다. 가르는 명령: 요청하는 동안 conntrack -L -d ADDRESS에 항목이 없음. 그다음 규칙을 쓴 프로그램이 어디에서 주소를 바꾸는지 보십시오(Antrea: antctl get ovsflows -S SERVICE -n NAMESPACE).',
  'evidence.family-extension':
    '‘{line}’: 거부당한 것은 ip6tables이고, iptables(IPv4)가 거부당한 줄은 없습니다. 둘은 {extension}에 같은 모듈을 쓰므로 모듈은 있고, IPv6용으로 등록되지 않은 것입니다{kernel, select, none {. 커널의 결함인데 그 릴리스는 텍스트에 없습니다} other {{known, select, yes {. 텍스트에 Linux {kernel}이(가) 나옵니다. 6.11.4, 6.11.5, 6.6.57, 6.6.58에는 단어 하나를 잘못 쓴 그 결함이 있고, 빠진 모듈은 없습니다} other {. 대개 한 릴리스에만 있는 커널의 결함입니다(텍스트의 커널은 Linux {kernel})}}}}. 테이블은 전부 바뀌거나 전혀 바뀌지 않습니다. 그 입력의 IPv6 규칙은 하나도 적용되지 않았습니다.',
  'evidence.next.family-extension':
    '{known, select, yes {다른 커널로 부팅하십시오. 6.11.6, 6.6.59 이후이거나 그 앞의 것(Fedora는 grubby --set-default /boot/vmlinuz-RELEASE, Debian은 apt install linux-image-RELEASE). 그다음 프로그램을 다시 시작합니다. modprobe로는 고쳐지지 않습니다.} other {가르는 명령(iptables-legacy): grep -H . /proc/net/ip6_tables_targets /proc/net/ip_tables_targets. {extension}이(가) 뒤에만 있으면 다른 커널(마지막 업그레이드 전의 것)로 부팅하거나, 되는 쪽의 ip6tables(-legacy, -nft)를 쓰십시오. 어디에도 없으면 modprobe xt_{extension}.}} 클러스터에 IPv6이 필요 없으면 프로그램을 IPv4만으로 돌리십시오.',
  'evidence.stale-addresses':
    'Endpoints {name}에 주소가 적어도 {count, number}개 있는데, 이름이 비슷한 {workload}의 준비된 Pod는 {ready}개입니다. 다른 워크로드도 그 Service의 레이블을 갖고 있지 않다면, 대부분은 이미 없는 Pod의 주소입니다. 셀렉터가 있는 Service의 Endpoints는 엔드포인트 컨트롤러(kube-controller-manager)가 씁니다. kube-proxy는 다른 컨트롤러가 쓰는 EndpointSlice를 읽습니다. 그래서 Endpoints를 읽는 프로그램은 대개 아무도 없는 곳으로 보냅니다.{cut, select, yes { 1.28.12, 1.29.7, 1.30.3, 1.31.0부터 그 컨트롤러가 주소 1000개를 넘는 객체를 고치지 않게 되었습니다(kubernetes#127370).} other {}}',
  'evidence.next.stale-addresses':
    '가르는 명령: kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={name}. 거기가 맞으면 Endpoints만 뒤처진 것입니다. kubectl -n {namespace} delete endpoints {name}을(를) 실행하면 곧 새로 만들어집니다(셀렉터가 있는 Service만. 없으면 아무도 만들지 않습니다).{cut, select, yes { 오래 가는 해결은 PR 127417이 든 Kubernetes 패치 릴리스입니다.} other { 다시 생기면 kube-controller-manager의 로그에서 endpoints_controller를 보십시오.}}',
} satisfies Translated<typeof EN.FACT_RELATION_PHRASES>;
