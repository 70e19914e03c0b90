import type * as EN from '../../en/phrases/symptoms';
import type { Translated } from '../../translated';

/** Sentences on symptoms that texts name and on places that clients asked in vain, loaded with those of findings. */
export const SYMPTOM_PHRASES = {
  'evidence.symptom.self-service':
    '‘{line}’: Pod가 자기 Service에 물어 자기 자신이 뽑힌 경우입니다. kube-proxy는 그런 패킷의 출발지를 노드로 바꾸고, 브리지는 들어온 포트로 다시 내보내야 합니다. 그 포트에 hairpin이 꺼져 있거나(자기가 뽑힌 비율만큼 시간 초과, Pod가 하나면 항상), Service를 맡은 프로그램이 그 출발지를 빼놓거나(--hairpin-mode가 없는 kube-router), 애플리케이션이 127.0.0.1에서만 받으면(거부) 실패합니다.',
  'evidence.symptom-next.self-service':
    '그 노드에서 bridge -d link(Pod의 veth에 hairpin on), {rules} | grep POD-ADDRESS(iptables 모드에서는 엔드포인트마다 -s POD -j KUBE-MARK-MASQ 규칙, nftables 모드에서는 ip saddr POD jump mark-for-masquerade), Pod에서 ss -lnt. /etc/cni/net.d의 bridge 플러그인에 "hairpinMode": true를 두거나(새 Pod부터), kube-router에는 --hairpin-mode=true와 같은 설정을 함께 두면 고쳐집니다.',
  'evidence.symptom.host-vm':
    '‘{line}’: Docker Desktop에서, 그리고 macOS와 Windows의 docker 드라이버에서 노드는 가상 머신 안의 컨테이너입니다. 호스트에는 그 주소로 가는 길이 없어, 노드의 규칙과 상관없이 NODE-ADDRESS:nodePort는 시간 초과가 됩니다. 노드 안에서는(minikube ssh, docker exec) 응답합니다.',
  'evidence.symptom-next.host-vm':
    'minikube: minikube service NAME --url은 실행되는 동안 쓸 수 있는 127.0.0.1의 주소를 출력하고, LoadBalancer에는 minikube tunnel을 씁니다. kind: 호스트에서 nodePort로 가는 extraPortMappings나 cloud-provider-kind. 둘 다: kubectl port-forward service/NAME 8080:PORT.',
  'evidence.symptom.svclb-pending':
    '‘{line}’: k3s의 ServiceLB는 LoadBalancer Service마다 각 Node에 svclb-… Pod를 돌리고, 그 포트마다 hostPort를 씁니다. Pending은 받을 수 있는 Node가 없다는 뜻입니다. 대개 다른 그런 Service가 포트를 쓰고 있고(Traefik의 80과 443), 아니면 Node에 taint가 있거나 일부 Node에만 있는 레이블(svccontroller.k3s.cattle.io/enablelb)이 없습니다. 하나라도 돌기 전에는 EXTERNAL-IP가 pending입니다.',
  'evidence.symptom-next.svclb-pending':
    'kubectl -n kube-system describe pod -l svccontroller.k3s.cattle.io/svcname=NAME의 Events에 이유가 나옵니다(didn’t have free ports for the requested pod ports). kubectl get svc -A | grep LoadBalancer는 누가 그 포트를 쓰는지 보여 줍니다. Service에 다른 포트를 주거나, 그 포트를 쓰는 Ingress 컨트롤러 뒤에 두거나, k3s를 --disable=traefik으로 시작하십시오.',
  'evidence.symptom.health-local':
    '‘{line}’: externalTrafficPolicy Local이면 kube-proxy가 healthCheckNodePort에서 응답하고, 준비된 자기 엔드포인트가 없는 Node마다 503을 냅니다. 일부 Node가 비정상인 것은 의도된 것입니다. 모두 비정상이면 로컬로 치는 엔드포인트가 없는 것입니다. kube-proxy가 아는 Node 이름이 API의 이름과 다르거나(AWS의 사용자 지정 도메인), Ready인 Pod가 없거나, 검사가 그 포트를 묻지 않거나 닿지 않습니다(보안 그룹).',
  'evidence.symptom-next.health-local':
    'Pod가 있는 Node에서 curl -s localhost:HEALTH-PORT(kubectl get svc NAME -o yaml | grep healthCheckNodePort). Pod가 있는데 localEndpoints가 0이면 이름이 다른 것입니다. kubectl get nodes와 kube-proxy의 --hostname-override를 견주어 Node의 이름으로 맞추십시오. 1 이상이면 로드 밸런서 검사의 포트와 경로, 보안 그룹을 보십시오.',
  'evidence.symptom.balancer-inside':
    '‘{line}’: 클러스터 안에서는 아무것도 로드 밸런서로 가지 않습니다. 클라이언트가 있는 노드의 규칙이 그 주소(status.loadBalancer.ingress)를 받아 엔드포인트로 보냅니다. 여기서만 실패할 때 볼 만한 원인은 다음과 같으며 이것이 전부는 아닙니다. ipMode Proxy이거나 주소 대신 호스트 이름이 있음(패킷이 정말 나가고, 출발지를 그대로 두는 로드 밸런서는 노드에게 자기 패킷을 돌려보내지 않음), Pod와 Node를 빼놓은 loadBalancerSourceRanges, 엔드포인트가 다른 노드에 있고 그리로 가는 길이 끊김, 다른 프로그램이 Service를 맡음(Cilium, kube-router, kube-ipvs0에 그 주소가 없는 IPVS).',
  'evidence.symptom-next.balancer-inside':
    'kubectl get svc NAME -o yaml(status.loadBalancer, externalTrafficPolicy, loadBalancerSourceRanges). 같은 곳에서 curl CLUSTER-IP:PORT와 curl ENDPOINT:PORT: 마지막 것이 실패하면 노드 사이의 길이고, 로드 밸런서의 주소만 실패하면 그 노드의 {rules} | grep ADDRESS를 보십시오. 안의 클라이언트에는 Service의 이름을 주는 편이 낫습니다.',
  'evidence.symptom.balancer-outside':
    '‘{line}’: 밖에서 그 주소에 닿지 않는 원인은 텍스트로 증명되지 않습니다. {known, select, answered {} other {먼저 볼 것: }}{known, select, answered {} announced {주소가 클라이언트의 네트워크에 없거나 그 네트워크가 머신에 두 번째 주소를 허용하지 않음(클라우드, Wi-Fi, promiscuous mode와 forged transmits가 꺼진 VMware), } advertised {알릴 수 있는 노드에 speaker가 없음(MetalLB가 2024년 초부터 따르는 레이블 exclude-from-external-load-balancers, nodeSelector, 다른 인터페이스), 주소가 클라이언트의 네트워크에 없거나 그 네트워크가 머신에 두 번째 주소를 허용하지 않음(클라우드, Wi-Fi, promiscuous mode와 forged transmits가 꺼진 VMware), } other {{by, select, metallb {풀의 L2Advertisement나 BGPAdvertisement가 없음, 알릴 수 있는 노드에 speaker가 없음(MetalLB가 2024년 초부터 따르는 레이블 exclude-from-external-load-balancers, nodeSelector, 다른 인터페이스)} kubevip {Service의 lease를 가진 kube-vip Pod가 없거나 다른 장치로 응답함} antrea {Antrea가 주소를 준 노드가 ARP에 (더는) 응답하지 않음: 지금은 다른 노드이거나, 장치의 이름이 바뀌었거나 브리지에 들어감} cilium {Service의 L2 알림 lease를 가진 노드가 없거나 BGP 알림이 선택하지 않음} ovn {Kube-OVN이 Service를 위해 돌리는 Pod lb-svc-…에 그 포트의 규칙이나 그 네트워크의 장치가 없음} calico {주소를 알게 되는 BGP 피어가 없음(serviceLoadBalancerIPs)} other {어느 노드도 응답하지 않음(어느 프로그램의 일인지는 텍스트에 없음)}}, 주소가 클라이언트의 네트워크에 없거나 그 네트워크가 머신에 두 번째 주소를 허용하지 않음(클라우드, Wi-Fi, promiscuous mode와 forged transmits가 꺼진 VMware), }}{known, select, answered {남는 것: } other {그다음: }}{strict, select, no {IPVS 모드에서 strictARP 없이 모든 노드가 응답함, } other {}}{local, select, no {Pod 없는 노드의 Local 정책, } other {}}응답하는 노드에서 Pod로 가고 오는 길, 노드의 방화벽(No route to host). 다른 원인도 있을 수 있습니다. {inside, select, no {나오지 않은 것: 그 주소가 노드에서는 응답합니까? 거기서도 아니라면 알림을 고쳐도 소용없습니다.} other {노드나 안에서는 응답합니다({inside}번째 줄). 규칙과 엔드포인트는 있습니다.}}',
  'evidence.symptom-next.balancer-outside':
    '먼저 노드에서 curl ADDRESS:PORT와 kubectl get svc NAME -o yaml(externalTrafficPolicy). 거기서도 응답이 없으면 알림이 아니라 Service나 엔드포인트입니다. 응답하면 {by, select, metallb {kubectl describe svc NAME(Events: announcing from node …), kubectl get nodes -l node.kubernetes.io/exclude-from-external-load-balancers(kubeadm은 컨트롤 플레인 노드에 붙임, 없애기: kubectl label node NAME node.kubernetes.io/exclude-from-external-load-balancers-), kubectl -n metallb-system get l2advertisements,ipaddresspools,pods -o wide와 logs -l component=speaker} kubevip {kubectl get leases -A | grep -E ’plndr|kubevip’(어느 노드가 가졌는지)와 그 노드에 있는 kube-vip Pod의 로그} antrea {kubectl get svc NAME -o yaml | grep -A3 ingress:(hostname: 주소를 가진 노드), kubectl get externalippools -o yaml(nodeSelector), 그 노드에서 ip -br addr(노드 자신의 주소가 지금 어느 장치에 있는지)과 그 antrea-agent의 로그. 에이전트가 시작한 뒤에 장치의 이름이 바뀌었거나 브리지에 들어갔으면 거기서 에이전트를 다시 시작하고 다시 묻기} cilium {kubectl -n kube-system get leases | grep cilium-l2announce(어느 노드가 가졌는지)와 kubectl get ciliuml2announcementpolicies,ciliumbgpadvertisements -o yaml} ovn {kubectl get pods -A | grep lb-svc-와 그 Pod에서 iptables -t nat -S(포트마다 규칙이 있는지)} calico {calicoctl node status와 kubectl get bgpconfigurations -o yaml | grep -A3 serviceLoadBalancerIPs} other {kubectl describe svc NAME(Events: 누가 주소를 주었고 어느 노드에 주었는지)}}. 같은 네트워크의 머신에서 arping ADDRESS. 응답이 없으면 알림이나 네트워크, 다른 노드의 MAC이면 strictARP(ConfigMap kube-proxy의 ipvs.strictARP: true), 맞는 노드면 거기서 tcpdump -ni any port PORT: 패킷이 오는지, 응답이 나가는지.',
  'evidence.symptom.node-address':
    '‘{line}’: Node 자신의 주소에서 Service는 nodePort로만 응답합니다. Service의 포트(80, 443)는 그 포트를 가진 것이 있을 때만 거기서 응답합니다. hostNetwork나 hostPort를 쓰는 Pod, k3s의 ServiceLB, 또는 externalIPs에 든 그 주소입니다. LoadBalancer라면 로드 밸런서의 주소에서 자기 포트로 응답합니다.',
  'evidence.symptom-next.node-address':
    'kubectl get svc NAME의 PORT(S)에서 쌍점 뒤가 nodePort입니다. curl NODE-ADDRESS:NODEPORT(Ingress를 거치면 -H Host: …). Node에서 80과 443을 쓰려면 컨트롤러의 DaemonSet에 hostNetwork: true(또는 hostPort).',
  'evidence.symptom.closed':
    '‘{line}’: 연결은 받아들여졌고 응답 없이 닫혔습니다. 패킷이 받는 곳에 닿았으니 거기까지의 규칙과 경로는 제 일을 합니다. 애플리케이션 앞의 프록시 뒤에 아무도 없거나(containerPort에서 아무도 받지 않는 포트 매핑의 docker-proxy, 정상 대상이 없는 로드 밸런서), 애플리케이션이 닫거나, HTTP를 받는데 TLS를 기다리거나 그 반대입니다.',
  'evidence.symptom-next.closed':
    '누가 받아들이는지: 물은 머신에서 ss -lntp | grep :PORT(docker-proxy, kube-proxy, haproxy, 없음). 그다음 한 걸음씩 물으십시오. NODE:nodePort, CLUSTER-IP:PORT, POD:targetPort. 처음 응답하는 것이 고장 뒤에 있습니다. TLS는 curl -v http://…와 curl -kv https://…가 알려 줍니다.',
  'evidence.symptom.http-answer':
    '‘{line}’: HTTP의 응답이니 패킷은 프록시에 닿았고, 그 앞의 Service와 규칙과 로드 밸런서는 제 일을 합니다. 프록시의 404: 그 호스트 이름과 경로의 규칙이 없음(또는 다른 ingressClassName의 것). 503: 규칙의 Service에 준비된 엔드포인트가 없거나 Service가 없음. 502: Pod가 거부하거나 TLS로 말함. 504: 제때 응답하지 않음. ExternalName Service를 거치면 클라이언트가 Service의 이름을 호스트로 보내므로(Host, SNI) 상대가 그 이름을 제공하지 않을 수 있습니다.',
  'evidence.symptom-next.http-answer':
    'kubectl describe ingress NAME은 호스트, 경로, 각 백엔드의 엔드포인트를 보여 줍니다. curl -H "Host: NAME-OF-RULE" http://ADDRESS/PATH는 규칙이 바라는 대로 묻습니다. 그다음 컨트롤러의 Pod에서 curl POD:targetPort.',
  'evidence.symptom.sometimes':
    '‘{line}’: 왜 가끔만 실패하는지 텍스트로는 알 수 없고, 무엇이 없애는지가 범위를 좁힙니다. {clears, select, client {{clearedBy}번째 줄: 새 클라이언트가 없애니 클라이언트마다 남는 것일 법합니다. conntrack의 항목(포트를 바꾸지 않는 UDP 소켓은 사라진 엔드포인트로 계속 변환됨), 자신의 연결과 리졸버, 새 Pod가 다른 노드에 있다면 그 노드. 탈이 있는 엔드포인트라면 새 Pod에게도 뽑힙니다.} server {{clearedBy}번째 줄: 새 서버가 없애니 엔드포인트(프로세스, 한도, 노드)나 클라이언트에 남은 옛 주소일 법합니다.} proxy {{clearedBy}번째 줄: 규칙이나 맵을 쓰는 프로그램을 다시 시작하면 없어지니, 그 노드에서 뒤처졌거나 남은 것일 법합니다.} pods {{clearedBy}번째 줄: Pod를 다시 시작하면 없어지며, 누구의 Pod인지가 물음입니다. 클라이언트의 것이면 클라이언트마다 남는 것(conntrack의 항목, 연결, 리졸버)이고, 서버의 것이면 엔드포인트입니다.} node {{clearedBy}번째 줄: 노드를 다시 시작하면 없어집니다. 규칙, conntrack, 경로, 장치가 모두 새것이 되니 어느 노드인지는 알려 주지만 그 가운데 어느 것인지는 아닙니다.} waiting {{clearedBy}번째 줄: 기다리면 없어지니 시간이 지나 사라지거나 따라잡는 것일 법합니다. conntrack의 항목(UDP: 30초, 응답이 있었으면 120초), 뒤처진 규칙, 준비되는 엔드포인트.} other {무엇이 없애는지 텍스트에 나오지 않습니다. 새 클라이언트(클라이언트마다 남는 것)입니까, 새 서버(엔드포인트)입니까, 기다림(시간이 지나 사라지는 항목)입니까?}} 아니면: 엔드포인트 n개 가운데 하나에 탈이 있거나(새 연결이 n번에 한 번 실패), 로드 밸런서가 실패하는 노드로 보냅니다{names, select, yes {. 또는 한 소켓의 두 질문이 conntrack에서 다투어 하나가 폐기되거나(UDP의 A와 AAAA, insert_failed) 그 표가 가득 찼습니다} other {}}.',
  'evidence.symptom-next.sometimes':
    '{names, select, yes {kubectl -n kube-system get endpointslices -l kubernetes.io/service-name=kube-dns -o wide, 그다음 클라이언트의 Pod에서 하나씩 dig @ENDPOINT-IP kubernetes.default.svc.cluster.local, dig @CLUSTER-IP …, 그리고 +tcp를 붙여 한 번 더. 하나만 실패하면 그 엔드포인트, clusterIP에 UDP로만 실패하면 conntrack입니다. 무엇이든 다시 시작하기 전에 클라이언트의 노드에서 conntrack -L -p udp -s POD-IP(53 포트가 목록에 있는 엔드포인트로 이어지는지)와 conntrack -S를 두 번. insert_failed가 늘면 force_tcp를 켠 NodeLocal DNSCache로 고칩니다.} other {kubectl get endpointslices -l kubernetes.io/service-name=NAME -o wide, 그리고 클라이언트가 있는 곳에서 Service의 프로토콜로 각 주소에 묻습니다. 실패하는 비율이 맞습니까? 모두 응답하면 노드마다 차례로 Service에 물으십시오. 무엇이든 다시 시작하기 전에 클라이언트의 노드에서 conntrack -L -s CLIENT-IP.}}',
  'evidence.symptom.across-nodes':
    '‘{line}’: 한 노드의 Pod끼리는 되고 다른 노드의 Pod로는 안 된다면 대개 Service가 아니라 노드 사이의 Pod 네트워크가 문제입니다. 그렇다면 거기서 뽑힌 엔드포인트는 제 주소로도 닿지 않습니다. 먼저 볼 것: 노드 사이의 방화벽이 터널의 포트를 열지 않음(VXLAN: flannel, k3s, Cilium은 8472/udp, Calico는 4789/udp, IP-in-IP: 프로토콜 4, BGP: 179/tcp, WireGuard: 51820/udp), 노드가 다른 노드에서 닿지 않는 주소를 씀(VirtualBox의 10.0.2.15 같은 NAT 장치가 골라짐), 클라우드가 Pod 주소의 패킷을 폐기함(출발지/목적지 검사). 그다음: FORWARD의 폐기, 그 카드에서 터널의 체크섬이 틀림. 다른 원인도 있을 수 있습니다.',
  'evidence.symptom-next.across-nodes':
    '1. 터널이 막힌 경우: 한 Pod가 다른 Pod에 ping을 보내는 동안 두 노드에서 tcpdump -ni any {by, select, flannel {udp port 8472} cilium {udp port 8472} calico {udp port 4789 or proto 4 or tcp port 179} weave {port 6783 or udp port 6784} other {udp port 8472 or udp port 4789 or proto 4}} 명령을 실행하십시오. 보냈는데 받지 못하면 사이의 방화벽이나 보안 그룹이니 노드 사이에 허용하십시오. 노드 네트워크와 다른 장치나 주소면 잘못 고른 것입니다({by, select, flannel {flannel의 --iface, k3s의 --flannel-iface} calico {IP_AUTODETECTION_METHOD} cilium {devices와 Node의 InternalIP} other {인터페이스 옵션}}). 2. ping은 되고 TCP는 안 되는 경우: 체크섬입니다. 두 노드에서 ethtool -K {by, select, flannel {flannel.1} calico {vxlan.calico} cilium {cilium_vxlan} other {DEVICE}} tx-checksum-ip-generic off 명령을 실행하십시오. 3. 도착하지만 Pod에 닿지 않는 경우: iptables -S FORWARD(정책 DROP), sysctl net.ipv4.ip_forward, firewalld의 존을 보십시오. 4. 작은 응답은 오고 큰 것은 멈추는 경우: mtu입니다. 5. 경로가 없는 경우: ip route에 다른 노드의 Pod 범위가 있어야 합니다. 이 출력들을 붙여 넣으십시오.',
  'evidence.symptom.source-address':
    '‘{line}’: 의도된 것입니다. externalTrafficPolicy Cluster이면 밖에서 패킷을 받은 노드가 응답이 자기를 거쳐 돌아오도록 자기 주소를 출발지로 줍니다. 그래서 Pod는 노드나 그 브리지, 터널의 주소를 봅니다. 길에 있는 프록시(HTTP 로드 밸런서, ServiceLB, Ingress 컨트롤러)도 그렇게 합니다.',
  'evidence.symptom-next.source-address':
    'spec의 externalTrafficPolicy: Local(kubectl edit svc NAME)이면 출발지가 남고, 그 Pod가 있는 노드만 응답합니다. HTTP 프록시 뒤에서는 X-Forwarded-For, 또는 로드 밸런서와 컨트롤러 양쪽의 PROXY 프로토콜.',
  'evidence.symptom.affinity':
    '‘{line}’: sessionAffinity ClientIP는 노드가 보는 주소를 따르고, Service의 포트마다 따로 기억합니다. 두 포트나 프로토콜 사이에서(TCP로 부르고 이어 오는 UDP는 따로 골라짐), 또는 여러 클라이언트의 주소가 하나이거나(NAT, 프록시, 다른 노드의 externalTrafficPolicy Cluster 뒤), 노드마다 따로 기억하는데 로드 밸런서가 여러 노드로 보내거나, Ingress 컨트롤러가 Service가 아니라 Pod의 주소로 묻거나, 다른 프로그램이 Service를 맡으면(kube-proxy 옆의 Cilium은 Pod가 보내는 것을 변환하고 기본값으로는 이것이 없음) 지켜지지 않습니다. timeoutSeconds(10800)가 지나면 잊습니다.',
  'evidence.symptom-next.affinity':
    'kubectl get svc NAME -o yaml | grep -A 3 sessionAffinity. 노드에서 {rules} | grep CLUSTER-IP, 그리고 누구의 주소를 기억하는지: iptables 모드는 cat /proc/net/xt_recent/KUBE-SEP-*, nftables 모드는 nft list table ip kube-proxy | grep -A 9 "set affinity-", IPVS 모드는 ipvsadm -Ln --persistent-conn. Ingress로는 그 쿠키를 쓰십시오(nginx.ingress.kubernetes.io/affinity: cookie). 주소가 남으려면 externalTrafficPolicy Local이 필요합니다.',
  'evidence.symptom.port-forward':
    '‘{line}’: kubectl port-forward는 API 서버와 kubelet을 거쳐 Pod 안의 127.0.0.1에 묻습니다. 애플리케이션이 돌고 받는다는 것만 알 수 있고, Service, 그 규칙, 노드 사이의 길, 127.0.0.1 말고도 받는지는 증명되지 않습니다.{refused, select, yes { 여기서는 동시에 Service가 거부됩니다. 엔드포인트가 목록에 있다면 127.0.0.1에서만 받는 소켓이 그렇게 보입니다.} other {}}',
  'evidence.symptom-next.port-forward':
    'kubectl exec POD -- ss -lnt(127.0.0.1:PORT는 Service의 패킷을 듣지 못하고 0.0.0.0이나 *는 듣습니다), kubectl get endpointslices(Pod가 그 포트로 있는지), 그다음 노드에서 curl POD-ADDRESS:PORT와 curl CLUSTER-IP:PORT.',
  'evidence.symptom.name-denied':
    '‘{line}’: DNS가 응답했고 그런 이름이 없다고 합니다. 그러니 DNS로 가는 길과 그 Service는 됩니다. 짧은 이름은 묻는 쪽의 네임스페이스에서 찾고(아니면 NAME.NAMESPACE), headless Service는 Pod가 Ready가 되기 전에는 주소가 없고(publishNotReadyAddresses), StatefulSet의 Pod는 serviceName이 그 Service일 때만 이름이 있으며, IP 주소인 externalName은 이름이 아닙니다.',
  'evidence.symptom-next.name-denied':
    'kubectl get svc,endpointslices -A | grep NAME, 그다음 끝에 점을 찍은 nslookup NAME.NAMESPACE.svc.cluster.local., 그리고 Pod의 cat /etc/resolv.conf(search, nameserver, ndots).',
  'evidence.symptom.api-service':
    '‘{line}’: Pod가 Service kubernetes에 물었고, 그 엔드포인트는 Pod가 아니라 API 서버 자신의 주소(6443 포트)입니다. {refused, select, yes {거부: Service에 엔드포인트가 없거나(kube-proxy의 규칙), 패킷이 그 주소에 닿았는데 거기서 받는 것이 없습니다. API 서버가 죽었거나 다른 주소를 알립니다(--advertise-address, --node-ip, --node-external-ip).} other {응답 없음: 그 노드에서 주소가 변환되지 않거나(kube-proxy가 돌지 않거나 규칙을 쓰지 않아 패킷이 기본 경로로 나감), 변환되지만 Pod에서 API 서버의 주소로 가는 길이 실패합니다. 6443의 방화벽, egress의 NetworkPolicy, Pod 패킷의 출발지를 바꾸지 않음, 노드의 네트워크를 품은 Pod 범위.}}',
  'evidence.symptom-next.api-service':
    'kubectl get endpointslices kubernetes -o wide(그 주소들이 그 노드에서, 그리고 그 노드의 Pod에서 curl -k https://ADDRESS:6443/healthz에 응답하는지). 그 노드에서 {rules} | grep CLUSTER-IP, kube-proxy(또는 그 대신 Service를 맡은 것)의 Pod와 로그. 노드에서는 되고 Pod에서는 안 되면 FORWARD, egress 정책, 출발지 변환.',
  'evidence.symptom.names':
    '‘{line}’: 이름을 물었는데 아무도 응답하지 않았습니다. {direct, select, none {{asked, select, host {노드 자신은 같은 주소에서 응답을 받습니다. CoreDNS의 Pod는 돌고, 노드는 자기 패킷의 주소를 바꿉니다. 실패하는 것은 Pod의 패킷이나 그 응답이 가는 길입니다.} cache {네임 서버가 노드 자신의 주소(NodeLocal DNSCache가 쓰는 링크 로컬)이므로 질문은 묻는 쪽 노드에서 끝납니다. 캐시가 거기서 돌며 듣는지, Pod가 그 주소로 노드에 닿는지는 텍스트로 알 수 없습니다.} other {DNS의 Service가 아무 데로도 이어지지 않거나(엔드포인트, 또는 묻는 쪽 노드의 규칙), 그 노드에서 CoreDNS의 Pod에 닿지 않습니다(노드 사이의 길, 방화벽, UDP). 어느 쪽인지 텍스트로는 알 수 없습니다.}}} other {CoreDNS의 Pod인 {direct}은(는) 직접 물으면 응답합니다. DNS는 돌고 길은 열려 있으며, 묻는 쪽 노드에서 Service 주소의 변환이 실패합니다. kube-proxy가 거기서 돌지 않거나 규칙을 쓰지 않거나, 규칙이 뒤처졌거나, 다른 프로그램이 Service를 맡습니다.}}{pinged, select, yes { 네임 서버의 주소에 ping이 되지 않는 것은 아무것도 증명하지 않습니다. 규칙은 53 포트를 변환하고, 그 주소를 가진 것은 없습니다.} other {}}',
  'evidence.symptom-next.names':
    '{direct, select, none {{asked, select, host {Pod가 묻는 동안 그 노드에서 tcpdump -ni any udp port 53(CoreDNS의 Pod로 나가는지, 무엇이 돌아오는지), iptables -nvL FORWARD, sysctl net.bridge.bridge-nf-call-iptables, 그리고 ip -br addr를 Pod의 범위와 견주십시오. 호스트 자신의 네트워크가 그 안에 있으면 응답이 그리로 갑니다.} cache {묻는 쪽 노드에서 ip -br addr show nodelocaldns, ss -lunp | grep :53, 그리고 그 주소로 dig @ADDRESS kubernetes.default.svc.cluster.local. 거기서 응답하면 Pod에서 그리로 가는 길입니다(하나가 묻는 동안 tcpdump -ni any udp port 53). 응답하지 않으면 kubectl -n kube-system get pods -o wide | grep -i local과 캐시의 로그.} other {같은 Pod에서 nslookup kubernetes.default COREDNS-POD-ADDRESS. 응답하면 Service의 규칙 탓입니다(kubectl -n kube-system get endpointslices -l k8s-app=kube-dns, kube-proxy의 로그, 그 노드의 {rules} | grep CLUSTER-IP-OF-DNS). 응답하지 않으면 같은 노드의 Pod에 물어 보고, CoreDNS의 노드에서 tcpdump -ni any udp port 53.}}} other {그 노드에서 {rules} | grep CLUSTER-IP-OF-DNS, kubectl -n kube-system get pods -o wide | grep kube-proxy와 그 로그, sysctl net.bridge.bridge-nf-call-iptables, 그리고 Service의 주소가 Pod에도 쓰이는 범위에 있는지.}}',
  'evidence.seen':
    '실제로 보인 것: ‘{line}’, {seen, select, refused {바로 거부하는 응답} unreachable {거기 아무도 없다는 응답} closed {받아들여졌다가 닫힌 연결} other {응답 없음}}. {fit, select, agrees {이 경로도 그렇게 끝납니다.} some {위의 경로 가운데 하나가 그렇게 끝나며, 어느 것이 될지는 무작위입니다.} other {이 경로는 다르게 끝납니다({walked, select, answered {응답} refused {거부} unreachable {도달 불가} other {응답 없음}}). 텍스트에 없는 것이 결정하거나, 추정한 것이 실제와 다릅니다.}}',
  'evidence.seen-next':
    '{seen, select, refused {물은 노드에서 Service를 나르는 프로그램이 규칙을 쓰는지(로그, {rules} | grep {port}), Pod에서 ss -lnt: 그 포트의 소켓이 127.0.0.1만이 아닌 주소에 있는지.} unreachable {물은 곳에서 ip neigh와 ip route get {address}: 그 주소를 가진 것이 있는지. 노드에서 iptables -S INPUT과 firewalld: icmp-host-prohibited로 거부하는 규칙은 No route to host로 보입니다.} closed {누가 연결을 받았는지: 물은 머신에서 ss -lntp.} other {물은 노드에서 tcpdump -ni any port {port}. 아무것도 오지 않으면 그 앞의 방화벽이나 보안 그룹이거나 그 주소에 응답하는 것이 없고, 오면 FORWARD의 DROP 정책, Pod가 있는 노드로 가는 길, 돌아오는 길입니다.}}',
  'evidence.external-name-address':
    '{name}은(는) {address}을(를) 가진 ExternalName인데 그것은 주소입니다. API는 받아들이지만 DNS는 그런 Service에 이름(CNAME)으로 응답하고, 숫자로 된 이름은 아무도 갖고 있지 않습니다(NXDOMAIN). 받지 않는 Ingress 컨트롤러도 있습니다. 규칙도 쓰이지 않습니다.',
  'evidence.next.external-name-address':
    'externalName에 DNS에 있는 이름을 쓰십시오. {address}을(를) 그대로 쓰려면 selector 없는 Service와 그 EndpointSlice를 적용하십시오(대문자는 채워 넣을 자리).\n{yaml}',
  'evidence.source-ranges':
    '{name}은(는) {ranges}만 들입니다. 다른 곳에서 로드 밸런서의 주소로 온 것은 응답 없이 폐기됩니다(시간 초과. iptables와 IPVS 모드에서는 각 노드의 규칙이). 노드가 보는 주소가 기준이므로, 자기 주소로 바꾸는 로드 밸런서나 그 주소에 묻는 Pod(1.25부터)도 범위에 들어야 합니다.',
  'evidence.next.source-ranges':
    '노드에서 tcpdump -ni any port NODE-PORT로 어느 주소가 묻는지 보고, 그 주소를 loadBalancerSourceRanges에 넣거나 필드를 없애십시오.',
  'evidence.undecided':
    '텍스트에 고장이 나오는데({symptom, select, hostPort {hostPort} nodePort {노드 포트} loadBalancer {로드 밸런서의 주소} names {이름} clusterIP {Service의 주소} other {Pod 사이의 길}}), 텍스트에 나오는 객체로는 원인이 정해지지 않습니다.',
  'evidence.next.undecided':
    '{symptom, select, hostPort {kubectl get pods -A -o wide로 Pod와 그 노드를, 거기서 iptables-save -t nat | grep CNI-.} nodePort {kubectl get endpointslices(준비된 것이 있는지), 응답하지 않는 노드에서 {rules} | grep NODEPORT, iptables -S FORWARD, ip route get POD, tcpdump -ni any port NODEPORT: 오기는 하는지(방화벽, 보안 그룹).} loadBalancer {kubectl get svc,endpointslices -o yaml(status.loadBalancer, externalTrafficPolicy, 준비된 것이 있는지), 같은 네트워크의 머신에서 arping {address, select, none {ADDRESS} other {{address}}}(누가 응답하는지), 그 노드에서 tcpdump -ni any host {address, select, none {ADDRESS} other {{address}}}.} names {Pod에서 nslookup kubernetes.default, 그리고 뒤에 CoreDNS Pod의 주소를 붙여 한 번 더.} clusterIP {kubectl get endpointslices(준비된 것이 있는지), 같은 곳에서 curl ENDPOINT:PORT(실패하면 Service 탓이 아님), 그 노드에서 {rules} | grep CLUSTER-IP, 거기서 Service를 맡은 것의 로그.} other {같은 노드와 다른 노드의 Pod에 ping과 curl, 두 노드의 ip route, 둘째 노드에서 tcpdump -ni any host POD.}}',
  'evidence.asked-wrong-port':
    '{asked}에 물었습니다. 주소는 {front, select, clusterIP {{name}의 clusterIP} balancer {밖에서 보는 {name}의 주소} pod {{name}의 Pod 주소} other {Node의 주소}}이고, {is, select, nodePort {그 번호는 Node의 주소에서만 응답하는 nodePort} targetPort {그 번호는 Pod가 받는 targetPort이며 Service는 다른 번호로 응답하는 것} other {그 번호는 Service 자신의 주소에서 응답하는 포트{front, select, pod {이며 Pod는 targetPort에서 받는 것} other {이며 Node에는 nodePort가 있는 것}}}}입니다. 변환하는 것이 없습니다.',
  'evidence.next.asked-wrong-port':
    '{right, select, none {NodePort로 하거나 Service 자신의 주소에 물으십시오.} other {{right}에 물으십시오.}}{is, select, nodePort { 또는 Node에: NODE-ADDRESS:{nodePort}.} other {}}',
  'evidence.asked-pool-port':
    '{asked}에 물었습니다. {host}은(는) 풀 {pool}에 있으므로 로드 밸런서의 주소이고, {port}번은 nodePort 범위에 있습니다. nodePort는 노드의 주소에서만 응답하고 Service의 주소는 Service의 포트에서 응답하므로, 이 요청은 아무것도 변환하지 않습니다.',
  'evidence.next.asked-pool-port':
    'kubectl get svc -A에 Service의 ‘PORT:{port}’ 꼴의 행이 보입니다. {host}의 PORT로 묻거나 노드 주소의 {port}번으로 물으십시오.',
  'evidence.asked-stranger':
    '{asked}에 물었는데, {host}은(는) 텍스트에 나오는 누구의 주소도 아닙니다{near, select, none {. Node의 주소({nodes})도 아니고, nodePort는 Node의 주소에서만 응답합니다} other {. 숫자 하나만 다른 {near}이(가) 있습니다}}.',
  'evidence.next.asked-stranger':
    '{near, select, none {{nodes} 가운데 하나의 {port} 포트에 물으십시오.} other {{near}을(를) 뜻했다면 거기에 물으십시오.}}',
  'evidence.asked-ping':
    '{host}은(는) {name}의 주소입니다. ping에 응답이 없다는 것은 아무것도 증명하지 않습니다. 규칙은 Service의 포트를 변환하고 ICMP는 그대로 두며, iptables와 nftables 모드에서는 그 주소를 가진 것이 없습니다.',
  'evidence.next.asked-ping': '응답하는 것을 물으려면 nc -zv {host} {port} 또는 curl {host}:{port}.',
  'evidence.asked-localhost':
    '{name}의 nodePort인 {port}을(를) localhost에 물었습니다. localhost는 명령을 친 머신입니다. 거기서 nodePort는 Node 자신에서만, 그것도 iptables 모드의 kube-proxy가 IPv4로만 응답합니다(iptables.localhostNodePorts). nftables와 IPVS 모드, ::1, 클러스터 밖의 머신에서는 거부됩니다.',
  'evidence.next.asked-localhost':
    'curl {node}:{port}(주소는 kubectl get nodes -o wide). 노드가 컨테이너나 가상 머신이면 minikube service {service} -n {namespace} --url, kind의 extraPortMappings, 또는 kubectl -n {namespace} port-forward service/{service} 8080:PORT.',
} as const satisfies Translated<typeof EN.SYMPTOM_PHRASES>;
