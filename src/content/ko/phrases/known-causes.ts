import type * as EN from '../../en/phrases/known-causes';
import type { Translated } from '../../translated';

/** Causes the field knows, each with its exact change: one pair an entry of `known/` of the evidence. Loaded with those of findings. */
export const KNOWN_CAUSE_PHRASES = {
  'evidence.policy-labels':
    '정책의 podSelector는 {key}: {value}을(를) 바라는데 텍스트의 Pod에는 {key}: {near}이(가) 있습니다. 셀렉터는 자기 레이블을 그대로 다 가진 Pod만 고르므로 이 Pod는 하나도 고르지 않습니다. 규칙의 셀렉터이면 이 Pod가 보내는 것이 폐기되고, 정책 자신의 셀렉터이면 다른 Pod에 관한 정책입니다.',
  'evidence.next.policy-labels':
    '정책의 podSelector.matchLabels를 {key}: {near}(으)로 바꾸십시오(또는 Pod의 그 레이블을 {value}(으)로). kubectl get pods -A -l {key}={value}은(는) 지금 고르는 것, -l {key}={near}은(는) 골라야 할 것을 보여 줍니다.',
  'evidence.announced-devices':
    '알림이 고르는 장치는 {patterns}인데 텍스트에는 {devices}이(가) 나옵니다. 카드 이름이 그런 노드에서는 아무도 그 주소의 ARP에 응답하지 않습니다. 그런 노드가 알리는 동안 밖에서는 주소에 닿지 않고, 노드에서는 그래도 응답합니다.',
  'evidence.next.announced-devices':
    '알릴 수 있는 노드마다 ip -br link. Cilium: spec.interfaces는 정규식입니다. ^(eth|en).* 하나가 모두 고릅니다. MetalLB: spec.interfaces는 이름 전체입니다. {first}을(를) 더하거나, 노드 종류마다 nodeSelectors를 둔 L2Advertisement를 따로 두거나, 비우십시오(그러면 모든 장치).',
  'evidence.policy-service-port':
    '정책이 적은 {port} 포트는 Service의 것이고, Pod는 {target}에서 듣습니다. 정책은 주소가 바뀐 뒤에 묻습니다. 중요한 것은 Pod의 포트라서 Service를 거친 패킷은 폐기됩니다.',
  'evidence.next.policy-service-port':
    '정책의 규칙에서 {port} 대신 {target}을(를) 쓰십시오: ports에 port: {target}, protocol: TCP 하나. kubectl get endpointslices -l kubernetes.io/service-name=NAME에 Pod의 포트가 나옵니다.',
  'evidence.resolver-address':
    'Pod는 {asked}에 이름을 묻는데 클러스터 DNS의 주소는 {service}입니다. 거기서는 아무도, 또는 다른 것이 답합니다.',
  'evidence.next.resolver-address':
    '모든 kubelet의 clusterDNS(/var/lib/kubelet/config.yaml. k3s와 RKE2: --cluster-dns)를 {service}(으)로 바꾸고 kubelet을 다시 시작한 뒤 Pod를 다시 만드십시오. 또는 Service kube-dns에 clusterIP {asked}을(를) 주십시오.',
  'evidence.overlapping-ranges':
    '{ones, select, pods {Pod} nodes {Node} other {Service}}의 {one}와(과) {others, select, pods {Pod} services {Service} other {Node}}의 {other}이(가) 겹칩니다. 둘 다에 드는 주소로 가는 패킷은 한쪽으로만 갑니다.',
  'evidence.next.overlapping-ranges':
    '서로, 그리고 노드의 네트워크와 겹치지 않는 범위를 골라 클러스터를 다시 만드십시오: kubeadm --pod-network-cidr와 --service-cidr, k3s --cluster-cidr와 --service-cidr, Calico의 IPPool(기본 192.168.0.0/16은 많은 집 네트워크와 겹침), Cilium clusterPoolIPv4PodCIDRList.',
  'evidence.first-command':
    '텍스트의 어느 줄도 원인을 증명하지 않습니다. {kind, select, pending {먼저 알 것은 주소를 주려는 컨트롤러가 있는지입니다. 이벤트가 없으면 아무도 하지 않고(설치되지 않음, 다른 클래스, 그 Pod가 돌지 않음), 이벤트가 있으면 왜 못 하는지 적혀 있습니다(풀이 없음, 남은 주소가 없음, 셀렉터, 권한).} webhook {먼저 알 것은 webhook의 Service에 준비된 엔드포인트가 있는지입니다. 없으면 패킷이 보내지지 않고, 있으면 컨트롤 플레인에서 그 Pod로 가는 길이 문제입니다.} policy {먼저 알 것은 누가 패킷을 폐기하고 출발지를 누구로 보는지입니다. 그것이 규칙을 말해 줍니다.} names {먼저 알 것은 CoreDNS의 Pod가 자기 주소로 물었을 때 답하는지입니다. 답하면 Service 주소의 변환이, 아니면 그 Pod로 가는 길이나 CoreDNS 자신이 문제입니다.} announced {먼저 알 것은 누가 그 주소의 ARP에 응답하는지입니다. 아무도 없으면 알려지지 않았거나 네트워크가 나르지 않는 것, 하나면 그 노드의 규칙, 정책, 길, 여럿이면 주인이 둘입니다.} between {먼저 알 것은 패킷이 다른 노드에 오기는 하는지입니다. 노드 사이의 네트워크와 규칙, Pod를 가릅니다.} outside {먼저 알 것은 패킷이 노드에 오는지, 그리고 Pod로 나가는지입니다. 노드 앞이면 방화벽이나 로드 밸런서, 뒤이면 규칙, 정책 Local, Pod로 가는 길입니다.} other {먼저 알 것은 Service에 준비된 엔드포인트가 있는지입니다. 없으면 셀렉터나 준비 상태, 있으면 하나를 자기 주소로 물어 규칙과 길, 애플리케이션을 가릅니다.}}',
  'evidence.next.first-command':
    '{kind, select, pending {kubectl -n {namespace} describe svc {service}(아래의 Events)와 kubectl -n {namespace} get svc {service} -o yaml | grep -E "loadBalancerClass|conditions" -A 6.} webhook {kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o yaml, 그다음 컨트롤 플레인 머신에서 curl -vk https://POD-ADDRESS:PORT/.} policy {{dataplane, select, cilium {묻는 동안 kubectl -n kube-system exec ds/cilium -- hubble observe --verdict DROPPED --last 20(또는 그 노드에서 cilium-dbg monitor --type drop)} other {kubectl get networkpolicies -A -o yaml, 그리고 Pod의 노드에서 묻기 전과 뒤의 iptables-save -c | grep -E "DROP|REJECT": 늘어나는 카운터}}.} names {kubectl -n kube-system get endpointslices -l kubernetes.io/service-name=kube-dns -o wide, 그다음 실패하는 Pod에서 nslookup kubernetes.default.svc.cluster.local ENDPOINT-ADDRESS.} announced {같은 네트워크의 다른 머신에서 arping -c 3 {address, select, none {ADDRESS} other {{address}}}(IPv6: ndisc6).} between {한 Pod가 다른 Pod에 묻는 동안 두 노드에서 tcpdump -eni any host POD-ADDRESS or udp port 8472 or udp port 4789.} outside {묻는 동안 그 노드에서 tcpdump -eni any port {port}({port, select, PORT {nodePort, 그다음 Pod의 포트} other {그다음 Pod의 포트}}).} other {kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o wide.}}',
  'evidence.known.aws-policy-selector':
    '가능성이 큼(줄 {lines}, 증명되지 않음): AWS VPC CNI의 정책 컨트롤러는 규칙의 podSelector가 그 Service의 셀렉터와 같을 때만 clusterIP를 허용합니다. Pod에는 맞지만 Service의 셀렉터와 다른 레이블은 Pod의 주소만 허용하고, Pod가 묻는 Service의 주소는 허용하지 않습니다.',
  'evidence.known-next.aws-policy-selector':
    '규칙의 podSelector.matchLabels를 Service의 spec.selector와 같게 하거나(kubectl -n {namespace} get svc {service} -o wide의 SELECTOR) Service의 셀렉터를 규칙과 같게 하십시오. 또는 Pod의 주소를 주는 headless Service에 묻기. 가르는 곳: 노드의 정책 로그(/var/log/aws-routed-eni/network-policy-agent.log). Dest IP가 clusterIP이고 Verdict DENY.',
  'evidence.known.webhook-refused':
    '{line}: webhook의 주소가 연결을 곧바로 거부했습니다. clusterIP에서 그것은 대개 kube-proxy의 거부입니다. Service에 준비된 엔드포인트가 (아직) 없습니다. Pod가 아직 시작 중이거나 Ready가 아닙니다. 아니면 Pod가 targetPort에서 듣지 않습니다.',
  'evidence.known-next.webhook-refused':
    'kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}: 비었거나 ready false이면 kubectl -n {namespace} wait --for=condition=Available deployment --all --timeout=180s, 그다음 명령을 다시(스크립트에서는 객체를 만들기 전에 그렇게 기다리기). 준비된 엔드포인트가 있으면 Service의 targetPort와 Pod 안의 ss -lnt를 견주십시오.',
  'evidence.known.no-local-endpoint':
    '{line}: 물은 노드의 kube-proxy는 정책 Local인 Service의 준비된 자기 엔드포인트를 하나도 세지 않습니다. 밖에서 온 것을 폐기하고 상태 확인에 503으로 답합니다. 그 노드에 Pod가 있다면 Ready가 아니거나, Service가 고르지 않거나, kube-proxy가 아는 Node의 이름이 API와 다릅니다.',
  'evidence.known-next.no-local-endpoint':
    'kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o wide(어느 노드에, 준비되었는지). 모든 노드가 받게: kubectl -n {namespace} patch service {service} --type=merge -p {patch}, 또는 알리는 노드마다 준비된 Pod(DaemonSet). Pod가 있다면 레이블과 셀렉터, kubectl get nodes와 kube-proxy의 --hostname-override를 견주십시오.',
  'evidence.known.desktop-machine':
    '가능성이 큼(줄 {lines}, 증명되지 않음): macOS와 Windows에서 노드는 가상 머신 안의 컨테이너입니다. 호스트에는 그 네트워크로 가는 길이 없어, MetalLB나 cloud-provider-kind가 거기서 준 주소와 NODE-ADDRESS:nodePort에는 클러스터의 규칙과 상관없이 호스트에서 닿지 않습니다.',
  'evidence.known-next.desktop-machine':
    'cloud-provider-kind: sudo cloud-provider-kind --enable-lb-port-mapping, 그리고 docker ps에 컨테이너 kindccm-…의 것으로 나오는 포트를 localhost에 묻기. kind: 호스트의 포트에서 nodePort로 가는 extraPortMappings(다시 만들기), 그다음 http://localhost:PORT. minikube: minikube tunnel. 어디서나: kubectl -n {namespace} port-forward service/{service} 8080:{port}. 가르는 명령: 노드 안에서 docker exec NODE curl -s ADDRESS:PORT가 답합니다.',
  'evidence.known.flannel-restore':
    '가능성이 큼(줄 {lines}, 증명되지 않음): iptables-restore가 flannel의 규칙을 거부했습니다. 0.24.3은 클러스터에 IPv6이 없어도 IPv6 규칙(::/0)을 씁니다. 그때마다 없다고 보고 5초마다 모두 다시 씁니다.',
  'evidence.known-next.flannel-restore':
    'kubectl -n kube-flannel set image ds/kube-flannel-ds kube-flannel=docker.io/flannel/flannel:vRELEASE, 0.24.3보다 뒤의 릴리스(또는 0.24.2). 가르는 명령: 바꾸기 전과 뒤의 kubectl -n kube-flannel logs ds/kube-flannel-ds | grep -c recreating.',
  'evidence.known.arp-no-address':
    '{line}: Cilium은 그 장치의 IPv4 주소를 쓰는 소켓으로 Service의 ARP에 응답합니다. 주소가 없는 장치는 아무것도 알리지 않습니다.',
  'evidence.known-next.arp-no-address':
    '알릴 노드마다 그 장치에 IPv4 주소를 주십시오(ip addr add ADDRESS/PREFIX dev DEVICE. 계속 두려면 netplan, NetworkManager, Talos의 machine.network.interfaces). 또는 CiliumL2AnnouncementPolicy의 spec.interfaces에 주소가 있는 장치를 적으십시오.',
  'evidence.known.metallb-no-device':
    '{line}: L2Advertisement의 spec.interfaces에 이 노드가 가진 장치가 없습니다. 이 노드가 알리는 동안에는 아무도 그 주소의 ARP에 응답하지 않습니다.',
  'evidence.known-next.metallb-no-device':
    '알릴 수 있는 노드마다 ip -br link. 모든 장치로 알리기: kubectl -n metallb-system patch l2advertisement NAME --type=json -p {patch}. 또는 노드 종류마다 L2Advertisement를 따로 두고 nodeSelectors와 그 장치를 적으십시오.',
  'evidence.known.speaker-refused':
    '{line}: Pod Security가 호스트 네트워크와 NET_RAW가 필요한 MetalLB speaker를 거부합니다. speaker가 없는 노드에서는 아무도 알리지 않습니다.',
  'evidence.known-next.speaker-refused':
    'kubectl label namespace metallb-system pod-security.kubernetes.io/enforce=privileged pod-security.kubernetes.io/audit=privileged pod-security.kubernetes.io/warn=privileged --overwrite, 그다음 kubectl -n metallb-system rollout restart ds/speaker.',
  'evidence.known.speakers-apart':
    '{line}: MetalLB의 speaker끼리 서로 듣지 못합니다(memberlist). 저마다 다른 쪽이 사라졌다고 여겨, 두 노드가 한 주소를 알리거나 주소가 옮겨 다닙니다.',
  'evidence.known-next.speakers-apart':
    '노드 사이의 7946(TCP와 UDP)을 여십시오. No installed keys could decrypt: 같은 네트워크의 다른 클러스터나 옛 Pod의 키가 다릅니다. kubectl -n metallb-system delete secret memberlist; kubectl -n metallb-system rollout restart deploy/controller ds/speaker.',
  'evidence.known.sharing-key':
    '{line}: 두 Service가 한 주소를 바랍니다. MetalLB는 둘의 metallb.io/allow-shared-ip(옛 이름 metallb.universe.tf/allow-shared-ip)가 같고 포트가 다르며 정책이 Cluster(또는 셀렉터가 같음)일 때만 함께 줍니다.',
  'evidence.known-next.sharing-key':
    'kubectl annotate service {service} -n {namespace} metallb.io/allow-shared-ip=KEY --overwrite, 다른 Service에도 똑같이. 또는 한쪽에 다른 주소를 주십시오.',
  'evidence.known.cilium-l2-local':
    '가능성이 큼(줄 {lines}, 증명되지 않음): externalTrafficPolicy Local인 Service를 Cilium이 L2로 알립니다. 1.20.1까지는 Pod가 없는 노드도 알릴 수 있어 들어온 것을 폐기합니다. 1.20.2부터는 엔드포인트가 있는 노드만 알리는데, Gateway나 Ingress용으로 Cilium이 만든 Service의 엔드포인트는 어느 노드에도 없는 자리표(192.192.192.192)라서 아무도 lease를 잡지 않습니다.',
  'evidence.known-next.cilium-l2-local':
    'kubectl -n {namespace} patch service {service} --type=merge -p {patch}. Gateway의 Service를 Cilium이 쓴다면 helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set gatewayAPI.externalTrafficPolicy=Cluster(Ingress는 ingressController.service.externalTrafficPolicy), 또는 1.20.1에 머물기. 가르는 명령: kubectl -n kube-system get leases | grep cilium-l2announce. lease가 없거나 가진 노드에 Pod가 없으면 이것입니다.',
  'evidence.known.cilium-devices':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium의 프로그램이 붙지 않은 장치로 패킷이 들어옵니다. 기본으로는 기본 경로나 노드 주소가 있는 장치만 씁니다. 두 번째 장치(VLAN, VPN)에서는 nodePort, 외부 주소, 알린 주소가 바뀌지 않습니다.',
  'evidence.known-next.cilium-devices':
    '가르는 명령: kubectl -n kube-system exec ds/cilium -- cilium-dbg status --verbose | grep KubeProxyReplacement. 대괄호 안에 장치가 있습니다. 두 번째가 없으면 helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set devices=eth+(둘 다 맞는 패턴이나 목록), 그다음 kubectl -n kube-system rollout restart ds/cilium. 응답에는 같은 장치로 돌아갈 길(클라이언트로 가는 경로나 ip rule)과 그 장치의 rp_filter 2가 필요합니다.',
  'evidence.known.cilium-l2-lease':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Service의 lease를 가진 노드가 없어 아무도 ARP에 응답하지 않습니다. Service, 노드, 장치(이름 전체에 대한 정규식)를 고르는 CiliumL2AnnouncementPolicy가 없거나, l2announcements.enabled나 kubeProxyReplacement가 true가 아니거나, 에이전트가 lease를 쓸 수 없거나 느려졌을 때(k8sClientRateLimit) 그렇습니다.',
  'evidence.known-next.cilium-l2-lease':
    '가르는 명령: kubectl -n kube-system get leases | grep cilium-l2announce. 없으면 spec.loadBalancerIPs: true, spec.externalIPs: true, spec.interfaces에 ^(eth|en).* 하나를 두고 셀렉터가 없는 CiliumL2AnnouncementPolicy를 적용하고, helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set l2announcements.enabled=true --set kubeProxyReplacement=true --set k8sClientRateLimit.qps=50 --set k8sClientRateLimit.burst=100.',
  'evidence.known.metallb-unadvertised':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 텍스트에 MetalLB의 풀은 있지만 L2Advertisement나 BGPAdvertisement가 없습니다. 그러면 Service는 주소를 받고 노드에서는 응답하지만, 밖에는 아무도 알리지 않습니다.',
  'evidence.known-next.metallb-unadvertised':
    '가르는 명령: kubectl get l2advertisements,bgpadvertisements -A. 없으면 적용하십시오.\napiVersion: metallb.io/v1beta1\nkind: L2Advertisement\nmetadata:\n  name: all\n  namespace: metallb-system',
  'evidence.known.metallb-excluded':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 알릴 수 있는 유일한 노드에 node.kubernetes.io/exclude-from-external-load-balancers 레이블이 있습니다. kubeadm이 컨트롤 플레인 노드에 답니다. MetalLB는 0.14(2024년 초)부터 이를 지켜 거기서 아무것도 알리지 않습니다.',
  'evidence.known-next.metallb-excluded':
    '가르는 명령: kubectl get nodes -l node.kubernetes.io/exclude-from-external-load-balancers. 나오면 kubectl label node --all node.kubernetes.io/exclude-from-external-load-balancers-, 또는 차트의 speaker.ignoreExcludeLB=true(speaker의 플래그 --ignore-exclude-lb).',
  'evidence.known.wireless':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 노드가 Wi-Fi에 있습니다. 무선 카드와 AP는 그 머신의 것으로 아는 주소의 프레임만 넘기므로, 두 번째 주소를 묻는 ARP는 오지 않거나 몇 분 동안만 옵니다.',
  'evidence.known-next.wireless':
    '알리는 노드에서 ip link set wlan0 promisc on(계속 두려면 systemd 유닛), 그리고 다시 물으십시오. 낫지 않으면 유선을 쓰거나 라우터와 BGP를 쓰십시오.',
  'evidence.known.two-balancers':
    '가능성이 큼(줄 {lines}, 증명되지 않음): k3s의 ServiceLB와 다른 로드 밸런서 컨트롤러가 모두 LoadBalancer 타입을 맡고 있습니다. 저마다 자기 주소를 쓰거나, svclb Pod가 노드의 포트를 차지합니다.',
  'evidence.known-next.two-balancers':
    '하나만 두십시오. ServiceLB를 끄기: 서버마다 /etc/rancher/k3s/config.yaml에 disable: [servicelb](또는 --disable=servicelb), systemctl restart k3s. 그러면 kubectl -n kube-system get pods | grep svclb 결과가 비어야 합니다. 또는 spec.loadBalancerClass로 Service마다 나누십시오.',
  'evidence.known.strict-arp':
    '가능성이 큼(줄 {lines}, 증명되지 않음): IPVS 모드에서는 모든 노드의 kube-ipvs0에 그 주소가 있고, strictARP가 없으면 모두 ARP에 응답합니다. MetalLB나 kube-vip이 누구를 골랐든 이웃은 아무 노드나 배웁니다.',
  'evidence.known-next.strict-arp':
    'kubectl -n kube-system get configmap kube-proxy -o yaml | sed "s/strictARP: false/strictARP: true/" | kubectl apply -f -, kubectl -n kube-system rollout restart ds/kube-proxy(k3s: --kube-proxy-arg=ipvs-strict-arp=true). 가르는 명령: 같은 네트워크에서 arping ADDRESS. 둘 이상의 MAC이 응답합니다.',
  'evidence.known.vip-on-no-device':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 주소가 어느 장치에도 없는 것은 고장이 아닙니다. layer 2 모드의 MetalLB(와 Cilium)는 주소를 장치에 두지 않습니다. 한 노드가 ARP에 응답하고 그 노드의 규칙이 포트를 바꿉니다. 그래서 ip addr에 보이지 않고 ping은 알려 주는 것이 적습니다. 클라이언트 표의 (incomplete)는 아무도 ARP에 응답하지 않았다는 뜻입니다.',
  'evidence.known-next.vip-on-no-device':
    '같은 네트워크의 다른 머신에서 포트를 물으십시오: curl -v http://ADDRESS:{port}. 그동안 kubectl -n {namespace} describe svc {service}에 나오는 노드(announcing from node …)에서 tcpdump -eni any arp or port {port}. 그런 이벤트가 없으면 풀의 L2Advertisement가 없거나 노드가 알릴 수 없습니다(kubectl label node --all node.kubernetes.io/exclude-from-external-load-balancers-). 물었는데 응답이 없으면 주소가 노드와 같은 네트워크의 것이어야 하고, IPVS 모드에서는 strictARP: true여야 합니다.',
  'evidence.known.two-owners':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 두 머신이 가상 주소를 가지고 있습니다. 하나가 lease를 잃고도(네트워크 단절, 재시작) 장치에 주소를 남겨, 이웃은 둘 중 아무 데나 갑니다.',
  'evidence.known-next.two-owners':
    '가르는 명령: 같은 네트워크에서 arping -c 3 ADDRESS(MAC이 둘)와 노드마다 ip -br addr | grep ADDRESS. lease가 없는 쪽에서(kubectl get leases -A | grep -iE "plndr|kubevip") ip addr del ADDRESS/32 dev DEVICE, 그 노드의 kube-vip Pod를 다시 시작. 근본적으로는 더 새로운 kube-vip.',
  'evidence.known.kube-vip-rights':
    '가능성이 큼(줄 {lines}, 증명되지 않음): kubeadm 1.29부터 admin.conf는 kubeadm이 그 그룹을 묶기 전까지 권한이 없고, 묶는 일은 kube-vip의 주소가 필요한 때보다 늦습니다. 그래서 kube-vip이 lease를 잡지 못해 kubeadm init 동안 주소가 나타나지 않습니다.',
  'evidence.known-next.kube-vip-rights':
    '첫 컨트롤 플레인 노드에서 kubeadm init 전에 sed -i s#/etc/kubernetes/admin.conf#/etc/kubernetes/super-admin.conf# /etc/kubernetes/manifests/kube-vip.yaml(hostPath의 경로만), init 뒤에 거꾸로 되돌리기. 다른 노드는 admin.conf 그대로.',
  'evidence.known.kube-vip-no-addresses':
    '가능성이 큼(줄 {lines}, 증명되지 않음): kube-vip은 주소를 알릴 뿐 나눠 주지 않습니다. kube-vip-cloud-provider가 ConfigMap에서 주거나 Service가 스스로 주소를 적기 전까지 EXTERNAL-IP는 pending입니다.',
  'evidence.known-next.kube-vip-no-addresses':
    'kubectl apply -f https://raw.githubusercontent.com/kube-vip/kube-vip-cloud-provider/main/manifest/kube-vip-cloud-controller.yaml, kubectl create configmap -n kube-system kubevip --from-literal range-global=FIRST-LAST. Service 하나만이면 kubectl -n {namespace} annotate service {service} kube-vip.io/loadbalancerIPs=ADDRESS. kube-vip은 svc_enable=true로 돌아야 합니다.',
  'evidence.known.cilium-bgp-selector':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium의 BGP는 Service 타입 광고가 그 레이블을 고르고(셀렉터가 없으면 아무것도 고르지 않음), 주소에 LoadBalancerIP가 있고, 피어의 family가 고르는 레이블이 광고에 있을 때만 Service를 알립니다.',
  'evidence.known-next.cilium-bgp-selector':
    '가르는 명령: cilium bgp routes advertised ipv4 unicast와 cilium bgp peers(established인지). 알린 것이 없으면 CiliumBGPAdvertisement의 spec.advertisements에 advertisementType: Service, service.addresses에 LoadBalancerIP, 모두를 고르는 셀렉터(matchExpressions: key somekey, operator NotIn, values never-used). metadata.labels(advertise: bgp)는 CiliumBGPPeerConfig의 spec.families.advertisements의 matchLabels와 같게.',
  'evidence.known.cilium-pool':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium의 LB-IPAM에 이 Service의 풀이 없습니다. 풀이 없거나, serviceSelector가 이 Service를 빼거나, 바라는 주소가 어느 풀에도 없거나, 풀끼리 겹칩니다.',
  'evidence.known-next.cilium-pool':
    '가르는 명령: kubectl get ciliumloadbalancerippools(DISABLED, CONFLICTING, IPS AVAILABLE)와 kubectl -n {namespace} get svc {service} -o yaml의 조건 cilium.io/IPAMRequestSatisfied가 이유를 말합니다. 모두를 위한 풀: apiVersion cilium.io/v2(1.18 전에는 cilium.io/v2alpha1), kind CiliumLoadBalancerIPPool, spec.blocks에 start와 stop 하나, serviceSelector 없이.',
  'evidence.known.class-unserved':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Service의 loadBalancerClass를 맡는 컨트롤러가 이 클러스터에 없습니다. 그러면 아무도 움직이지 않아 EXTERNAL-IP가 빕니다. 이 필드는 나중에 바꿀 수 없습니다.',
  'evidence.known-next.class-unserved':
    'kubectl -n {namespace} get svc {service} -o yaml | grep loadBalancerClass 결과와 컨트롤러의 클래스(플래그나 값 loadBalancerClass)를 견주십시오. 없이 또는 맞는 값으로 다시 만들기: kubectl -n {namespace} get svc {service} -o yaml > svc.yaml, 고치고, kubectl replace --force -f svc.yaml.',
  'evidence.known.second-address-refused':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 네트워크가 머신의 두 번째 주소를 허용하지 않습니다. 클라우드는 머신 사이에 ARP를 나르지 않고, OpenStack은 포트에 적히지 않은 주소의 프레임을, VMware와 Hyper-V는 자기가 주지 않은 MAC의 프레임을 폐기합니다.',
  'evidence.known-next.second-address-refused':
    'OpenStack: 노드의 포트마다 openstack port set --allowed-address ip-address=ADDRESS PORT. VMware: 포트 그룹의 forged transmits, MAC changes, promiscuous mode를 Accept로. Hyper-V: Set-VMNetworkAdapter -VMName NODE -MacAddressSpoofing On. AWS, GCP, Azure, Hetzner Cloud, DigitalOcean: layer 2는 되지 않으니 클라우드의 로드 밸런서 컨트롤러나 nodePort. 가르는 명령: 알리는 노드에서 tcpdump -eni DEVICE arp. 묻는 것이 오기는 하는지.',
  'evidence.known.bgp-port-taken':
    '가능성이 큼(줄 {lines}, 증명되지 않음): MetalLB와 Calico가 같은 노드에서 둘 다 BGP를 말하는데, 라우터는 한 주소와 세션 하나만 맺습니다. 누가 그 세션을 가질지는 바뀝니다.',
  'evidence.known-next.bgp-port-taken':
    'Calico가 알리게 하기: calicoctl patch bgpconfiguration default로 spec.serviceLoadBalancerIPs에 cidr: POOL 하나를 두고, MetalLB는 컨트롤러만 주소를 나눠 주게(kubectl -n metallb-system delete ds speaker). 또는 Calico의 BGP를 쓰지 않기(VXLAN).',
  'evidence.known.cilium-nodes-by-address':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium은 클러스터의 머신을 엔티티(host, remote-node, kube-apiserver)로, Pod를 레이블로 압니다. 주소 규칙(ipBlock, fromCIDR, toCIDR)은 그런 신원이 없는 것만 고르므로, 노드나 Pod의 범위를 적어도 아무도 들어오지 못합니다. 또 podSelector는 API 서버처럼 호스트 네트워크에서 도는 것을 고르지 않습니다.',
  'evidence.known-next.cilium-nodes-by-address':
    'NetworkPolicy 옆에 같은 Pod를 고르는 CiliumNetworkPolicy를 두십시오.\n{rule}\n(egress에서는 toEntities.) 또는 주소가 노드에도 맞게: helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set policyCIDRMatchMode=nodes, 그다음 kubectl -n kube-system rollout restart ds/cilium. 가르는 명령: hubble observe --verdict DROPPED(또는 cilium-dbg monitor --type drop). 출발지가 host나 remote-node입니다.',
  'evidence.known.cilium-always':
    '가능성이 큼(줄 {lines}, 증명되지 않음): policyEnforcementMode=always이면 어떤 ingress 규칙도 고르지 않는 Pod에는 자기 노드를 위한 항목이 없습니다. Cilium 1.20.0부터 kubelet의 probe(신원 host)가 거기서 폐기되어 Pod가 Ready가 되지 않습니다.',
  'evidence.known-next.cilium-always':
    '에이전트가 다시 스스로 할 때까지 적용하십시오.\n{rule}\n또는 policyEnforcementMode=default. 가르는 명령: 노드에서 cilium-dbg monitor --type drop. Policy denied, identity host.',
  'evidence.known.policy-webhook':
    '가능성이 큼(줄 {lines}, 증명되지 않음): NetworkPolicy가 API 서버의 요청을 폐기합니다. 그 요청은 컨트롤 플레인 머신(호스트 네트워크, 때로는 터널의 주소)에서 오므로 podSelector나 namespaceSelector가 고르지 않고, Service의 포트가 아니라 Pod의 포트(targetPort)로 판단됩니다.',
  'evidence.known-next.policy-webhook':
    '{namespace}의 Service {service} 뒤에 있는 Pod에 그 포트를 어디서든 들이십시오. NetworkPolicy에\n{rule}\n(Cilium이면 fromEntities kube-apiserver, remote-node, host). TARGETPORT: kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}. 가르는 방법: 정책을 잠시 빼고 같은 요청.',
  'evidence.known.cilium-gateway-source':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium의 Gateway나 Ingress 뒤에서 정책이 보는 출발지는 프록시(엔티티 ingress, reserved:ingress)입니다. Gateway가 어느 네임스페이스에 있든 Pod도 클라이언트도 아닙니다. Pod, 네임스페이스, 주소, world만 허용하는 정책은 이를 폐기하고, NetworkPolicy에는 이를 가리키는 말이 없습니다.',
  'evidence.known-next.cilium-gateway-source':
    '그 옆에 백엔드 Pod의 CiliumNetworkPolicy(endpointSelector는 podSelector와 같게)를 두고\n{rule}\n프록시에 누가 올 수 있는지는 따로 정합니다(CiliumClusterwideNetworkPolicy, endpointSelector에 reserved:ingress, fromEntities world). 가르는 명령: hubble observe --verdict DROPPED --to-pod NAMESPACE/POD. 출발지가 (ingress)입니다.',
  'evidence.known.ambient-port':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Istio의 ambient 모드에서 Pod끼리의 말은 15008 포트(HBONE)로 갑니다. 애플리케이션의 포트만 적은 NetworkPolicy는 이를 폐기하고, 출발지 169.254.7.127을 모르는 정책은 probe를 폐기합니다.',
  'evidence.known-next.ambient-port':
    '정책의 ingress(와 egress)에 더하십시오: port 15008, protocol TCP. probe에는 ipBlock 169.254.7.127/32. 가르는 명령: 그 노드의 ztunnel 로그, kubectl -n istio-system logs ds/ztunnel | grep -i error.',
  'evidence.known.policy-outside-source':
    '가능성이 큼(줄 {lines}, 증명되지 않음): externalTrafficPolicy Cluster이면 밖에서 온 패킷을 받은 노드가 자기 주소를 출발지로 넣으므로, 클라이언트 주소(ipBlock)로 쓴 정책은 그것을 모릅니다.',
  'evidence.known-next.policy-outside-source':
    '주소를 지키기: kubectl -n {namespace} patch service {service} --type=merge -p {patch}(정책 Local. 그러면 Pod가 있는 노드만 응답), 또는 노드(와 터널)의 범위를 ipBlock으로 허용. 가르는 명령: Pod의 노드에서 tcpdump -ni any port TARGETPORT. 누구의 주소로 오는지.',
  'evidence.known.calico-deny-all':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 막는 GlobalNetworkPolicy는 모든 Pod를 고릅니다. DNS, API, Calico 자신의 Pod도, 셀렉터가 all()이면 HostEndpoint도.',
  'evidence.known-next.calico-deny-all':
    '시스템을 빼십시오. namespaceSelector(또는 selector): {selector}. 그리고 더 작은 order로 k8s-app == "kube-dns"인 Pod의 UDP, TCP 53으로 가는 egress를 허용. 가르는 명령: calicoctl get globalnetworkpolicy -o yaml과 iptables-save -c | grep cali-의 카운터.',
  'evidence.known.calico-host-endpoint':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Calico의 HostEndpoint는 어떤 정책도 허용하지 않은 것을 막습니다. nodePort와 로드 밸런서 주소는 보통 정책이 묻기 전에 바뀌므로 그때는 Pod의 포트가 보이고, 거쳐 가는 것은 applyOnForward일 때만 봅니다.',
  'evidence.known-next.calico-host-endpoint':
    'HostEndpoint를 고르는 GlobalNetworkPolicy에 preDNAT: true, applyOnForward: true, nodePort를 허용하는 ingress(destination.ports), 그리고 egress와 클러스터 자신의 범위를 허용하는 것 하나. 가르는 명령: 노드에서 iptables-save -c | grep cali-fh-. 묻는 동안 DROP이 셉니다.',
  'evidence.known.egress-names':
    '가능성이 큼(줄 {lines}, 증명되지 않음): egress 정책이 Pod의 DNS 질문을 폐기합니다. {read, select, none {kube-dns의 53번 포트를 위한 규칙이 없고, egress 정책이 적지 않은 것은 폐기됩니다.} other {Pod는 {read}에 묻는데, 이것은 노드의 주소이지 Pod가 아닙니다. podSelector는 이것을 뜻할 수 없고, egress 정책이 적지 않은 것은 폐기됩니다.}}',
  'evidence.known-next.egress-names':
    '이 Pod의 정책(policyTypes Egress)에 더하십시오.\n{read, select, none {{rule}\nNodeLocal DNSCache가 있으면 ipBlock 169.254.20.10/32도.} other {{blockRule}\nADDRESS에는 {read}을(를) 적습니다.}} 가르는 방법: Pod에서 nslookup kubernetes.default는 실패하고 허용된 주소로 가는 curl -k https://CLUSTER-IP는 됩니다.',
  'evidence.known.webhook-certificate':
    '{line}: API 서버는 webhook에 닿았지만 그 인증서를 믿지 않습니다. webhook 설정의 caBundle이 서명한 것이 아니거나, 인증서의 이름이 다르거나 기한이 지났습니다. 거기까지 가는 길은 열려 있습니다.',
  'evidence.known-next.webhook-certificate':
    'kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml | grep -A 3 caBundle 결과와 kubectl -n {namespace} get secrets를 견주십시오. cert-manager이면 설정의 cert-manager.io/inject-ca-from. 둘 다 다시 쓰이게 ca-injector와 webhook의 Pod를 다시 시작하십시오.',
  'evidence.known.webhook-no-endpoint':
    '{line}: API 서버를 거쳐 물은 Service에 준비된 엔드포인트가 없습니다. Pod가 돌지 않거나 Ready가 아니거나 레이블이 셀렉터와 다릅니다. 패킷은 보내지지 않았습니다.',
  'evidence.known-next.webhook-no-endpoint':
    'kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}(비었거나 ready false), kubectl -n {namespace} get svc {service} -o wide(셀렉터), kubectl -n {namespace} get pods --show-labels: 서로 맞추거나 Pod를 고치십시오(kubectl -n {namespace} describe pod).',
  'evidence.known.webhook-unreached':
    '{line}: API 서버가 webhook에 닿지 못했습니다. 요청은 컨트롤 플레인 머신에서 Service의 주소로, 그 머신의 규칙을 거쳐 Pod의 targetPort로 갑니다. 정책이 폐기하거나, 컨트롤 플레인과 노드 사이의 방화벽이 그 포트를 닫았거나, 컨트롤 플레인에 Pod 네트워크로 가는 길(이나 kube-proxy)이 없거나, Pod가 듣지 않으면 실패합니다.',
  'evidence.known-next.webhook-unreached':
    '컨트롤 플레인 머신에서 가르십시오: kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}, 그다음 curl -vk https://POD-ADDRESS:TARGETPORT/. 응답하면 그 머신의 kube-proxy. 조용하면 kubectl -n {namespace} get networkpolicies. 정책이 없으면 컨트롤 플레인에서 노드로 TARGETPORT를 열거나, Pod로 가는 길이 없는 곳이면 webhook의 Pod에 hostNetwork: true. 거부되면 Pod입니다.',
  'evidence.known.webhook-overlay':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 관리형 컨트롤 플레인(EKS)은 Pod의 오버레이 네트워크에 들어 있지 않습니다. API 서버에는 Calico, Cilium, Weave가 준 Pod 주소로 가는 길이 없습니다.',
  'evidence.known-next.webhook-overlay':
    'webhook을 호스트 네트워크에서 돌리십시오: hostNetwork: true, dnsPolicy: ClusterFirstWithHostNet, 자기 포트(cert-manager: webhook.hostNetwork=true, webhook.securePort=10260), 그 포트를 컨트롤 플레인의 보안 그룹에서 열기. 또는 VPC 주소를 가진 Pod.',
  'evidence.known.webhook-cloud-firewall':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 클라우드의 방화벽은 컨트롤 플레인에서 노드로 443과 10250만 들입니다. webhook의 Pod는 다른 포트(8443, 9443 …)에서 듣고, 중요한 것은 그 포트입니다.',
  'evidence.known-next.webhook-cloud-firewall':
    '비공개 GKE: gcloud compute firewall-rules create webhooks --direction INGRESS --source-ranges CONTROL-PLANE-RANGE --allow tcp:TARGETPORT --target-tags NODE-TAG --network NETWORK. EKS: 노드의 보안 그룹에 클러스터 보안 그룹에서 오는 TARGETPORT/TCP ingress(terraform-aws-eks: node_security_group_additional_rules). TARGETPORT: kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}.',
  'evidence.known.api-service-unserved':
    '{line}: 모아 붙인 API가 서비스되지 않습니다. API 서버가 그 Service 뒤의 Pod(대개 metrics-server)에 닿지 못하거나 그 Pod가 Ready가 아닙니다. 모든 API를 나열하는 일과 네임스페이스 삭제도 함께 실패합니다.',
  'evidence.known-next.api-service-unserved':
    'kubectl get apiservices | grep False가 이름을, kubectl describe apiservice NAME이 이유를 말합니다. 엔드포인트가 없으면 Pod(metrics-server: kubelet이 자기 인증서를 쓰면 --kubelet-insecure-tls, 노드로 10250 열기). 시간 초과이면 컨트롤 플레인 머신에서 curl -vk https://POD-ADDRESS:TARGETPORT/: 방화벽, 또는 Pod로 가는 길이 없음(hostNetwork: true).',
  'evidence.known.scheme-mismatch':
    '{line}: 한쪽은 TLS를 말하고 다른 쪽은 그렇지 않습니다. 패킷은 응답하는 누군가에게 닿습니다. Service, 규칙, 길이 아니라 scheme이나 포트가 잘못입니다.',
  'evidence.known-next.scheme-mismatch':
    '다른 scheme으로 물으십시오: curl -vk https://ADDRESS:PORT와 curl -v http://ADDRESS:PORT. probe에서는 httpGet.scheme: HTTPS(또는 HTTP). ingress-nginx 뒤: nginx.ingress.kubernetes.io/backend-protocol: HTTPS. Traefik: service의 scheme: https. 443이 평문 포트로 가는 Service: targetPort를 TLS 포트로.',
  'evidence.known.proxy-header': '{line}: 한쪽은 PROXY 프로토콜을 기다리는데 다른 쪽은 보내지 않거나, 그 반대입니다.',
  'evidence.known-next.proxy-header':
    '양쪽을 같게 하십시오. ingress-nginx: ConfigMap의 use-proxy-protocol은 로드 밸런서가 보낼 때만 true(load-balancer.hetzner.cloud/uses-proxyprotocol, service.beta.kubernetes.io/aws-load-balancer-proxy-protocol 같은 애노테이션). 클러스터 안에서는 패킷이 그 로드 밸런서를 거치지 않아 헤더가 없습니다. 로드 밸런서의 호스트 이름(ipMode: Proxy)이나 Service의 이름으로 물으십시오.',
  'evidence.known.ingress-no-endpoint':
    '{line}: 프록시에 경로는 있지만 뒤에 아무도 없다고 봅니다. {read, select, none {경로가 가리키는 Service에 준비된 엔드포인트가 없거나, Service가 없거나, 그런 포트(이름이나 번호)가 없습니다. 어느 것인지는 텍스트에 없습니다.} other {텍스트에 externalTrafficPolicy: Local이 나옵니다. 자기 노드의 엔드포인트만 받는 프록시는 Service의 Pod가 없는 노드에서 아무도 갖지 못합니다. Service에 준비된 엔드포인트가 있고 직접 물으면 응답해도 그렇습니다. 아니면 엔드포인트가 없거나, Service가 없거나, 그런 포트가 없습니다.}}',
  'evidence.known-next.ingress-no-endpoint':
    '{read, select, none {} other {kubectl -n {namespace} patch service {service} --type=merge -p {patch}을(를) 실행하고 다시 물으십시오. 응답하면 정책이 원인입니다. Service에 직접 묻는 이들을 위해 Local(클라이언트 주소)을 두려면 경로에는 같은 셀렉터의 ClusterIP Service를 하나 더 주십시오. 응답하지 않으면 }}kubectl -n {namespace} get svc,endpointslices(비었는지, ready false인지, 다른 포트인지), kubectl -n {namespace} get pods --show-labels와 Service의 셀렉터, Ingress나 backendRef의 port.name, port.number와 Service의 ports를 견주십시오.',
  'evidence.known.privileged-port':
    '{line}: 그 프로그램은 1024보다 작은 포트에서 들을 수 없습니다. root가 아닌 사용자로 NET_BIND_SERVICE 없이 돕니다.',
  'evidence.known-next.privileged-port':
    '1024 이상의 포트를 쓰고 targetPort를 거기로, 또는 securityContext.capabilities.add: NET_BIND_SERVICE. Cilium의 Envoy: helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set envoy.securityContext.capabilities.keepCapNetBindService=true, 그리고 envoy.securityContext.capabilities.envoy 목록에 NET_BIND_SERVICE.',
  'evidence.known.host-port-taken':
    '{line}: 내보낼 머신의 포트를 다른 것이 가지고 있습니다{read, select, none {} other {(포트 {read})}}. 다른 컨테이너, 호스트의 프로그램, 같은 포트를 쓰는 두 번째 Service입니다.',
  'evidence.known-next.host-port-taken':
    '누가 가졌는지: sudo ss -ltnp | grep :{read, select, none {PORT} other {{read}}}, docker ps --filter publish={read, select, none {PORT} other {{read}}}(Pod: kubectl get pods -A -o wide | grep -i hostport, ServiceLB의 Service: kubectl get svc -A | grep LoadBalancer). 그것을 멈추거나 Service에 다른 포트를 주십시오.',
  'evidence.known.node-port-range':
    '{line}: nodePort가 API 서버의 범위(기본 30000-32767) 밖이라 Service가 쓰이지 않았습니다.',
  'evidence.known-next.node-port-range':
    '범위 안의 값을 쓰거나 nodePort를 빼십시오. 또는 kube-apiserver의 --service-node-port-range=FIRST-LAST(k3s: --kube-apiserver-arg=service-node-port-range=…).',
  'evidence.known.address-allocated':
    '{line}: 바란 주소나 포트가 다른 Service의 것이거나 Service 범위에 없어서 Service가 쓰이지 않았습니다.',
  'evidence.known-next.address-allocated':
    'kubectl get svc -A -o wide | grep VALUE가 누구의 것인지 말합니다. clusterIP(nodePort)를 빼거나 범위에서 비어 있는 것을 쓰십시오(kubectl get servicecidrs, --service-cluster-ip-range).',
  'evidence.known.subnets-untagged':
    '{line}: AWS 컨트롤러가 로드 밸런서를 둘 서브넷을 찾지 못합니다. 찾는 태그가 없거나, 빈 주소나 영역이 모자랍니다.',
  'evidence.known-next.subnets-untagged':
    'aws ec2 create-tags --resources SUBNET-ID --tags Key=kubernetes.io/role/elb,Value=1(내부: kubernetes.io/role/internal-elb), ALB에는 영역 둘. 또는 Service {service}에 service.beta.kubernetes.io/aws-load-balancer-subnets 애노테이션.',
  'evidence.known.listens-on-itself':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 프로그램이 127.0.0.1에서만 듣습니다. 자기 Pod 안(과 kubectl port-forward)에서는 응답하지만, Service가 보내는 Pod 주소에서는 연결이 거부됩니다.',
  'evidence.known-next.listens-on-itself':
    '모든 주소에서 듣게 하십시오: 127.0.0.1이나 localhost 대신 0.0.0.0(또는 ::)(--host, --bind, HOST, listen_address). 가르는 명령: Pod에서 ss -lnt(또는 netstat -lnt). 127.0.0.1:PORT이면 이것, 0.0.0.0:PORT나 *:PORT이면 아닙니다.',
  'evidence.known.one-long-connection':
    '가능성이 큼(줄 {lines}, 증명되지 않음): kube-proxy는 요청이 아니라 연결마다 한 번 엔드포인트를 고릅니다. gRPC와 HTTP/2(그리고 keep-alive 풀)는 연결 하나를 계속 써서 모두 처음 고른 Pod로 가고, 새 Pod는 아무것도 받지 못합니다.',
  'evidence.known-next.one-long-connection':
    '클라이언트가 고르게 하십시오: {service} 옆에 headless Service(clusterIP: None)를 두고 gRPC의 대상은 dns:///NAME.NAMESPACE.svc.cluster.local:PORT, loadBalancingPolicy round_robin. 또는 요청마다 고르는 프록시(Istio, Linkerd, Envoy)나 때가 되면 연결을 끝내기(MAX_CONNECTION_AGE).',
  'evidence.known.internal-policy':
    '가능성이 큼(줄 {lines}, 증명되지 않음): internalTrafficPolicy Local이면 클라이언트는 자기 노드의 엔드포인트에만 닿습니다. 거기에 없으면 다른 노드에 있어도 패킷이 폐기됩니다.',
  'evidence.known-next.internal-policy':
    'kubectl -n {namespace} patch service {service} --type=merge -p {patch}(trafficDistribution: PreferSameNode는 우선할 뿐임), 또는 Pod를 DaemonSet으로. 가르는 명령: kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service} -o wide를 클라이언트의 노드와 견주기.',
  'evidence.known.source-ranges-external':
    '가능성이 큼(줄 {lines}, 증명되지 않음): loadBalancerSourceRanges는 status.loadBalancer의 주소만 막습니다. kube-proxy는 같은 Service의 externalIPs(와 노드 포트)에 누구든 보내 주며, Cilium도 풀 리퀘스트 44747(2026년) 전까지 externalIPs에 대해 그랬습니다.',
  'evidence.known-next.source-ranges-external':
    '가르는 명령: 범위 밖에서 curl ADDRESS:PORT. 로드 밸런서의 주소는 조용하고 externalIPs의 주소는 답합니다. Service에 로드 밸런서의 고정 주소를 주고(MetalLB: metallb.io/loadBalancerIPs, Cilium: lbipam.cilium.io/ips) externalIPs를 빼십시오. kubectl -n {namespace} patch service {service} --type=json -p {patch}. 또는 그 변경이 든 Cilium으로 올리거나, 클라이언트의 주소가 그대로이면 Pod의 정책으로 막으십시오.',
  'evidence.known.cilium-source':
    '가능성이 큼(줄 {lines}, 증명되지 않음): externalTrafficPolicy가 Cluster이면 패킷을 받은(알린) Cilium 노드가 다른 노드의 엔드포인트로 보낼 때 출발지를 자기 주소로 바꿉니다(SNAT). 응답이 그 노드로 돌아오게 하려는 것입니다. 그 노드의 Pod만 클라이언트의 주소를 보고, 주소로 고르는 규칙도 거기서만 맞습니다.',
  'evidence.known-next.cilium-source':
    'kubectl -n {namespace} patch service {service} -p {patch}. 그러면 주소가 그대로입니다( 엔드포인트가 있는 노드만 답하고, Cilium의 L2 알림은 이를 보지 않습니다). 또는 DSR: helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set loadBalancer.mode=dsr(네이티브 라우팅. 터널이면 loadBalancer.dsrDispatch=geneve도). 가르는 명령: kubectl -n kube-system exec ds/cilium -- cilium-dbg status --verbose(Mode: SNAT 또는 DSR).',
  'evidence.known.shared-port':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 한 Pod의 여러 컨테이너에 같은 포트 이름이 있습니다. 이름으로 적은 targetPort는 그 이름이 있는 첫 컨테이너의 포트만 씁니다. 엔드포인트의 포트는 Pod마다 하나이며 컨테이너마다 하나가 아닙니다.',
  'evidence.known-next.shared-port':
    '컨테이너의 포트마다 다른 이름을 주고 Service에 포트를 하나씩 두십시오.\n{ports}\n또는 Service를 하나씩 두십시오. 가르는 명령: kubectl -n {namespace} get endpointslices -o yaml(ports).',
  'evidence.known.servicelb-local':
    '가능성이 큼(줄 {lines}, 증명되지 않음): externalTrafficPolicy가 Local이면 k3s의 ServiceLB는 엔드포인트가 있는 노드만 Service의 주소로 올립니다(2023년 1월부터). 그래도 svclb Pod는 모든 노드에서 돌며, 다른 노드의 주소로 물어도 패킷을 넘겨줄 수 있습니다(k3s#11077).',
  'evidence.known-next.servicelb-local':
    '가르는 명령: kubectl -n {namespace} get svc {service} -o yaml의 status.loadBalancer.ingress와 kubectl -n kube-system get pods -o wide | grep svclb를 견주십시오. 일부 노드에만 두려면 kubectl label node NODE svccontroller.k3s.cattle.io/enablelb=true(하나라도 붙이면 나머지는 빠집니다). 또는 다른 로드 밸런서(--disable=servicelb).',
  'evidence.known.azure-probe':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Azure 로드 밸런서가 HTTP 포트(appProtocol http나 https)의 / 경로로 상태를 묻는데, 뒤의 프록시가 거기에 404로 답합니다. 모든 노드가 비정상으로 세어져 아무것도 들어오지 못합니다.',
  'evidence.known-next.azure-probe':
    'kubectl -n {namespace} annotate service {service} service.beta.kubernetes.io/azure-load-balancer-health-probe-request-path=/healthz(ingress-nginx. 다른 것은 200을 답하는 경로), 또는 service.beta.kubernetes.io/port_80_health-probe_protocol=tcp. 가르는 곳: 포털의 Load balancer, Insights나 Metrics: Health Probe Status.',
  'evidence.known.hetzner-balancer':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Hetzner의 컨트롤러는 location이 없으면 로드 밸런서를 만들지 않고, 노드의 공인 주소로 묻는 로드 밸런서는 방화벽이나 사설 네트워크만 열린 곳에서 노드를 비정상으로 봅니다.',
  'evidence.known-next.hetzner-balancer':
    'kubectl -n {namespace} annotate service {service} load-balancer.hetzner.cloud/location=LOCATION load-balancer.hetzner.cloud/use-private-ip=true(컨트롤러에 HCLOUD_NETWORK가 필요함). 가르는 명령: kubectl -n {namespace} describe svc {service}(Events)와 hcloud-cloud-controller-manager의 로그.',
  'evidence.known.nlb-own-client':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 클라이언트 주소를 지키는 NLB는 대상이 보낸 패킷을 그 대상의 주소를 출발지로 되돌려 보내고, 그것은 폐기됩니다. 그래서 뽑힌 노드(나 Pod)에 있는 클라이언트는 때때로 또는 늘 시간 초과가 납니다.',
  'evidence.known-next.nlb-own-client':
    'kubectl -n {namespace} annotate service {service} service.beta.kubernetes.io/aws-load-balancer-target-group-attributes=preserve_client_ip.enabled=false --overwrite. 또는 안의 클라이언트는 Service의 이름을 쓰게 하십시오.',
  'evidence.known.host-port-plugin':
    '가능성이 큼(줄 {lines}, 증명되지 않음): hostPort는 Pod 네트워크가 합니다. CNI 목록의 portmap 플러그인이나 kubeProxyReplacement를 켠 Cilium입니다. 없으면 포트는 예약될 뿐 아무도 듣지 않습니다.',
  'evidence.known-next.host-port-plugin':
    '노드에서 cat /etc/cni/net.d/*.conflist | grep -A 2 portmap. 없으면 capabilities portMappings: true인 그 플러그인을 더하고(Cilium: --set kubeProxyReplacement=true나 cni.chainingMode=portmap) Pod를 다시 만드십시오. 또는 hostNetwork: true.',
  'evidence.known.ping-of-service':
    '가능성이 큼(줄 {lines}, 증명되지 않음): ping은 Service를 시험하지 못합니다. 그 주소는 장치에 없고(IPVS 모드는 빼고) 규칙은 포트만 바꿉니다. 그래서 Service가 되어도 ping은 실패하거나 다른 누군가가 답합니다.',
  'evidence.known-next.ping-of-service':
    '같은 곳에서 포트를 물으십시오: curl -v http://ADDRESS:{port}(또는 nc -vz ADDRESS {port}). 거부되면 준비된 엔드포인트가 없거나 아무도 듣지 않음: kubectl -n {namespace} get endpointslices -l kubernetes.io/service-name={service}. 조용하면 길, 방화벽, 정책입니다.',
  'evidence.known.ipvs-input':
    '가능성이 큼(줄 {lines}, 증명되지 않음): IPVS 모드에서는 Service의 주소가 노드 자신(kube-ipvs0)에 있으므로, 밖에서 온 패킷은 거기로 들어오며 IPVS가 바꾸기 전에 INPUT 체인을 지납니다. iptables와 nftables 모드에서는 먼저 바뀌고 FORWARD를 지납니다. DROP이나 REJECT로 끝나는 INPUT(클라우드 이미지, ufw, Calico의 HostEndpoint)가 이를 폐기합니다. kube-proxy의 체인은 거기서 되돌려보낼 뿐 허용하지 않습니다. 노드 자신에서는 됩니다.',
  'evidence.known-next.ipvs-input':
    '폐기하는 규칙보다 앞에서 Service의 것을 허용하십시오: iptables -I INPUT 1 -m set --match-set KUBE-LOAD-BALANCER dst,dst -j ACCEPT(externalIPs: KUBE-EXTERNAL-IP, nodePort: -p tcp -m set --match-set KUBE-NODE-PORT-TCP dst), 그리고 그 방화벽이 규칙을 두는 곳에 적으십시오. 또는 kube-proxy를 mode: nftables(나 iptables)로. 가르는 명령: 묻는 동안 iptables -nvL INPUT. 정책이나 마지막 규칙의 카운터가 늘어납니다.',
  'evidence.known.nftables-local':
    '가능성이 큼(줄 {lines}, 증명되지 않음): nftables 모드의 kube-proxy는 정책 Local인 Service의 외부 주소로 Pod와 노드 자신이 보내는 것도, 그 노드에 엔드포인트가 없으면 폐기했습니다. iptables와 IPVS 모드는 그것을 다른 곳의 엔드포인트로 보냅니다. kube-proxy의 결함입니다. 노드 자신의 패킷에서 필터가 주소 변환보다 앞에 있었습니다.',
  'evidence.known-next.nftables-local':
    'kubernetes#132456이 든 kube-proxy: 1.34, 또는 2025년 9월부터의 1.33 패치 릴리스(#133969). kubectl -n kube-system set image ds/kube-proxy kube-proxy=registry.k8s.io/kube-proxy:vRELEASE. 그때까지 안에서는 Service의 이름(clusterIP)으로 묻거나 externalTrafficPolicy: Cluster. 가르는 명령: 그 노드에서 nft list map ip kube-proxy no-endpoint-services | grep ADDRESS. drop이 있습니다.',
  'evidence.known.cilium-api-address':
    '가능성이 큼(줄 {lines}, 증명되지 않음): kube-proxy가 없으면 Cilium이 돌기 전까지 아무도 Service kubernetes의 주소를 바꾸지 않는데, Cilium이 바로 그 주소에 묻습니다. API 서버 자신의 주소를 알려 주어야 합니다.',
  'evidence.known-next.cilium-api-address':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set kubeProxyReplacement=true --set k8sServiceHost=API-SERVER-ADDRESS --set k8sServicePort=6443(k3s는 서버마다 127.0.0.1과 6444, KubePrism이 있는 Talos는 localhost와 7445). 가르는 명령: 에이전트의 로그, kubectl -n kube-system logs ds/cilium | grep -i apiserver.',
  'evidence.known.cilium-socket-mesh':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Cilium은 Pod 안에서 클라이언트의 시스템 호출 때 이미 Service의 주소를 바꿉니다. 그래서 사이드카(Istio, Linkerd)는 Service가 아니라 Pod의 주소를 보고, 그런 시스템 호출을 하지 않는 KubeVirt의 게스트나 gVisor는 바뀌지 않습니다.',
  'evidence.known-next.cilium-socket-mesh':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set socketLB.hostNamespaceOnly=true(Istio의 CNI 플러그인이 있으면 cni.exclusive=false도), kubectl -n kube-system rollout restart ds/cilium, 그다음 Pod를 다시. 가르는 명령: cilium-dbg status --verbose | grep -A 3 Socket. Coverage: Full.',
  'evidence.known.cilium-native':
    '가능성이 큼(줄 {lines}, 증명되지 않음): native routing이면 Cilium은 터널을 만들지 않습니다. 노드마다 다른 모든 노드의 Pod로 가는 경로가 필요합니다. autoDirectNodeRoutes는 모든 노드가 한 layer 2 네트워크에 있을 때만 경로를 쓰고, 다른 곳에서는 라우터(BGP, 클라우드)가 가지고 있어야 합니다.',
  'evidence.known-next.cilium-native':
    '가르는 명령: 노드에서 ip route get POD-OF-OTHER-NODE. 기본 경로로 가면 아무도 모릅니다. 한 네트워크이면 --set autoDirectNodeRoutes=true --set ipv4NativeRoutingCIDR=POD-RANGE. 여럿이면 BGP, 클라우드의 경로, 또는 --set routingMode=tunnel --set tunnelProtocol=vxlan(helm upgrade cilium cilium/cilium -n kube-system --reuse-values), 그다음 ds/cilium을 다시 시작.',
  'evidence.known.calico-ebpf-api':
    '가능성이 큼(줄 {lines}, 증명되지 않음): eBPF 모드의 Calico는 Service를 스스로 나르므로 API 서버에 Service로 물으면 안 됩니다. calico-node는 API 서버 자신의 주소가 필요하고 kube-proxy는 꺼져 있어야 합니다.',
  'evidence.known-next.calico-ebpf-api':
    'tigera-operator(매니페스트로는 kube-system)에 ConfigMap kubernetes-services-endpoint, data는 KUBERNETES_SERVICE_HOST: API-SERVER-ADDRESS와 KUBERNETES_SERVICE_PORT: "6443". kubectl -n calico-system rollout restart ds/calico-node ds/calico-typha. kube-proxy를 끄기: kubectl patch ds -n kube-system kube-proxy --type=merge -p {patch}. 가르는 명령: kubectl -n calico-system exec ds/calico-node -c calico-node -- calico-node -bpf nat dump | grep ADDRESS.',
  'evidence.known.second-pod-network':
    '가능성이 큼(줄 {lines}, 증명되지 않음): k3s는 하지 말라고 하지 않으면 flannel과 자기 정책을 돌립니다. 그 옆의 두 번째 네트워크(Calico, Cilium)는 kube-proxy와 Node가 기대하는 것과 다른 주소와 경로를 Pod에 줍니다.',
  'evidence.known-next.second-pod-network':
    '서버마다 /etc/rancher/k3s/config.yaml에 flannel-backend: none, disable-network-policy: true(kube-proxy 없는 Cilium이면 disable-kube-proxy: true), systemctl restart k3s, flannel.1과 cni0을 없애고(ip link delete) 다시 시작. 새 네트워크는 같은 Pod 범위(10.42.0.0/16)로. 가르는 명령: ls /etc/cni/net.d /var/lib/rancher/k3s/agent/etc/cni/net.d; ip -br link.',
  'evidence.known.rules-of-two-modes':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 전에 Service를 나르던 것이 규칙을 남겼습니다. 패킷은 그것을 먼저 만나고, 그 규칙은 그때의 엔드포인트로 보냅니다.',
  'evidence.known-next.rules-of-two-modes':
    '가르는 명령: 노드에서 iptables-save | grep -c KUBE-SVC; nft list tables; ipvsadm -Ln | head; ip -br link show kube-ipvs0. 모드가 둘 이상입니다. kube-proxy --cleanup(그 이미지에서 호스트 네트워크와 privileged로)이나 다시 시작. Cilium 옆이면 iptables-save | grep -v KUBE | iptables-restore.',
} satisfies Translated<typeof EN.KNOWN_CAUSE_PHRASES>;
