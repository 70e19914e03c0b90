import type * as EN from '../../en/phrases/known-carrier-causes';
import type { Translated } from '../../translated';

/** Causes the field knows of what carries Services: Calico, Cilium and writers of rules, loaded with the others. */
export const KNOWN_CARRIER_CAUSE_PHRASES = {
  'evidence.bgp-unselected':
    '{name}: 이 CiliumBGPAdvertisement는 셀렉터 없이 Service를 광고합니다. 그 필드는 생략할 수 있고, 그러면 어느 Service도 선택되지 않습니다. 같은 객체의 PodCIDR은 나가고 Service의 주소는 나가지 않습니다.',
  'evidence.next.bgp-unselected':
    '{name}의 advertisementType: Service 아래에 {selector}(모든 Service, 또는 뜻한 것들의 레이블). 그러면 cilium bgp routes advertised ipv4 unicast에 나옵니다.',
  'evidence.bgp-unlabelled':
    '{peer}: 이 CiliumBGPPeerConfig가 받는 광고의 레이블이 텍스트의 어느 광고에도 없습니다: {labels}. 그래서 그 피어는 아무것도 듣지 못합니다.',
  'evidence.next.bgp-unlabelled':
    'kubectl label ciliumbgpadvertisement {name} KEY=VALUE(레이블은 {labels}), 또는 {peer}의 spec.families.advertisements.matchLabels에 그 광고의 레이블을.',
  'evidence.pool-apart':
    '{names}: MetalLB는 자기가 도는 네임스페이스의 객체만 읽습니다. 이 가운데 하나는 읽히지 않으므로 주소가 나오지 않거나 아무도 알리지 않습니다.',
  'evidence.next.pool-apart':
    'kubectl get pods -A -l app.kubernetes.io/name=metallb(또는 app=metallb)가 MetalLB가 도는 곳을 보여 줍니다. 둘 다 그 metadata.namespace(대개 metallb-system)로 적용하고 다른 것은 지우십시오.',
  'evidence.pool-unknown':
    '광고가 적은 것은 {named}이고 텍스트에 있는 것은 {pools}입니다. 어느 광고도 적지 않은 풀의 주소는 나가지만 아무도 응답하지 않습니다.',
  'evidence.next.pool-unknown':
    '광고에 ipAddressPools: [{first}](또는 필드를 빼면 모든 풀). 클러스터의 다른 광고가 그 풀을 적지 않는다면 말입니다: kubectl get l2advertisements,bgpadvertisements -A -o yaml | grep -A 3 ipAddressPools.',
  'evidence.twin-endpoints':
    '엔드포인트 둘의 주소가 같습니다: {address}. 준비된 것은 {ready}, 아닌 것은 {dead}. kube-proxy는 주소와 포트마다 엔드포인트 하나를 기억하는데 둘 가운데 어느 것인지는 정해져 있지 않습니다. 준비되지 않은 쪽이면 Service에 엔드포인트가 없습니다. 아직 사라지지 않은 Pod의 주소가 다른 Pod에 주어졌습니다.',
  'evidence.next.twin-endpoints':
    '옛것을 보내십시오: kubectl -n {namespace} delete pod {dead} --grace-period=0 --force(노드 {node}: NotReady인지). 그 주소가 왜 비어 있었는지는 그 노드의 CNI 기록과 kubectl get pods -A -o wide | grep {address}.',
  'evidence.known.ipset-revision':
    '{line}: calico-node 안의 ipset이 그 집합을 만들거나 되살린 도구보다 오래되어 그 리비전을 읽지 못합니다: {read}. 그래서 Felix는 규칙을 쓰지 않고 calico-node는 Ready가 되지 않습니다.',
  'evidence.known-next.ipset-revision':
    '노드에서 ipset list -t | grep -E "^Name|^Revision": 그 리비전({read})의 집합이 누구 것인지. KUBE-*는 kube-proxy의 것(IPVS 모드)이니 자기 집합만 읽는 Calico 3.27.4 이상으로(kubectl -n calico-system set image ds/calico-node calico-node=docker.io/calico/node:v3.27.4 또는 operator의 버전). cali*는 호스트의 도구가 되살린 것이니(ipset-persistent, netfilter-persistent) 저장하는 것에서 cali*를 빼고 노드를 다시 시작해 calico-node가 새로 만들게 하십시오. 그 밖에는 더 새로운 ipset이 든 Calico 이미지.',
  'evidence.known.foreign-nft-rules':
    '{line}: 누군가 iptables의 테이블에 nft로 직접 규칙을 썼습니다. iptables는 그런 테이블을 출력하지 못하므로 Felix는 아무것도 읽지도 쓰지도 않습니다.',
  'evidence.known-next.foreign-nft-rules':
    '노드에서 nft list table ip filter(와 ip nat)의 규칙 가운데 "xt"도 단순한 매치도 아닌 것이 그것입니다. 자기 테이블(nft add table inet mine …)에 쓰고 거기서는 지우십시오. kube-proxy가 nftables 모드이면 Calico(3.29 이상)도 nftables를 쓰게: kubectl patch installation default --type=merge -p {patch}.',
  'evidence.known.calico-addresses':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Calico는 3.30부터 로드 밸런서의 주소를 주지만, 컨트롤러에 그렇게 적혀 있고(assignIPs) 그 용도의 IPPool이 있을 때뿐입니다. 업그레이드 전부터 있던 KubeControllersConfiguration에는 그 필드가 없어 아무것도 할당되지 않습니다.',
  'evidence.known-next.calico-addresses':
    'kubectl patch kubecontrollersconfiguration default --type=merge -p {patch}, 그리고 allowedUses: [LoadBalancer]와 assignmentMode: Automatic인 IPPool. 가르는 명령: kubectl get kubecontrollersconfiguration default -o yaml | grep -A 2 loadBalancer에 아무것도 없으면 이것. 그 밖에는 로그(kubectl -n calico-system logs deploy/calico-kube-controllers)와 loadbalancer를 적어야 하는 ENABLED_CONTROLLERS.',
  'evidence.known.calico-single-route':
    '가능성이 큼(줄 {lines}, 증명되지 않음): serviceLoadBalancerIPs의 주소 하나짜리 범위(/32, /128)는 Service마다 따로 광고됩니다. Calico는 2026년 초까지 그것을 spec.loadBalancerIP에서만 찾았는데, IPPool이 준 주소는 Service의 status에만 있어 경로가 나가지 않습니다.',
  'evidence.known-next.calico-single-route':
    '범위 전체를 적으십시오. BGPConfiguration default의 serviceLoadBalancerIPs에 cidr: RANGE 하나. 또는 2026년 2월 이후의 3.30, 3.31 릴리스. 가르는 명령: kubectl -n calico-system exec ds/calico-node -c calico-node -- birdcl show route | grep ADDRESS.',
  'evidence.known.calico-azure':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Azure의 네트워크는 IP-in-IP를 폐기하고 Pod 주소로 가는 경로를 모릅니다. 그래서 다른 노드의 Pod끼리는 VXLAN으로만 닿고, 한 서브넷 안에서도 그렇습니다(CrossSubnet은 그 안에서 감싸지 않음).',
  'evidence.known-next.calico-azure':
    'IPPool의 encapsulation: VXLAN. kubectl edit installation default(spec.calicoNetwork.ipPools), operator가 없으면 calicoctl patch ippool default-ipv4-ippool로 ipipMode: Never, vxlanMode: Always와 calico_backend: vxlan. 그다음 노드 사이의 4789/udp. 가르는 명령: 두 노드에서 tcpdump -ni eth0 proto 4 or udp port 4789: 보냈는데 오지 않음.',
  'evidence.known.cilium-second-address':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium은 노드 포트를 장치마다 주소 하나, 기본으로 첫 주소에서만 받습니다. keepalived나 kube-vip이 같은 장치에 더한 가상 주소는 두 번째 주소라 노드 포트가 없습니다.',
  'evidence.known-next.cilium-second-address':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set {patch}에 노드의 주소와 가상 주소가 다 든 네트워크를 적고 kubectl -n kube-system rollout restart ds/cilium. 가르는 명령: 그 주소가 있는 노드에서 kubectl -n kube-system exec ds/cilium -- cilium-dbg statedb node-addresses의 NodePort 열이 false.',
  'evidence.known.cilium-own-address':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 1.19부터 Cilium은 Service의 주소로 왔지만 그 포트 가운데 어느 것도 아닌 패킷을 폐기합니다("wildcard" 항목). 그 주소가 노드 자신의 것이면(ServiceLB, Node IPAM, externalIPs) 그 노드의 SSH와 다른 모든 것도 함께 폐기됩니다.',
  'evidence.known-next.cilium-own-address':
    '가르는 명령: kubectl -n kube-system exec ds/cilium -- cilium-dbg bpf lb list | grep NODE-ADDRESS:0/ANY. 있으면 어느 Service도 노드의 주소를 갖지 않게 하십시오(kubectl get svc -A -o wide | grep NODE-ADDRESS: externalIPs에서 빼거나 풀의 주소를 주기). 지금보다 나중의 1.19 릴리스, 그때까지는 1.18.',
  'evidence.known.cilium-gateway-status':
    '가능성이 큼(줄 {lines}, 증명되지 않음): hostNetwork이면 Envoy는 노드 자신의 포트에서 듣고 Gateway의 Service는 로드 밸런서가 아니라 주소가 없습니다. Cilium은 Gateway의 주소를 거기서만 읽어(1.18.3에서 1.19.4까지) 서비스를 하면서도 Programmed: False로 남습니다.',
  'evidence.known-next.cilium-gateway-status':
    '노드에 물으십시오: curl -H "Host: NAME" http://NODE-ADDRESS:PORT/. 답이 오면 상태만 틀린 것입니다. Cilium 1.19.6이나 1.20은 노드의 주소를 적습니다. 그때까지는 DNS가 쓰는 주소를 직접 적으십시오: kubectl -n {namespace} annotate gateway NAME {patch}. 또는 gatewayAPI.hostNetwork.enabled=false와 CiliumLoadBalancerIPPool.',
  'evidence.known.cilium-kept-socket':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium은 연결된 UDP 소켓을 connect 할 때 한 번만 바꿉니다. 소켓을 계속 쓰는 클라이언트(nginx나 JVM의 리졸버)는 그때 받은 Pod가 사라져도 계속 그 Pod에 묻습니다.',
  'evidence.known-next.cilium-kept-socket':
    '클라이언트가 새 소켓을 열게 하십시오(nginx -s reload, 다시 시작). 근본적으로는 Cilium 1.17 이상이 그런 소켓을 끝냅니다(Pod 안에서는 커널 6.5 이상). 또는 Pod에서 소켓 대신 패킷을 바꾸게: helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set socketLB.hostNamespaceOnly=true. 가르는 명령: 클라이언트의 Pod에서 ss -unp: 상대가 옛 Pod의 주소.',
  'evidence.known.cilium-old-pool':
    '{line}: 이 Cilium 릴리스는 풀을 cilium.io/v2로만 갖고 cilium.io/v2alpha1은 없앴습니다. 아직 그렇게 적힌 것은 거부되고 Service는 거기서 주소를 받지 못합니다.',
  'evidence.known-next.cilium-old-pool':
    '파일의 cilium.io/v2alpha1을 apiVersion: cilium.io/v2로 바꾸고(필드는 같음) kubectl apply -f FILE. CiliumL2AnnouncementPolicy는 v2alpha1 그대로입니다.',
  'evidence.known.cilium-local-inside':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium 1.19부터 정책이 Local인 Service의 로드 밸런서 주소를 묻는 Pod는 밖의 클라이언트처럼 자기 노드의 엔드포인트만 받습니다. 1.18은 아무 엔드포인트나 주었습니다.',
  'evidence.known-next.cilium-local-inside':
    '안에서는 Service의 이름이나 clusterIP로 묻거나, 모든 노드가 받게 하십시오: kubectl -n {namespace} patch service {service} --type=merge -p {patch}. kube-proxy가 Cilium과 함께 돌면 그 주소를 돌려줄 수 있습니다: kubectl -n {namespace} annotate service {service} service.cilium.io/type=ClusterIP. 가르는 명령: 엔드포인트가 있는 노드의 Pod에서 같은 물음.',
  'evidence.known.cilium-masquerade-alone':
    '{line}: 에이전트가 시작하지 않습니다. bpf.masquerade 설정은 Cilium 자신의 노드 포트가 있어야 하는데 여기서는 꺼져 있습니다. 에이전트가 없으면 그 노드에서 Cilium의 것은 아무것도 갱신되지 않습니다.',
  'evidence.known-next.cilium-masquerade-alone':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set kubeProxyReplacement=true(1.18 전에는 nodePort.enabled=true로 충분), 또는 --set bpf.masquerade=false.',
  'evidence.known.cilium-lease-unserved':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 어떤 노드가 주소의 lease를 가지고 있지만 그 에이전트가 응답을 준비하지 않았습니다. 네트워크가 끊긴 뒤 다른 에이전트가 lease를 얻고 항목을 쓰지 않은 것입니다. lease는 멀쩡해 보이는데 아무도 ARP에 답하지 않습니다.',
  'evidence.known-next.cilium-lease-unserved':
    '누가 가졌는지: kubectl -n kube-system get leases | grep cilium-l2announce. 그 노드의 cilium Pod에서 cilium-dbg statedb l2-announce에 주소가 없으면 이것입니다. kubectl -n kube-system delete pod CILIUM-POD-OF-THAT-NODE가 바로 고칩니다. lease를 잃지 않게: l2announcements.leaseDuration=30s, leaseRenewDeadline=20s, leaseRetryPeriod=2s.',
  'evidence.known.cilium-wireguard-size':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Pod의 패킷이 WireGuard의 자리(95바이트, 터널이면 50 더)를 남기지 않습니다. 1.19는 노드 사이의 장치가 아니라 기본 경로의 장치를 잽니다. 더 큰 패킷은 말없이 사라집니다.',
  'evidence.known-next.cilium-wireguard-size':
    '가르는 명령은 Pod에서 ping -M do -s 1400 OTHER-POD, 답이 올 때까지 작게. 노드 사이의 가장 작은 장치의 크기를 적으십시오: helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set MTU=1450(Hetzner의 eth1; 그래도 멈추면 1305), kubectl -n kube-system rollout restart ds/cilium, 그다음 Pod를 새로.',
  'evidence.known.cilium-link-local':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 1.16.5부터 bpf.masquerade=true인 Cilium은 노드의 링크 로컬 주소(169.254.…의 DNS 캐시)의 응답을 Pod로 돌려주지 못합니다. 패킷이 호스트의 스택을 지나지 않고 eBPF로 가기 때문입니다. 1.16.4는 되었습니다.',
  'evidence.known-next.cilium-link-local':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set bpf.hostLegacyRouting=true(또는 bpf.masquerade=false), 그다음 kubectl -n kube-system rollout restart ds/cilium. NodeLocal DNSCache라면 Cilium 자신의 방법은 링크 로컬 주소가 필요 없는 CiliumLocalRedirectPolicy입니다. 가르는 것: 노드에서 같은 물음은 답을 받고 Pod에서는 받지 못함.',
  'evidence.known.cilium-zones':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium은 옵션 serviceTopology가 있을 때만 존(trafficDistribution, 힌트)을 봅니다. 없으면 모든 엔드포인트를 똑같이 뽑습니다.',
  'evidence.known-next.cilium-zones':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set loadBalancer.serviceTopology=true, kubectl -n kube-system rollout restart ds/cilium. 가르는 명령: kubectl -n kube-system get cm cilium-config -o yaml | grep service-topology, 그다음 kubectl get endpointslices -o yaml | grep -A 2 hints: 힌트가 없으면 Service에 적히지 않았거나 노드에 존이 없습니다.',
  'evidence.known.svclb-forwarding':
    '{line}: ServiceLB의 svclb Pod가 노드의 forwarding 설정을 물어 0을 읽고 끝났습니다. 그래서 그 노드에는 로드 밸런서의 포트가 열리지 않습니다. 어느 패밀리인지는 바로 앞줄에 있습니다.',
  'evidence.known-next.svclb-forwarding':
    '노드에서 sysctl -w net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1, 계속 두려면 /etc/sysctl.d/99-forward.conf에. Service는 IPv4만 있고 노드만 두 패밀리를 가졌다면 k3s 1.29.3 다음 패치 릴리스부터는 묻지 않습니다(k3s#9949).',
  'evidence.known.svclb-legacy':
    '{line}: ServiceLB의 Pod는 lsmod에 nf_tables가 없으면, 커널에 내장되어 있어도, iptables-legacy를 씁니다. 이 커널에는 iptables-legacy의 모듈이 없어 규칙이 거부되고 Pod가 죽습니다.',
  'evidence.known-next.svclb-legacy':
    'nf_tables가 모듈인 커널(modprobe nf_tables; lsmod | grep nf_tables), 또는 다른 쪽의 모듈: modprobe -a ip_tables iptable_filter iptable_nat xt_tcpudp xt_comment, 계속 두려면 /etc/modules-load.d/svclb.conf. 그다음 kubectl -n kube-system delete pod -l svccontroller.k3s.cattle.io/svcname.',
  'evidence.known.nft-unanswered':
    '{line}: 그 노드의 커널이 nf_tables에 대해 아무 답도 하지 않습니다. 모듈이 없거나 컨테이너 안에서는 올릴 수 없습니다. 그래서 그 노드에만 그 Pod의 규칙이 없습니다.',
  'evidence.known-next.nft-unanswered':
    '그 노드에서 sudo modprobe -a nf_tables nft_compat nft_chain_nat. "Module not found"이면 uname -r과 ls /lib/modules를 견주어 설치된 커널로 다시 시작하거나 linux-modules-extra-$(uname -r)(Ubuntu), kernel-modules-extra(RHEL)를 설치하십시오. 계속 두려면 /etc/modules-load.d/nft.conf. 그다음 Pod를 지워 새로 시작하게.',
  'evidence.known.kube-vip-iptables':
    '{line}: kube-vip의 보통 이미지에는 iptables가 없습니다. 그것이 필요한 것(egress, enable_service_security, masquerade)은 준비되지 않습니다. 주소 자체는 알려질 수 있습니다.',
  'evidence.known-next.kube-vip-iptables':
    '스스로 nftables를 쓰게: kubectl -n kube-system set env ds/kube-vip-ds {patch}(DaemonSet의 이름은 각자의 것), 또는 iptables가 든 이미지: kubectl -n kube-system set image ds/kube-vip-ds kube-vip=ghcr.io/kube-vip/kube-vip-iptables:vRELEASE.',
  'evidence.known.portmap-nft':
    '{line}: 여기서 플러그인 portmap은 hostPort를 nftables로 쓰는데 이 커널이 그 규칙을 거부합니다(받지 않는 체인에서의 dnat). 그래서 hostPort가 있는 Pod는 아예 준비되지 않습니다.',
  'evidence.known-next.portmap-nft':
    '그 노드의 conflist(/etc/cni/net.d, "type": "portmap" 항목)에서 "nftables" 대신 "backend": "iptables", 그다음 Pod를 지우십시오. 더 새로운 커널은 규칙을 받습니다. 가르는 명령: 아랫줄의 규칙으로 nft -c -f -.',
  'evidence.known.flannel-link':
    '{line}: 커널에 VXLAN이 없어(링크의 "operation not supported") flannel이 flannel.1을 만들지 못하고 끝납니다. 그 노드의 Pod는 다른 노드에 닿지 못합니다.',
  'evidence.known-next.flannel-link':
    'sudo modprobe vxlan. 없으면 Raspberry Pi의 Ubuntu 21.10에서 23.10까지는 sudo apt install linux-modules-extra-raspi 후 다시 시작. 다른 보드는 CONFIG_VXLAN이 있는 커널, 또는 모든 노드가 한 네트워크이면 --flannel-backend=host-gw(k3s).',
  'evidence.known.udp-and-processor':
    '가능성이 큼(줄 {lines}, 증명되지 않음): kube-proxy 1.32.0에서 1.32.2까지는 Service의 외부 주소의 UDP 항목을 포트 없이 견주어 되풀이해 지웁니다. 프로세서가 바쁘고 남의 항목도 사라집니다.',
  'evidence.known-next.udp-and-processor':
    'kube-proxy 1.32.3 이상: kubectl -n kube-system set image ds/kube-proxy kube-proxy=registry.k8s.io/kube-proxy:v1.32.3. 가르는 명령: conntrack -L -p udp | wc -l(많음)과 로그의 동기화마다의 삭제.',
  'evidence.known.nft-by-name':
    '가능성이 큼(줄 {lines}, 증명되지 않음): nftables 모드의 kube-proxy는 2025년 가을까지 이름이나 이름의 접두어를 가진 Pod의 장치를 번호(iif)로 견주었습니다. detectLocalMode가 BridgeInterface나 InterfaceNamePrefix이면 자기 Pod를 알아보지 못합니다.',
  'evidence.known-next.nft-by-name':
    '2025년 10월 이후의 패치 릴리스(1.33.6, 1.34.2), 그때까지는 ConfigMap kube-proxy에 detectLocalMode: ClusterCIDR과 Pod의 clusterCIDR, 그리고 kubectl -n kube-system rollout restart ds/kube-proxy. 가르는 명령: nft list table ip kube-proxy | grep "iif ".',
  'evidence.known.nft-crash':
    '{line}: 더 새로운 nft(1.1.3)가 만든 집합이 노드에 있으면 kube-proxy 이미지의 nft가 죽습니다. 그래서 동기화가 끝나지 않고 그 노드의 Service는 전 그대로이거나 없습니다.',
  'evidence.known-next.nft-crash':
    '이미지에 nft 1.0.6.1이 든 kube-proxy(2026년 7월 이후의 패치 릴리스). 그때까지는 다른 프로그램이 만든 것을 없애거나(nft list ruleset | grep ^table이 이름을 댐) ConfigMap kube-proxy에 mode: iptables와 kubectl -n kube-system rollout restart ds/kube-proxy.',
  'evidence.known.hints-disabled':
    '{line}: EndpointSlice 컨트롤러가 힌트를 적지 않아 kube-proxy는 모든 존의 엔드포인트를 씁니다. 까닭은 이벤트에 있습니다. 존에 비해 적은 엔드포인트, 존이나 할당 가능한 CPU가 없는 노드, 지킬 수 없는 몫.',
  'evidence.known-next.hints-disabled':
    '존마다 엔드포인트 셋 이상, 그리고 kubectl get nodes -L topology.kubernetes.io/zone에 빈 곳이 없게. 또는 몫을 세지 않는 필드(1.31 이상): 애너테이션을 빼고 kubectl -n {namespace} patch service {service} --type=merge -p {patch}. 가르는 명령: kubectl get endpointslices -o yaml | grep -A 2 hints.',
  'evidence.known.kube-router-dsr':
    '가능성이 큼(줄 {lines}, 증명되지 않음): DSR이면 kube-router는 엔드포인트마다 컨테이너의 네트워크에 들어가 주소와 터널을 줍니다. hostPID, hostIPC와 컨테이너 런타임의 소켓이 없으면 그럴 수 없고 터널의 패킷은 거기서 폐기됩니다.',
  'evidence.known-next.kube-router-dsr':
    'kube-router의 DaemonSet에 hostPID: true, hostIPC: true, 마운트된 소켓(/run/containerd/containerd.sock)과 --runtime-endpoint=unix:///run/containerd/containerd.sock. DSR은 외부 주소에만 있습니다. 가르는 명령: Pod에서 ip -d tunnel(터널이 없으면 이것)과 그 노드의 kube-router 로그.',
  'evidence.known.kube-ovn-balancer':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Kube-OVN은 컨트롤러에 --enable-lb-svc가 있고 Multus로 연결된 서브넷이 있을 때만 LoadBalancer 타입의 Service를 받습니다. 그렇지 않으면 아무도 주소를 주지 않습니다.',
  'evidence.known-next.kube-ovn-balancer':
    'kubectl -n kube-system edit deploy kube-ovn-controller: 인자 --enable-lb-svc=true. Service에는 연결된 서브넷의 애너테이션(ovn.kubernetes.io/attachmentprovider)이 있어야 하고 그 서브넷은 노드 자신의 네트워크여야 합니다. 가르는 것: Pod lb-svc-NAME이 없으면 인자, 있으면 그 안에서 iptables -t nat -S.',
  'evidence.known.antrea-alone':
    '가능성이 큼(줄 {lines}, 증명되지 않음): kube-proxy 없이는 Antrea의 에이전트가 API 서버를 Service로 물으면 안 됩니다. 에이전트가 돌기 전에는 그 주소가 누구의 것도 아닙니다. kubeAPIServerOverride가 비어 있습니다.',
  'evidence.known-next.antrea-alone':
    'ConfigMap antrea-config의 antrea-agent.conf에 kubeAPIServerOverride: "https://API-SERVER-ADDRESS:6443"와 antreaProxy: proxyAll: true, 그다음 kubectl -n kube-system rollout restart ds/antrea-agent deploy/antrea-controller. 가르는 것: 로그에 kubernetes의 clusterIP로의 시간 초과.',
  'evidence.known.hns-kept':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Windows의 kube-proxy는 HNS에 어떤 로드 밸런서가 있는지 메모리에 기억하고 남이 없앤 것을 다시 만들지 않습니다. Windows Server 2025에서는 HNS가 간직하지 않은 갱신을 된 것으로 여깁니다.',
  'evidence.known-next.hns-kept':
    '그 노드에서 Restart-Service kube-proxy -Force(RKE2는 Restart-Service rke2)가 새로 만듭니다. 근본적으로는 고친 뒤의 패치 릴리스의 kube-proxy(kubernetes#131466, #135802). 가르는 명령: hnsdiag list loadbalancers와 kubectl get endpointslices -o wide를 견주기.',
} satisfies Translated<typeof EN.KNOWN_CARRIER_CAUSE_PHRASES>;
