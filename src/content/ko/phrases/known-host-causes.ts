import type * as EN from '../../en/phrases/known-host-causes';
import type { Translated } from '../../translated';

/** Causes the field knows of names, hosts and the way between nodes, loaded with the others. */
export const KNOWN_HOST_CAUSE_PHRASES = {
  'evidence.known.resolver-failed':
    '{line}: 물은 리졸버가 실패(SERVFAIL이나 REFUSED)로 답해 그 이름{read, select, none {} other {({read})}}으로는 아무것도 보내지지 않았습니다. 컨테이너 네트워크나 클러스터만 아는 이름은 호스트의 리졸버에는 없는 이름입니다.',
  'evidence.known-next.resolver-failed':
    '프로그램이 도는 곳에서 resolvectl query NAME(또는 dig NAME @SERVER). kind의 노드이면 docker inspect -f NAME(podman inspect)로 얻은 주소를 /etc/hosts에 적거나 그 네트워크 안에서 프로그램을 돌리십시오. 클러스터의 이름이면 호스트가 아니라 클러스터의 DNS에 물으십시오. 그 밖에는 그 리졸버의 상위 서버가 잘못입니다(resolvectl status).',
  'evidence.known.talos-host-dns':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Talos는 CoreDNS가 링크 로컬 주소 169.254.116.108에 있는 자기 리졸버에 묻게 합니다(forwardKubeDNSToHost, 1.8부터 기본). kube-proxy 대신 Cilium을 쓰고 bpf.masquerade=true이면 패킷이 호스트의 스택을 지나지 않고 eBPF로 가며, Cilium 1.16.5부터 그 주소의 응답이 Pod로 돌아오지 않습니다. 클러스터의 이름은 여전히 답을 받습니다.',
  'evidence.known-next.talos-host-dns':
    'helm upgrade cilium cilium/cilium -n kube-system --reuse-values --set bpf.hostLegacyRouting=true와 kubectl -n kube-system rollout restart ds/cilium deploy/coredns. 또는 eBPF 길을 두고 CoreDNS가 다른 곳에 묻게: talosctl patch machineconfig -n NODE -p {patch}, 그다음 CoreDNS를 다시 시작.',
  'evidence.known.dns-rights':
    '{line}: CoreDNS가 EndpointSlice를 나열할 수 없습니다. ClusterRole이 더 오래된 릴리스의 것입니다. 준비되지 않거나 Service의 이름에 답하지 않습니다.',
  'evidence.known-next.dns-rights':
    'kubectl patch clusterrole system:coredns --type=json -p {patch}(차트에서는 다른 이름: kubectl get clusterroles | grep -i dns), 그다음 kubectl -n kube-system rollout restart deploy/coredns.',
  'evidence.known.search-wildcard':
    '가능성이 큼(줄 {lines}, 증명되지 않음): ndots(5)보다 점이 적은 이름은 먼저 search 도메인을 하나씩 붙여 묻습니다. 호스트의 search 도메인이 모든 이름에 답하면(와일드카드 레코드) Pod는 그 주소를 받고 진짜 이름은 묻지 않습니다.',
  'evidence.known-next.search-wildcard':
    '가르는 명령: Pod에서 끝에 점을 찍은 nslookup NAME.(맞음)과 nslookup NAME(틀림). 노드에서 search 도메인을 빼고(/etc/resolv.conf, DHCP, kubelet --resolv-conf, k3s --resolv-conf) Pod를 다시 만들거나, 와일드카드 레코드를 빼십시오. 한 워크로드만이면 dnsConfig.options에 name ndots, value "1".',
  'evidence.known.dns-five-seconds':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 5초는 놓친 응답을 리졸버가 기다리는 시간입니다. A와 AAAA가 한 UDP 소켓에서 동시에 나가 둘 다 conntrack 항목을 만들고, 하나가 경쟁에서 져서 폐기됩니다(insert_failed가 늘어남).',
  'evidence.known-next.dns-five-seconds':
    '가르는 명령: 클라이언트의 노드에서 conntrack -S | grep -o insert_failed=[0-9]*를 두 번. 늘어납니다. NodeLocal DNSCache가 없애 줍니다(nodelocaldns.yaml을 kubectl apply 하거나 배포판의 옵션). 한 워크로드만이면 dnsConfig.options single-request-reopen(glibc)이나 use-vc.',
  'evidence.known.stale-udp':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 포트를 계속 쓰는 {read, select, none {UDP} other {SCTP}} 클라이언트는 사라진 엔드포인트로 계속 바뀝니다. conntrack 항목이 패킷마다 새로워지기 때문입니다. 새 클라이언트는 됩니다.',
  'evidence.known-next.stale-udp':
    '클라이언트의 노드에서 conntrack -D -p {read, select, none {udp} other {sctp}} --orig-dst CLUSTER-IP --orig-port-dst {port} 명령을 하자마자 되면 이것입니다. kube-proxy는 엔드포인트가 바뀌면 그런 항목을 없앱니다. 그 로그와 릴리스를 보십시오(1.31과 1.32의 패치 릴리스가 그 결함을 고침). 또는 클라이언트가 새 소켓을 열게 하십시오.',
  'evidence.known.own-address-of-cache':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Pod가 NodeLocal DNSCache에 묻지 않습니다. kube-proxy 대신 Cilium을 쓰거나 IPVS 모드이면 캐시가 Service의 주소를 가질 수 없습니다. 그 주소는 도착하기 전에 바뀝니다.',
  'evidence.known-next.own-address-of-cache':
    'Cilium: --set localRedirectPolicy=true(1.18부터 localRedirectPolicies.enabled=true)와 Service kube-dns를 위한 CiliumLocalRedirectPolicy. IPVS: kubelet마다 clusterDNS: {read, select, none {169.254.20.10} other {{read}}}. 가르는 명령: Pod에서 cat /etc/resolv.conf, 그 노드에서 dig @{read, select, none {169.254.20.10} other {{read}}} kubernetes.default.svc.cluster.local.',
  'evidence.known.bridge-of-the-host':
    '{line}: br_netfilter가 올라와 있지 않습니다. k3d, kind, minikube의 노드는 컨테이너라서 호스트의 커널을 함께 쓰고 모듈을 올릴 수 없습니다. 없으면 한 노드의 두 Pod 사이의 패킷이 모든 규칙을 지나치며 브리지를 건너, 응답이 바뀌지 않은 채 돌아와 폐기됩니다. 다른 노드의 Pod는 되므로 CoreDNS와 같은 노드에서만 이름이 실패합니다.',
  'evidence.known-next.bridge-of-the-host':
    '호스트 자체에서 sudo modprobe br_netfilter; sudo sysctl -w net.bridge.bridge-nf-call-iptables=1; echo br_netfilter | sudo tee /etc/modules-load.d/br_netfilter.conf, 그다음 노드를 다시 시작(k3d cluster stop NAME; k3d cluster start NAME. kind는 다시 만들기).',
  'evidence.known.module-missing':
    '{line}: 커널에 규칙의 그 부분을 위한 모듈이 없어{read, select, none {} other {({read})}} 명령 전체가 거부되었습니다. iptables의 모듈은 처음 쓸 때 올라옵니다. 권한이 없는 컨테이너, 다시 시작하지 않은 커널 업그레이드, 모듈을 담은 패키지가 없는 곳에서는 올릴 수 없습니다.',
  'evidence.known-next.module-missing':
    '호스트에서 sudo modprobe -a nft_compat xt_{read, select, none {NAME} other {{read}}}(iptables가 nf_tables라고 할 때 nft_compat), 계속 두려면 /etc/modules-load.d/iptables.conf, 그다음 명령을 다시. Module not found이면 설치된 커널로 다시 시작(uname -r과 ls /lib/modules)하거나 kernel-modules-extra(Fedora, RHEL), linux-modules-extra-$(uname -r)(Ubuntu)를 설치하십시오.',
  'evidence.known.legacy-tables':
    '{line}: 이 머신에는 두 종류의 iptables 규칙이 모두 있습니다. 패킷은 iptables-legacy와 iptables-nft의 것을 다 지나고, 한쪽이 나열하는 것이 전부가 아닙니다. 옛 DROP이나 예전 kube-proxy의 규칙이 다른 쪽에 있을 수 있습니다.',
  'evidence.known-next.legacy-tables':
    'iptables-legacy-save가 나열합니다. 거기에 쓰는 것이 더 없으면 for t in filter nat mangle raw; do iptables-legacy -t $t -F; iptables-legacy -t $t -X; done(그 전에 iptables-legacy -P FORWARD ACCEPT)이나 다시 시작. 모두 한 종류로: update-alternatives --set iptables /usr/sbin/iptables-nft, 그리고 kube-proxy와 CNI를 다시 시작.',
  'evidence.known.host-prohibits':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 바로 돌아오는 No route to host는 대개 방화벽이 icmp-host-prohibited로 하는 REJECT입니다. firewalld와 Oracle Cloud의 이미지에서 INPUT과 FORWARD의 마지막 규칙입니다. Pod에 필요한 것보다 앞에 있습니다.',
  'evidence.known-next.host-prohibits':
    '가르는 명령: iptables-save | grep icmp-host-prohibited; nft list ruleset | grep prohibited. firewalld: firewall-cmd --permanent --zone=trusted --add-source=POD-RANGE --add-source=SERVICE-RANGE; firewall-cmd --reload(k3s와 RKE2: 10.42.0.0/16, 10.43.0.0/16), 또는 systemctl disable --now firewalld. Oracle: iptables -D INPUT -j REJECT --reject-with icmp-host-prohibited; iptables -D FORWARD -j REJECT --reject-with icmp-host-prohibited, 그리고 /etc/iptables/rules.v4에서 같은 두 줄을 빼기.',
  'evidence.known.cloud-routes':
    '가능성이 큼(줄 {lines}, 증명되지 않음): NetworkManager의 nm-cloud-setup이 머신의 주소를 위해 자기 라우팅 테이블과 규칙을 써서, Pod와 오가는 응답이 틀린 길로 갑니다.',
  'evidence.known-next.cloud-routes':
    '노드마다 systemctl disable --now nm-cloud-setup.service nm-cloud-setup.timer 뒤에 다시 시작. 가르는 명령: ip rule. 우선순위 30400과 그 테이블이 있습니다.',
  'evidence.known.managed-links':
    '가능성이 큼(줄 {lines}, 증명되지 않음): NetworkManager가 Pod 네트워크의 장치를 관리해 그 주소와 경로를 없앱니다.',
  'evidence.known-next.managed-links':
    '노드마다 /etc/NetworkManager/conf.d/cni.conf에\n[keyfile]\nunmanaged-devices=interface-name:cali*;interface-name:flannel*;interface-name:cni*;interface-name:tunl*;interface-name:vxlan.calico;interface-name:cilium*\n그다음 systemctl reload NetworkManager. 가르는 명령: nmcli device status | grep -E "cali|flannel". unmanaged가 아닙니다.',
  'evidence.known.networkd-routes':
    '가능성이 큼(줄 {lines}, 증명되지 않음): systemd-networkd가 시작하거나 장치를 다시 설정할 때마다 자기가 쓰지 않은 경로와 규칙을 없앱니다. 그러면 CNI의 것이 사라집니다.',
  'evidence.known-next.networkd-routes':
    '노드마다 /etc/systemd/networkd.conf.d/cni.conf에\n[Network]\nManageForeignRoutes=no\nManageForeignRoutingPolicyRules=no\n그다음 systemctl restart systemd-networkd, 그리고 다시 쓰도록 CNI의 Pod를 다시 시작. 가르는 명령: systemd-networkd를 다시 시작하기 전과 뒤의 ip route; ip rule.',
  'evidence.known.docker-direct':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Docker 28부터 다른 머신이 컨테이너의 주소로 바로 보낸 패킷은 폐기됩니다(raw 테이블의 규칙). 내보낸 포트만 들어옵니다. MetalLB가 kind의 네트워크에서 주는 주소가 그렇습니다.',
  'evidence.known-next.docker-direct':
    '/etc/docker/daemon.json에 "allow-direct-routing": true, systemctl restart docker(또는 네트워크 옵션 com.docker.network.bridge.trusted_host_interfaces), 또는 포트를 내보내기(kind의 extraPortMappings). 가르는 명령: sudo iptables-save -c -t raw | grep DROP. 셉니다.',
  'evidence.known.cloned-machines':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 한 이미지로 만든 머신들이 MAC 주소, machine-id, product_uuid를 함께 씁니다. 그러면 두 노드의 터널 장치(flannel.1)가 같은 MAC을 갖거나 서로를 같은 것으로 여겨, 한쪽으로 갈 것이 아무에게도 가지 않습니다.',
  'evidence.known-next.cloned-machines':
    '가르는 명령: 두 노드에서 ip link show flannel.1; cat /etc/machine-id /sys/class/dmi/id/product_uuid. 같습니다. rm /etc/machine-id /var/lib/dbus/machine-id; systemd-machine-id-setup, 하이퍼바이저에서 저마다의 MAC, ip link delete flannel.1, 다시 시작.',
  'evidence.known.tunnel-checksums':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 카드나 드라이버가 VXLAN 안에 틀린 체크섬을 써서, ping은 지나가는데 노드 사이의 TCP와 UDP는 다른 끝에서 폐기됩니다(오프로드에 결함이 있는 커널과 가상 카드).',
  'evidence.known-next.tunnel-checksums':
    '두 노드에서 ethtool -K flannel.1 tx-checksum-ip-generic off(Calico: vxlan.calico, Cilium: cilium_vxlan). 곧바로 나으면 이것입니다. 계속 두려면 Calico는 kubectl patch felixconfiguration default --type=merge -p {patch}, flannel은 유닛이나 udev 규칙, 또는 더 새로운 커널. 가르는 명령: tcpdump -vvni any udp port 8472 or udp port 4789. 안에 bad cksum이 있습니다.',
  'evidence.known.tunnel-blocked':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 노드 사이의 방화벽이 터널의 포트를 열지 않았습니다. 한 노드의 Pod끼리는 닿고 다른 노드의 Pod에는 닿지 않습니다.',
  'evidence.known-next.tunnel-blocked':
    '가르는 명령: Pod가 다른 노드의 Pod에 ping 하는 동안 두 노드에서 tcpdump -ni any udp port 8472 or udp port 4789 or udp port 51820 or proto 4. 나가는데 오지 않습니다. 모든 노드 사이에 여십시오: flannel, k3s, Cilium은 8472/UDP, Calico는 4789/UDP(VXLAN), 프로토콜 4(IPIP), 179/TCP(BGP), WireGuard는 51820/UDP, kubelet은 10250/TCP. firewalld: firewall-cmd --permanent --add-port=8472/udp; firewall-cmd --reload. ufw: ufw allow 8472/udp.',
  'evidence.known.wrong-node-address':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Pod 네트워크가 다른 노드에서 닿지 않는 노드 주소를 골라(VirtualBox의 NAT 장치 10.0.2.15, VPN, 다른 곳의 사설 네트워크) 터널이 아무 데도 가지 않습니다.',
  'evidence.known-next.wrong-node-address':
    '가르는 명령: kubectl get nodes -o wide(INTERNAL-IP)와 kubectl get nodes -o yaml | grep public-ip. 모두 같거나 틀립니다. k3s, RKE2: --node-ip=ADDRESS --flannel-iface=DEVICE(인터넷을 건너면 --node-external-ip와 flannel-external-ip). flannel: --iface=DEVICE. Calico: kubectl -n kube-system set env ds/calico-node IP_AUTODETECTION_METHOD=interface=DEVICE(오퍼레이터: Installation의 spec.calicoNetwork.nodeAddressAutodetectionV4).',
  'evidence.known.size-of-packets':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 꽉 찬 패킷이 터널이나 VPN에 맞지 않는데 아무도 그 소식을 듣지 못합니다. 작은 응답은 오고, TLS 핸드셰이크와 큰 것은 멈춥니다.',
  'evidence.known-next.size-of-packets':
    '가르는 명령: Pod에서 ping -M do -s 1422 POD-OF-OTHER-NODE는 실패하고 -s 1300은 지나갑니다. Pod의 MTU는 노드 사이 길의 MTU에서 터널을 뺀 값: 50(VXLAN), 20(IPIP), 60(WireGuard. IPv6 위에서는 80). Calico: Installation의 spec.calicoNetwork.mtu. Cilium: --set MTU=1370. flannel: net-conf의 Backend에 "MTU". 그다음 Pod를 다시. 노드에서 곧바로 확인: iptables -t mangle -A FORWARD -p tcp --tcp-flags SYN,RST SYN -j TCPMSS --clamp-mss-to-pmtu.',
  'evidence.known.answer-by-other-device':
    '가능성이 큼(줄 {lines}, 증명되지 않음): 패킷은 한 장치로 들어오고 클라이언트로 돌아가는 길은 다른 장치입니다. rp_filter가 들어올 때 폐기하거나, 응답이 다른 네트워크가 폐기하는 출발지로 나갑니다.',
  'evidence.known-next.answer-by-other-device':
    '가르는 명령: nstat -az TcpExtIPReversePathFilter(묻는 동안 늘면 rp_filter)와 tcpdump -eni any host CLIENT(한쪽으로 들어와 다른 쪽으로 나감). sysctl -w net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.DEVICE.rp_filter=2(둘 중 큰 값. 계속 두려면 /etc/sysctl.d), 그리고 같은 장치로 돌아갈 길: ip rule add from ADDRESS table 100; ip route add default via GATEWAY dev DEVICE table 100.',
  'evidence.known.source-check':
    '가능성이 큼(줄 {lines}, 증명되지 않음): Pod의 패킷이 Pod 주소를 단 채 노드 사이를 다니는데, 클라우드가 머신 자신의 주소가 아닌 것을 폐기합니다.',
  'evidence.known-next.source-check':
    'AWS: 노드마다 aws ec2 modify-instance-attribute --instance-id ID --no-source-dest-check(Calico: FelixConfiguration의 spec.awsSrcDstCheck: Disable). OpenStack: openstack port set --allowed-address ip-address=POD-RANGE PORT. GCP: --can-ip-forward와 경로. Azure: NIC의 IP forwarding. 또는 그 대신 터널(VXLAN).',
  'evidence.known.ufw-and-pods':
    '가능성이 큼(줄 {lines}, 증명되지 않음): ufw가 거쳐 가는 것과 Pod가 노드에 묻는 것을 폐기합니다.',
  'evidence.known-next.ufw-and-pods':
    'ufw allow from POD-RANGE; ufw allow from SERVICE-RANGE; ufw default allow routed; ufw reload(k3s와 RKE2: 10.42.0.0/16, 10.43.0.0/16. MicroK8s: ufw allow in on cni0, ufw allow in on vxlan.calico), 다른 노드에서 오는 6443/tcp와 터널의 포트. 가르는 명령: 묻는 동안 dmesg | grep UFW.BLOCK, 또는 잠시 ufw disable.',
  'evidence.known.overlay-of-wsl':
    '가능성이 큼(줄 {lines}, 증명되지 않음): WSL 2의 커널에는 kube-proxy, IPVS, CNI가 바라는 모듈이 다 있지 않고, 배포판의 패키지에서 올릴 수도 없습니다.',
  'evidence.known-next.overlay-of-wsl':
    'uname -r; zcat /proc/config.gz | grep -E "NETFILTER_XT|IP_VS|VXLAN|BRIDGE_NETFILTER"가 무엇이 있는지 말합니다. wsl --update(6.6부터 모듈이 있음: modprobe NAME), 또는 그것을 넣어 만든 커널: .wslconfig의 [wsl2] 아래 kernel=PATH, wsl --shutdown.',
} satisfies Translated<typeof EN.KNOWN_HOST_CAUSE_PHRASES>;
