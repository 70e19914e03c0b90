import type { Translated } from '../../translated';
import type * as EN from '../../en/phrases/log-causes';

/** 로그와 실패한 명령의 줄에 대해 알려진 것 */
export const LOG_CAUSE_PHRASES = {
  'evidence.log.cni-failed':
    '{line}: 그 Pod의 네트워크가 만들어지지 않았습니다. 그래서 주소가 없고 엔드포인트도 아니며 어떤 Service도 그리로 보내지 않습니다. 아직 Service의 잘못은 없습니다. 이유는 failed (add) 뒤에 있고 type에 적힌 플러그인이 말한 것입니다.',
  'evidence.log-next.cni-failed':
    'Pod의 노드에서(kubectl get pod POD -o wide) 그 플러그인의 데몬 로그를 보십시오: kubectl get pods -A -o wide --field-selector spec.nodeName=NODE. no ztunnel connection: 그 노드의 ztunnel이 istio-cni에 이어져 있지 않음: kubectl -n istio-system delete pod -l app=ztunnel --field-selector spec.nodeName=NODE, istio-cni-node도 같은 방법으로, 둘은 같은 릴리스로. 소켓이나 파일이 없음: 그 데몬이 거기서 돌지 않음, 다시 시작하십시오. no IP addresses available: 범위를 다 썼음.',
  'evidence.log.rule-refused':
    '{line}: 커널이 그 규칙을 거부했습니다. 쓴 프로그램은 그것 없이 계속하거나 그만두고, 그 규칙이 패킷에 할 일은 일어나지 않습니다. No such file or directory는 규칙이 가리키는 체인이 없거나 그 매치나 타깃의 모듈이 커널에 없다는 뜻이고, Invalid argument는 이 체인에 있을 수 없다는 뜻입니다.',
  'evidence.log-next.rule-refused':
    "노드에서 dmesg | tail, 그리고 규칙이 쓰는 모듈: modprobe -a nft_compat xt_REDIRECT xt_multiport xt_owner xt_comment nf_nat(계속 쓰려면 /etc/modules-load.d/). 커널에 없으면 다른 쪽 iptables가 되는지 보고 그것을 쓰게 하십시오(iptables-legacy-save | head, lsmod | grep -E 'ip_tables|nf_tables'). Linkerd는 proxyInit.iptablesMode=legacy 또는 nft.",
  'evidence.log.proxy-answered':
    '{line}: 프록시가 이어 주기를 거부하면 Go의 HTTP 클라이언트가 이렇게 말합니다. 프로그램의 환경에 HTTPS_PROXY가 있어서 이 주소로 갈 것을 그 프록시로 보냈습니다. Service, 엔드포인트, 노드의 규칙은 질문받지 않았고 권한(RBAC)과도 상관없습니다.',
  'evidence.log-next.proxy-answered':
    '그 프로그램의 환경에서 NO_PROXY에 Service와 Pod의 범위, .svc, .cluster.local을 더하십시오. API 서버는 매니페스트 /etc/kubernetes/manifests/kube-apiserver.yaml(env), k3s는 /etc/systemd/system/k3s.service.env, RKE2는 /etc/default/rke2-server이고, 그다음 다시 시작합니다. 가르는 명령: kubectl -n kube-system get pod -l component=kube-apiserver -o yaml | grep -i -A1 proxy.',
  'evidence.log.module-absent':
    '{line}: 실행 중인 커널에 그 모듈의 파일이 없으므로 그것이 필요한 것은 쓸 수 없습니다. ip_tables, iptable_nat는 옛 iptables(iptables-legacy)와 그것을 쓰는 kube-proxy, ip_vs…는 IPVS 모드, nf_tables와 nft_…는 nftables 모드, br_netfilter와 vxlan은 브리지나 터널을 쓰는 Pod 네트워크에 필요합니다.',
  'evidence.log-next.module-absent':
    'uname -r; ls /lib/modules를 보십시오. 실행 중인 커널의 디렉터리가 없으면 커널을 바꾸고 다시 시작하지 않은 것이니 다시 시작하십시오. 디렉터리는 있는데 모듈이 없으면 그것이 든 패키지(apt install linux-modules-extra-$(uname -r), dnf install kernel-modules-extra)를 설치하거나 다른 모드를 쓰십시오. ip_tables가 없으면 kube-proxy의 proxyMode: nftables(1.31부터. microk8s는 /var/snap/microk8s/current/args/kube-proxy에 --proxy-mode=nftables, snap restart microk8s. k3s는 --kube-proxy-arg=proxy-mode=nftables), ip_vs가 없으면 iptables.',
  'evidence.log.table-full':
    '{line}: 연결 추적 테이블이 가득 차서, 규칙과 상관없이 커널이 새 연결의 패킷을 폐기합니다.',
  'evidence.log-next.table-full':
    'sysctl net.netfilter.nf_conntrack_count net.netfilter.nf_conntrack_max로 확인됩니다. 한도를 올리거나(kube-proxy의 conntrack.maxPerCore와 conntrack.min) 누가 그렇게 많이 여는지 conntrack -L | wc -l로 찾으십시오.',
  'evidence.log.lock-held':
    '{line}: 다른 프로그램이 /run/xtables.lock을 잡고 있어 이 iptables 호출은 아무것도 바꾸지 못했습니다. kube-proxy는 다시 시도합니다.',
  'evidence.log-next.lock-held':
    '노드에서 fuser -v /run/xtables.lock을 실행하면 잡고 있는 프로그램이 나옵니다. 계속 반복되면 그 프로그램이 규칙을 아주 많이 쓰거나 멈춰 있는 것입니다.',
  'evidence.log.unknown-option':
    '{line}: 이 iptables에는 그런 매치, 타깃, 옵션이 없어 입력 전체를 거부했고 그중 아무것도 적용되지 않았습니다. 실행하는 곳에 확장 라이브러리(libxt_*.so)가 없거나, 너무 오래되었거나, 철자가 틀린 것입니다.',
  'evidence.log-next.unknown-option':
    '실행하는 곳(kube-proxy 이미지 안 또는 노드)에서 iptables --version을, 그 매치나 타깃에 대해 iptables -m 이름 -h 또는 iptables -j 이름 -h를 실행하십시오.',
  'evidence.log.no-such-chain':
    '{line}: 이 명령은 아무것도 바꾸지 못했습니다. 그 테이블(-t가 없으면 filter)에 그런 이름의 체인이 없거나, 규칙이 요구하는 매치나 타깃이 커널에 없습니다.',
  'evidence.log-next.no-such-chain':
    '체인이 있는지는 iptables-save -t 테이블로, 어떤 매치와 타깃이 올라와 있는지는 lsmod | grep xt_로 확인됩니다.',
  'evidence.log.no-such-rule':
    '{line}: 꼭 그렇게 적힌 규칙이 없어 이 명령은 아무것도 바꾸지 않았습니다. -C라면 그것이 답입니다. 그 규칙은 없습니다.',
  'evidence.log-next.no-such-rule':
    'iptables-save -t 테이블에 나오는 대로 적어야 -D가 지웁니다. iptables -D 체인 번호는 자리로 지웁니다.',
  'evidence.log.incompatible-table':
    '{line}: 그 테이블에는 iptables가 보여 줄 수 없는 규칙을 nft가 써 두었습니다. 이제 그 테이블의 iptables -S, -L, -C와 iptables-save가 실패하므로, 먼저 체인을 읽는 컨트롤러(kube-router와 k3s의 네트워크 정책, kube-proxy, Calico)는 이 오류로 멈추고 더는 쓰지 못합니다. iptables-save가 출력하는 것이 패킷이 만나는 전부도 아닙니다.',
  'evidence.log-next.incompatible-table':
    '노드의 nft -a list ruleset에 모든 규칙이 handle과 함께 나옵니다. 그 규칙을 지우고(nft delete rule ip filter 체인 handle 번호), 자기 규칙은 따로 둔 테이블에 넣으십시오. 자기 훅과 우선순위의 체인을 가진 table inet 이름은 iptables가 보지 않습니다.',
  'evidence.log.table-missing':
    '{line}: 커널에 이 방식의 iptables가 쓸 그런 테이블이 없습니다. 모듈(iptable_nat, iptable_filter 등)이 올라와 있지 않고 올릴 수도 없었습니다.',
  'evidence.log-next.table-missing':
    '노드에서 modprobe iptable_nat를 실행하면 이유가 나옵니다. 아니면 iptables-nft를 쓰십시오. 어느 쪽인지는 iptables --version이 알려 줍니다.',
  'evidence.log.restore-failed':
    '{line}: kube-proxy의 규칙이 거부되었습니다. 테이블은 통째로 바뀌거나 전혀 바뀌지 않으므로, 마지막으로 성공한 동기화의 규칙이 그대로 남고 그 뒤의 Service와 엔드포인트는 들어 있지 않습니다.',
  'evidence.log-next.restore-failed':
    '이어지는 줄에 이유가 나옵니다. …로 잘렸으면 journalctl -u kube-proxy -l --no-pager에 전부 있습니다. 종료 상태 2는 iptables가 그 번호의 줄을 이해하지 못한 것(이 버전에 없는 매치나 타깃), 1은 테이블을 넣을 때 커널이 거부한 것, 4는 다른 프로그램이 락을 잡고 있던 것입니다. 그 줄과 노드의 iptables-save, kube-proxy가 실행되는 곳의 iptables --version을 붙여 넣으십시오.',
  'evidence.log.nft-sync':
    '{line}: kube-proxy가 nftables 테이블을 바꾸려다 거부되었습니다. 트랜잭션 하나이므로 그중 아무것도 적용되지 않았고, kube-proxy는 다시 시도합니다.',
  'evidence.log-next.nft-sync':
    '이어지는 줄에 무엇이 거부되었는지 나옵니다. 그 줄과 nft list ruleset, uname -r, kube-proxy 이미지 안의 nft --version을 붙여 넣으십시오.',
  'evidence.log.nft-busy':
    '{line}: 지우려는 것이 아직 쓰이고 있거나(규칙이 그 체인으로 점프하거나 그 집합이나 맵을 조회함), 그 이름의 다른 종류 체인이 있습니다. 같은 트랜잭션의 나머지도 적용되지 않았습니다.',
  'evidence.log-next.nft-busy': 'nft -a list ruleset으로 아직 그 이름을 쓰는 곳을 찾으십시오.',
  'evidence.log.nft-missing':
    '{line}: 그 이름의 테이블, 체인, 집합, 맵이 없거나 규칙에 있는 단어의 모듈이 커널에 없을 때 nft가 이렇게 말합니다. 같은 트랜잭션의 나머지도 적용되지 않았습니다.',
  'evidence.log-next.nft-missing':
    '아래 줄에 규칙이 나오고 ^^^가 그 단어를 가리킵니다. 이름이 있는지는 nft list ruleset으로, 모듈은 uname -r과 lsmod | grep nft_로 확인하십시오.',
  'evidence.log.nft-cleanup':
    '{line}: 다른 모드의 kube-proxy는 시작할 때 nftables 모드의 규칙을 지웁니다. nftables가 없는 커널에는 그런 규칙이 없으므로, 이 줄은 잘못을 뜻하지 않습니다.',
  'evidence.log-next.nft-cleanup': '실패한 것이 있는지 그 뒤의 줄을 보십시오.',
  'evidence.log.no-iptables':
    '{line}: kube-proxy가 IPv4와 IPv6의 iptables를 써 보았지만 둘 다 쓸 수 없었습니다. 호스트의 커널에 그 iptables의 모듈(ip_tables와 iptable_nat, 또는 nf_tables)이 없거나 불러올 수 없습니다. 거기서 끝나고 규칙을 쓰지 않습니다.',
  'evidence.log-next.no-iptables':
    '호스트에서 lsmod | grep -E "ip_tables|iptable_nat|nf_tables"로 확인하고 modprobe iptable_nat 또는 modprobe nf_tables 다음에 kube-proxy를 다시 시작하십시오.',
  'evidence.log.nft-unsupported':
    '{line}: 커널이 거기서는 하지 않는 일입니다. 그런 문장을 받지 않는 훅이거나(dnat는 prerouting과 output에서만, masquerade 문은 postrouting에서만), 없는 유형의 체인이거나, 이 커널이 모르는 단어입니다. 같은 트랜잭션의 나머지도 적용되지 않았습니다.',
  'evidence.log-next.nft-unsupported':
    '아래 줄에 규칙이 나오고 ^^^가 그 단어를 가리킵니다. 그 체인의 유형과 훅을 보고 uname -r과 lsmod | grep nft_를 확인하십시오.',
  'evidence.log.nft-exists':
    '{line}: 같은 이름의 체인이나 집합, 같은 키의 원소가 다른 내용으로 이미 있습니다. 같은 트랜잭션의 나머지도 적용되지 않았습니다.',
  'evidence.log-next.nft-exists':
    'nft list ruleset으로 찾으십시오. 먼저 지우거나 create 대신 add를 쓰십시오. 맵의 원소는 값을 하나만 갖습니다.',
  'evidence.log.nft-too-old':
    '{line}: 커널이나 nft가 필요한 것보다 오래되어 nftables 모드의 kube-proxy가 여기서 시작하지 못합니다. 그래서 이 kube-proxy는 규칙을 쓰지 않습니다.',
  'evidence.log-next.nft-too-old':
    '노드에서 uname -r과 nft --version을 확인하십시오. 오래된 것을 올리거나 mode를 iptables로 하십시오.',
  'evidence.log.no-bridge-filter':
    '{line}: br_netfilter 모듈이 올라와 있지 않아 노드 안에서 브리지를 건너는 패킷은 iptables 규칙을 거치지 않습니다. 같은 브리지의 Pod가 보낸 응답은 되돌리는 변환 없이 돌아옵니다.',
  'evidence.log-next.no-bridge-filter':
    'modprobe br_netfilter와 sysctl -w net.bridge.bridge-nf-call-iptables=1을 실행하고, 부팅 때마다 적용되도록 /etc/modules-load.d에 적으십시오.',
  'evidence.log.no-forwarding':
    '{line}: net.ipv4.ip_forward가 0이라 이 노드는 패킷을 포워딩하지 않습니다. 다른 노드의 Pod로도, 밖에서 자기 Pod로도, 그 반대로도 마찬가지입니다.',
  'evidence.log-next.no-forwarding': 'sysctl -w net.ipv4.ip_forward=1을 실행하고 같은 줄을 /etc/sysctl.d에 적으십시오.',
  'evidence.log.no-ipvs':
    '{line}: IPVS를 쓰라고 했지만 커널에 필요한 모듈이 없습니다. 예전 릴리스의 kube-proxy는 대신 iptables를 쓰고, 새 릴리스는 시작하지 않습니다.',
  'evidence.log-next.no-ipvs':
    '노드에서 lsmod | grep ip_vs와 modprobe -a ip_vs ip_vs_rr ip_vs_wrr ip_vs_sh nf_conntrack을 실행한 다음 kube-proxy를 다시 시작하십시오.',
  'evidence.log.node-unknown':
    '{line}: kube-proxy가 자기 Node의 주소를 찾지 못했습니다. 자기가 쓰는 이름의 Node가 없거나, 그 Node에 아직 주소가 없습니다.',
  'evidence.log-next.node-unknown':
    'kubectl get nodes -o wide의 이름과 머신의 호스트 이름을 비교하십시오. 다르면 --hostname-override(hostnameOverride)를 Node의 이름으로 정하십시오.',
  'evidence.log.forbidden':
    '{line}: API 서버가 누가 묻는지는 알지만 허용하지 않습니다. 그 프로그램은 이 객체들을 보지 못하므로, 쓰는 것에 빠져 있거나 옛것이 남습니다.',
  'evidence.log-next.forbidden':
    '그 ServiceAccount에 허용하는 role을 주십시오. kubectl auth can-i --as=사용자 동사 리소스로 확인됩니다.',
  'evidence.log.dns-loop':
    '{line}: CoreDNS가 전달한 질문이 자기에게 되돌아와 멈췄습니다. forward가 가리키는 리졸버가 다시 CoreDNS에 묻는 것이며, 대개 노드의 /etc/resolv.conf에 있는 127.0.0.53이나 127.0.0.1입니다.',
  'evidence.log-next.dns-loop':
    'kubelet이 실제 목록을 주도록 resolvConf를 /run/systemd/resolve/resolv.conf로 하거나, Corefile의 forward 줄에 서버를 적으십시오.',
  'evidence.log.dns-upstream':
    '{line}: CoreDNS가 자기 Pod 주소에서 화살표 뒤의 서버에 물었지만 제때 응답이 없었습니다. 클러스터 안의 이름에는 그런 서버가 필요 없지만 밖의 이름에는 필요합니다.',
  'evidence.log-next.dns-upstream':
    '그 Pod의 노드에서 dig @서버 example.com을 실행하십시오. 된다면 Pod가 밖으로 나가는 길을 보십시오. iptables-save -t nat의 MASQUERADE, FORWARD, 바깥 방화벽입니다.',
  'evidence.log.dns-waits':
    '{line}: CoreDNS가 아직 API 서버의 응답을 받지 못해 준비되지 않았고, 클러스터의 Service를 하나도 모릅니다.',
  'evidence.log-next.dns-waits':
    'CoreDNS는 Service kubernetes의 clusterIP에 묻습니다. 같은 노드에서 curl -k https://CLUSTERIP/version을 실행하고 그 노드에서 {rules}의 출력을 보십시오. 연결이 어떻게 실패하는지는 로그에 이어집니다.',
  'evidence.log.subnet-env':
    '{line}: flannel의 CNI 플러그인이 읽을 파일을 flannel이 쓰지 않았습니다. 이 노드에서 돌지 않거나 노드에 쓸 네트워크를 받지 못한 것입니다. 여기서는 Pod가 주소를 받지 못합니다.',
  'evidence.log-next.subnet-env':
    '그 노드의 kubectl -n kube-flannel logs -l app=flannel과 kubectl get nodes -o custom-columns=NAME:.metadata.name,CIDR:.spec.podCIDR를 보십시오.',
  'evidence.log.no-pod-cidr':
    '{line}: Node에 podCIDR이 없습니다. controller manager는 --allocate-node-cidrs와 --cluster-cidr가 없으면 주지 않습니다.',
  'evidence.log-next.no-pod-cidr':
    'kubeadm이라면 init에 --pod-network-cidr를 주십시오. 돌고 있는 클러스터라면 kube-controller-manager에 두 플래그를 Pod 네트워크에 설정된 범위로 주십시오.',
  'evidence.log.no-plugin':
    '{line}: CNI 설정이 가리키는 프로그램이 찾는 폴더에 없습니다. 이 노드의 Pod는 네트워크를 받지 못합니다.',
  'evidence.log-next.no-plugin':
    '노드에서 ls /opt/cni/bin과 ls /etc/cni/net.d를 실행하십시오. 프로그램을 설치하거나, 더는 쓰지 않는 네트워크의 설정을 지우십시오.',
  'evidence.log.no-cni':
    '{line}: 컨테이너 런타임이 유효한 CNI 설정을 찾지 못해 Node가 NotReady이고, 자기 네트워크를 갖는 Pod는 시작되지 않습니다.',
  'evidence.log-next.no-cni':
    '노드에서 ls -l /etc/cni/net.d를 실행하고, 설정을 쓰는 Pod 네트워크 DaemonSet의 로그를 보십시오.',
  'evidence.log.bridge-address':
    '{line}: 브리지가 다른 Pod 네트워크에서 남은 것이라, 주소가 이 노드의 범위와 맞지 않습니다. 새 Pod는 네트워크를 받지 못합니다.',
  'evidence.log-next.bridge-address':
    '노드를 drain한 다음 ip link delete cni0(또는 이름이 나온 브리지)을 실행하면 맞는 주소로 다시 만들어집니다.',
  'evidence.log.no-vxlan':
    '{line}: 커널이 그런 종류의 장치를 만들지 못합니다. vxlan 모듈이 없습니다. 서로 다른 노드의 Pod끼리 닿지 못합니다.',
  'evidence.log-next.no-vxlan':
    '노드에서 modprobe vxlan을 실행하십시오. 어떤 배포판에서는 추가 모듈 패키지에 있습니다.',
  'evidence.log.bgp-down':
    '{line}: Calico가 이 노드들과 BGP 세션을 맺지 못했습니다. 그 Pod들로 가는 경로는 이 세션으로 옵니다.',
  'evidence.log-next.bgp-down':
    'calicoctl node status, 노드 사이의 TCP 179, Calico가 고른 노드 주소(IP_AUTODETECTION_METHOD)를 확인하십시오.',
  'evidence.log.probe-failed':
    '{line}: failureThreshold만큼 실패하면 Pod가 Ready가 아니게 되고, Service는 새 연결을 보내지 않습니다.',
  'evidence.log-next.probe-failed':
    'kubectl get endpointslices에 ready: false로 나옵니다. Pod 안의 ss -lntu로 probe의 포트에서 누가 어느 주소로 받는지 확인하십시오.',
  'evidence.log.pool-empty':
    '{line}: MetalLB가 쓸 수 있는 풀에 이 Service에 줄 빈 주소가 없습니다. 그래서 EXTERNAL-IP가 pending으로 남습니다.',
  'evidence.log-next.pool-empty':
    'kubectl -n metallb-system get ipaddresspools -o yaml을 보고 풀을 넓히거나, 이 네임스페이스에 쓸 수 있는 autoAssign 풀을 두십시오.',
  'evidence.log.certificate':
    '{line}: 연결은 되었고 서버가 TLS로 응답했습니다. 경로와 규칙은 통과시켰으며, 물어본 이름이나 주소가 인증서에 없을 뿐입니다.',
  'evidence.log-next.certificate':
    '인증서에 있는 이름으로 묻거나 주소를 추가하십시오. kubeadm은 apiServer.certSANs, k3s는 --tls-san입니다.',
  'evidence.log.martian':
    '{line}: 커널이 출발지 때문에 패킷을 폐기했습니다. 그 출발지로 돌아가는 길이 들어온 장치로 나가지 않거나(rp_filter), 출발지가 이 머신의 주소이거나 아무도 쓸 수 없는 주소입니다.',
  'evidence.log-next.martian':
    '노드에서 ip route get 출발지와 sysctl net.ipv4.conf.all.rp_filter net.ipv4.conf.장치.rp_filter를 확인하십시오. 2이면 돌아가는 길이 있기만 하면 됩니다.',
  'evidence.log.neighbours-full':
    '{line}: 이웃 테이블이 가득 찼습니다. 커널이 링크 주소를 더 배우지 못하고, 모르는 이웃에게 가는 패킷을 폐기합니다.',
  'evidence.log-next.neighbours-full':
    'ip neigh | wc -l을 sysctl net.ipv4.neigh.default.gc_thresh3과 비교하고 gc_thresh1, 2, 3을 함께 올리십시오.',
  'evidence.event':
    '클러스터의 이벤트가 직접 알려 줍니다({reason, select, none {} other {{reason}, }}{by}). {message}.',
  'evidence.event-next':
    '{kind, select, pool {kubectl get ipaddresspools -A가 pool과 주소를 보여 줍니다. Service가 그 가운데 하나를 가리키게 하고(애너테이션 metallb.io/address-pool, 예전에는 metallb.universe.tf/address-pool), 주소를 지정한다면 그 pool의 것으로 하십시오. 아니면 그런 pool을 만드십시오.} sandbox {그 노드에서 Pod 네트워크의 플러그인이 실패했습니다. 플러그인의 로그와 그 노드의 /etc/cni/net.d가 까닭을 알려 줍니다.} repair {그 주소나 포트는 API 서버가 나누어 주는 것이 아닙니다. spec.clusterIP와 nodePort를 --service-cluster-ip-range, --service-node-port-range와 견주거나, 그것 없이 Service를 새로 만드십시오.} other {그렇게 말하는 프로그램의 로그에 더 있습니다. {reason, select, none {이 말을} other {{reason}을(를)}} 찾으십시오.}}',
  'evidence.logged.packet':
    '커널이 패킷 하나를 로그에 남겼습니다{prefix, select, none {} other {(‘{prefix}’)}}: {src} → {dst}, {protocol}{port, select, none {} other { 포트 {port}}}. {indev, select, none {머신 자신이 보냈고} other {들어온 장치: {indev},}} {outdev, select, none {나갈 장치는 아직 없습니다. 머신 자신에게 온 것이거나 아직 라우팅되지 않은 것입니다} other {나갈 장치는 {outdev}입니다}}. {kind, select, ufw {ufw가 거부하는 패킷에 이렇게 남깁니다. 패킷은 kube-proxy나 Pod 네트워크의 규칙이 아니라 여기서 끝납니다.} router {kube-router는 어느 NetworkPolicy도 허용하지 않아 거부하는 패킷에 이렇게 남깁니다. Pod는 {named}입니다.} trace {추적이 보여 주는 마지막 위치는 {named}입니다.} told {이렇게 남기는 규칙: ‘{named}’. 로그를 남겨도 패킷은 계속 가므로, 그 뒤의 규칙이 결정합니다.} other {이렇게 남기는 규칙이 텍스트에 없습니다. 로그를 남겨도 패킷은 계속 가므로, 이 줄만으로는 어떻게 되었는지 알 수 없습니다.}}',
  'evidence.logged-next.packet':
    '{kind, select, ufw {{outdev, select, none {이 머신에게 온 것이라면 ufw allow in{indev, select, none {} other { on {indev}}} from {src} to any{port, select, none {} other { port {port} proto {protocol}}}입니다. {src} 대신 Pod나 노드의 범위를 쓰십시오.} other {ufw가 포워딩하게 하십시오. ufw route allow in{indev, select, none {} other { on {indev}}} out on {outdev}, 또는 /etc/default/ufw의 DEFAULT_FORWARD_POLICY="ACCEPT"입니다.}} ufw status verbose가 둘 다 보여 줍니다.} router {kubectl get networkpolicy -A가 정책을 보여 줍니다. 그 Pod의 {port} 포트로 오는 {src}의 패킷을 정책에서 허용하십시오.} trace {iptables-save -c(또는 nft list ruleset)의 출력을 붙여 넣으십시오. 그러면 이 패킷의 길이 그 규칙이 무엇을 하는지 알려 줍니다.} told {처음에 제안되는 이 패킷의 길이 그 뒤의 규칙들이 무엇을 하는지 알려 줍니다.} other {그 머신의 iptables-save -c(또는 nft list ruleset) 출력을 붙여 넣으십시오. 그러면 처음에 제안되는 이 패킷의 길이 어느 규칙이 결정하는지 알려 줍니다.}}',
  'evidence.firewalld.denied':
    '이 패킷은 firewalld가 {does, select, DROP {폐기} other {거부}}했습니다{zone, select, none {(맡은 zone이 없음)} other {(zone {zone})}}. {src} → {dst}{protocol, select, none {(줄이 프로토콜 앞에서 잘림)} other {({protocol}{port, select, none {} other { 포트 {port}}})}}이며, {outdev, select, none {이 머신 자신에게 온 것입니다} other {포워딩될 것이었습니다}}({indev, select, none {머신 자신} other {{indev}}} → {outdev, select, none {머신 자신} other {{outdev}}}). kube-proxy도 Pod 네트워크도 거부하지 않았습니다. 그 장치를 신뢰하는 zone이 없습니다.',
  'evidence.firewalld-next.trust':
    '모든 노드에서 Pod 네트워크의 장치를 신뢰하게 하십시오. firewall-cmd --permanent --zone=trusted {adds} && firewall-cmd --reload입니다. 그다음 firewall-cmd --get-active-zones로 확인됩니다.',
  'evidence.firewalld-next.source':
    '{device, select, none {패킷} other {{device}에는 다른 패킷도 들어오니 그 장치는 신뢰하지 마십시오. 패킷}}의 출발지로 zone을 정하십시오. firewall-cmd --permanent --zone=trusted --add-source=범위{adds, select, none {} other { {adds}}} && firewall-cmd --reload이며, 범위는 Pod나 노드의 것입니다.',
  'evidence.firewalld.moved':
    '{how, select, mended {firewalld의 zone trusted에 넣은 뒤로는({name}) 이 텍스트에서 실패한 클라이언트가 없습니다} both {firewalld의 zone trusted에 없을 때는({name}) 클라이언트가 실패했고({failed}), 있을 때는 이 텍스트에서 실패하지 않습니다} other {firewalld의 zone trusted에서 뺀 뒤({name}) 클라이언트가 실패했습니다({failed})}}. 그러니 그 {what, select, interface {장치} other {출발지}}를 거쳐 포워딩되는 것을 firewalld가 거부합니다. 어느 zone에도 없으면 기본 zone에 들어가고, 그 zone은 모르는 것을 거부합니다.',
  'evidence.firewalld.zone':
    'firewalld의 zone {zone}({target})에 Pod 네트워크가 만든 장치가 있습니다({devices}). service나 policy가 허용하지 않으면 Pod가 다른 장치로 보내는 것은 거기서 거부됩니다.',
  'evidence.log.forward-policy':
    '{line}: 포워딩되는 것을 모두 여는 명령입니다. 이것으로 고쳐졌다면 FORWARD의 DROP 정책이 패킷을 폐기한 것입니다. kube-proxy의 KUBE-FORWARD는 자기가 표시한 것과 연결에 속한 것만 허용하고, 나머지는 Pod 네트워크가 어디서도 허용하지 않았습니다. Docker는 시작할 때 이 정책을 둡니다.',
  'evidence.log-next.forward-policy':
    '전후의 iptables -S FORWARD로 확인됩니다. 계속 두려면 Pod 범위를 허용하는 규칙을 남기거나(iptables -I FORWARD -s PODCIDR -j ACCEPT와 -d), Pod 네트워크 플러그인이 하게 하십시오.',
  'evidence.log.firewall-off':
    '{line}: 호스트 방화벽의 규칙을 없애는 명령입니다. 이것으로 고쳐졌다면 그 규칙이 Pod나 Service의 패킷 또는 노드 사이의 터널을 거부한 것입니다.',
  'evidence.log-next.firewall-off':
    '다시 켜고 필요한 것을 허용하십시오. Pod와 Service 범위를 신뢰하는 출발지로 두고(firewall-cmd --permanent --zone=trusted --add-source=범위 또는 ufw allow from 범위), 노드 사이의 터널 포트(flannel은 UDP 8472, Calico VXLAN은 4789)를 여십시오.',
  'evidence.log.checksum':
    '{line}: 체크섬을 장치 대신 커널이 계산하게 하는 명령입니다. 이것으로 고쳐졌다면 장치나 드라이버가 터널의 패킷에 틀린 체크섬을 써서 받는 쪽이 폐기한 것입니다. 규칙이 아니므로 여기서 걷는 것에는 나오지 않습니다.',
  'evidence.log-next.checksum':
    '받는 노드에서 tcpdump -vvni 장치 udp를 실행하면 bad udp cksum이 나옵니다(보내는 쪽에서는 정상입니다). 그 장치에 설정을 두거나 드라이버와 커널을 올리십시오.',
  'evidence.log.refused':
    '{line}: 바로 응답이 왔습니다. 그 포트에서 받는 것이 없는 머신이거나, 거부하는 규칙입니다. kube-proxy는 준비된 엔드포인트가 없는 Service를 이렇게 거부합니다.',
  'evidence.log-next.refused':
    'Service의 kubectl get endpointslices를 보십시오. 있으면 가 닿는 곳에서 ss -lntu를 보십시오. 127.0.0.1의 소켓은 다른 머신의 것을 받지 않습니다.',
  'evidence.log.timed-out':
    '{line}: 제때 응답이 없었습니다. 규칙이 패킷이나 응답을 폐기했거나, 그 머신이 없거나, 응답이 질문과 다른 길로 갔습니다. 엔드포인트가 없으면 조용하지 않고 거부되며, Local 정책이 폐기하는 경우만 예외입니다.',
  'evidence.log-next.timed-out':
    '보내는 노드에서 tcpdump -ni any host {address, select, none {주소} other {{address}}}, 받는 노드에서도 같은 명령을(Service라면 그때는 바뀌어 있으므로 Pod의 주소로) 실행하면 어디서 끝나는지 보입니다. 사라지는 첫 노드의 {rules}, ip route, conntrack -L -d {address, select, none {주소} other {{address}}}의 출력을 붙여 넣으십시오.',
  'evidence.log.unreachable':
    '{line}: 길이 없다는 답입니다. 그 머신 자신에 경로가 없거나 이웃이 그 주소에 답하지 않거나(ARP), 가는 길의 라우터가 그렇게 답했거나, firewalld처럼 host-prohibited로 거부하는 방화벽입니다.',
  'evidence.log-next.unreachable':
    '보내는 쪽에서 ip route get {address, select, none {주소} other {{address}}}, ip neigh를, 받는 쪽 노드에서 icmp-host-prohibited로 거부하는 규칙을 찾으십시오. iptables-save | grep prohibited, nft list ruleset | grep prohibited입니다.',
  'evidence.log.no-conntrack':
    '{line}: 이 커널에는 연결 추적이 없습니다. nf_conntrack 모듈이 올라와 있지 않아 이 설정도 없습니다. 설정하지 못한 kube-proxy는 시작하자마자 끝나고, 규칙을 하나도 쓰지 않습니다.',
  'evidence.log-next.no-conntrack':
    '노드에서 lsmod | grep nf_conntrack으로 확인하고 modprobe nf_conntrack을 실행한 다음 kube-proxy를 다시 시작하십시오. 부팅 때마다 적용되도록 /etc/modules-load.d의 파일에 nf_conntrack을 적으십시오. modprobe가 찾지 못하면 커널의 추가 모듈 패키지가 없는 것입니다.',
  'evidence.log.no-sysctl':
    '{line}: 커널에 그런 설정이 없습니다. 그 기능이 올라와 있지 않거나 들어 있지 않거나, 그런 이름의 장치가 없습니다.',
  'evidence.log-next.no-sysctl':
    '컨테이너가 아닌 노드에서 sysctl -a | grep 이름을 실행하고, 모듈은 lsmod, 장치는 ip link로 확인하십시오.',
  'evidence.log.firewall-reload':
    '{line}: 예전 릴리스의 firewalld(0.9, 그리고 firewalld 이슈 863의 변경 이전)는 다시 읽거나 시작할 때 iptables의 테이블을 남의 것까지 모두 비웁니다. kube-proxy는 다음 전체 동기화 때(기본값으로 30초에서 1분 안에) 규칙을 다시 씁니다. hostPort의 규칙(CNI 플러그인 portmap)은 Pod가 시작할 때만 쓰이므로 저절로 돌아오지 않습니다. Pod 네트워크의 에이전트(Calico, flannel)는 자기가 지켜보는 것을 다시 씁니다.',
  'evidence.log-next.firewall-reload':
    '지금은 hostPort가 있는 Pod를 다시 시작하십시오. 앞으로는 남의 테이블을 건드리지 않는 firewalld(Enterprise Linux 9에 있습니다)를 쓰거나, RKE2와 k3s의 권고처럼 클러스터의 노드에서 firewalld를 쓰지 마십시오. firewall-cmd --version으로 버전이 나오고, 전후의 iptables-save -t nat | grep -c KUBE-와 iptables-save -t nat | grep CNI-DN을 비교하면 무엇이 없어지는지 보입니다.',
  'evidence.log.rules-flushed':
    '{line}: 규칙을 없애는 명령이며, 체인 하나만 비우는 것이 아니라면 kube-proxy와 Pod 네트워크의 규칙도 없어집니다. kube-proxy는 다음 전체 동기화 때 다시 씁니다. hostPort의 규칙(CNI 플러그인 portmap)은 Pod가 다시 시작해야 돌아옵니다.',
  'evidence.log-next.rules-flushed':
    'hostPort가 있는 Pod와 Pod 네트워크의 에이전트를 다시 시작하십시오. 직접 쓰는 방화벽은 flush ruleset 대신 자기 테이블(table inet 이름과 flush table inet 이름)에 두십시오.',
  'evidence.log.entries-deleted':
    '{line}: 연결 테이블의 항목을 없애는 명령입니다. 이것으로 고쳐졌다면 연결이 첫 패킷 때 정해진 대로 계속된 것입니다. nat의 규칙은 새 연결에만 쓰이므로, 항목은 규칙이나 엔드포인트가 바뀐 뒤에도 남습니다.',
  'evidence.log-next.entries-deleted':
    '실행하기 전의 conntrack -L -d 주소에 그 항목이 나옵니다. [UNREPLIED]이거나, 없어진 Pod가 응답하는 것으로 되어 있습니다. 노드의 규칙과 함께 붙여 넣으십시오.',
  'evidence.log.docker-desktop':
    '{line}: macOS와 Windows에서는 컨테이너가 가상 머신 안에서 돌고, 호스트에는 Docker 네트워크의 주소로 가는 길이 없습니다. MetalLB 같은 로드 밸런서가 그 네트워크에서 가져온 주소와 kind 노드의 주소에는 다른 컨테이너와 Pod만 닿고 호스트는 닿지 못합니다. 노드의 규칙과는 상관없습니다.',
  'evidence.log-next.docker-desktop':
    '닿을 수 있는 곳에서 시험하십시오. docker run --rm --network kind curlimages/curl -m 5 주소입니다. 호스트에서 쓰려면 kind 설정의 extraPortMappings를 nodePort로 잇거나, kubectl port-forward나 cloud-provider-kind를 쓰십시오.',
  'evidence.log.crash':
    '{line}: {does, select, reads {목록을 보던 중에 비정상 종료했습니다{ran, select, none {} other {(‘{ran}’)}}. 바뀐 것은 없습니다. 있던 규칙은 그대로 적용되고 패킷은 그 규칙을 만납니다. 오래된 nft는 더 새로운 nft가 쓴 것을 읽다가 비정상 종료하는 일이 알려져 있습니다.} syncs {kube-proxy가 동기화하면서 실행한 nft나 iptables가 비정상 종료했습니다. 그래서 동기화가 실패하고, 마지막으로 성공한 동기화 뒤에 바뀐 것(새 Service, 생기거나 사라진 엔드포인트)은 이 노드에 적용되지 않았습니다. kube-proxy의 nft는 호스트의 다른 프로그램이 쓴 것도 읽으며, 오래된 nft는 더 새로운 nft가 쓴 집합을 읽다가 비정상 종료하는 일이 알려져 있습니다(kubernetes#136786).} other {규칙을 바꾸려다 비정상 종료했습니다{ran, select, none {} other {(‘{ran}’)}}. 그 변경은 하나도 적용되지 않았고 전에 있던 것은 남아 있습니다. 1.0.1 이전의 nft는 먼저 남의 것까지 모든 테이블을 읽으며, 오래된 nft는 더 새로운 nft가 쓴 것을 읽다가 비정상 종료하는 일이 알려져 있습니다.}}',
  'evidence.log-next.crash':
    '{does, select, syncs {노드의 nft --version과 kubectl -n kube-system exec ds/kube-proxy -- nft --version을 비교하십시오. kube-proxy의 것이 더 오래되었으면, 더 새로운 nft가 든 kube-proxy의 새 패치 릴리스를 쓰십시오. kubectl -n kube-system set image ds/kube-proxy kube-proxy=registry.k8s.io/kube-proxy:vRELEASE입니다(또는 배포판의 이미지). 그때까지는 더 새로운 nft가 쓴 테이블을 없애십시오. 호스트의 nft로 nft list tables를 보면 누구의 것인지 알 수 있고, nft delete table FAMILY NAME은 그 규칙까지 지웁니다. 쓴 프로그램도 멈춰 두어야 합니다. 아니면 kube-proxy를 iptables 모드로 실행하십시오.} other {노드와, 그 노드에 규칙을 쓰는 모든 이미지의 nft --version을 비교하십시오(kubectl -n kube-system exec ds/kube-proxy -- nft --version). 그 가운데 가장 새로운 것 이상을 모두 쓰십시오. nftables 모드의 kube-proxy에는 1.0.1이 필요합니다. 그때까지는 그중 가장 새로운 것으로 목록을 보십시오.}}',
  'evidence.cilium.part':
    '이 클러스터에는 Cilium이 돌고 있습니다(‘{line}’). {part, select, whole {kube-proxy 대신 모든 Service를 맡습니다. 패킷은 클라이언트의 시스템 호출이나 장치의 프로그램에서 변환되며, kube-proxy의 규칙도 브리지 cni0도 거치지 않습니다.} beside {Service는 kube-proxy에 맡기지만, Pod가 clusterIP로 보내는 것은 Pod 장치의 프로그램이 어떤 규칙보다 먼저 변환합니다. Pod는 브리지 cni0가 아니라 Cilium의 장치에 연결됩니다.} other {모든 Service를 맡는지 kube-proxy 옆에 있는지는 이 텍스트에 없고, kubeProxyReplacement가 정합니다. Pod가 clusterIP로 보내는 것은 두 경우 모두 Cilium이 변환합니다.}}',
  'evidence.cilium-next.part':
    '노드에서 kubectl -n kube-system exec ds/cilium -- cilium-dbg status --verbose(KubeProxyReplacement), cilium-dbg service list, cilium-dbg bpf lb list를 실행하십시오(1.15 이전의 이미지에서는 프로그램 이름이 cilium입니다). iptables-save만으로는 이 패킷이 어떻게 되는지 알 수 없습니다.',
  'evidence.cilium.affinity':
    '{line}: kubeProxyReplacement가 없는 Cilium은 Pod가 clusterIP로 보내는 것을 한 Pod에 붙여 두지 않습니다. 자기 플래그 sessionAffinity를 켜야 하는데 기본값은 꺼짐입니다. kube-proxy의 세션 어피니티는 노드와 밖에서 오는 요청처럼 Cilium이 변환하지 않는 것에만 있습니다.',
  'evidence.cilium-next.affinity':
    'Cilium의 Helm 값에서 sessionAffinity를 true로(ConfigMap cilium-config에서는 enable-session-affinity) 하고 에이전트를 다시 시작하거나, Cilium이 kube-proxy를 대체하게 하십시오. cilium-dbg config --all의 SessionAffinity 줄로 확인됩니다.',
  'evidence.cilium.node-port':
    '{line}: 이런 Service에 Cilium은 로드 밸런서의 주소와 Service의 포트, 그리고 노드의 주소와 nodePort에 답합니다. 로드 밸런서의 주소와 nodePort의 조합은 프런트엔드가 아닙니다. Kubernetes가 약속하는 nodePort는 노드의 주소에만 있습니다.',
  'evidence.cilium-next.node-port':
    'LB주소:포트나 노드주소:nodePort로 요청하십시오. cilium-dbg service list에 답하는 프런트엔드가 모두 나오며, 거기에 없는 것은 변환되지 않습니다.',
  'evidence.hubble.flow':
    'Cilium이 {src}와(과) {dst} 사이의 패킷을 보았고 판정은 {verdict}입니다{why, select, none {} other {({why})}}. {verdict, select, DROPPED {iptables의 규칙과 상관없이 그 까닭으로 거기서 폐기했습니다.} DENIED {Cilium의 정책이 허용하지 않습니다.} ERROR {패킷을 처리하지 못했습니다.} AUDIT {감사 모드가 아니라면 정책이 거부할 것입니다.} TRACED {{point, select, rev {클라이언트의 소켓이 받은 상대의 주소(recvmsg, getpeername)이며, Cilium이 Service의 주소로 되돌리기 전의 것입니다. recvmsg라면 그 주소에서 응답이 왔습니다.} other {패킷이 생기기 전에 클라이언트가 시스템 호출로 요청한 주소입니다.}}} TRANSLATED {{point, select, rev {클라이언트의 소켓이 받은 상대의 주소이며, 이제 Cilium이 되돌려 놓은 Service의 주소입니다.} other {같은 시스템 호출이며 이제 Cilium이 바꾼 주소입니다. 패킷은 바로 그곳으로 가고, 클러스터 밖의 로드 밸런서는 보지 못합니다.}}} REDIRECTED {패킷을 자기 프록시로 넘겼습니다.} other {패킷을 통과시켰으며, 그 뒤의 일은 알 수 없습니다.}}',
  'evidence.hubble-next.flow':
    '{verdict, select, DROPPED {까닭이 정책이라면 kubectl get ciliumnetworkpolicies,ciliumclusterwidenetworkpolicies,networkpolicies -A를 보십시오. 아니면 그 노드에서 cilium-dbg monitor --type drop과 cilium-dbg bpf lb list를 실행하십시오.} DENIED {kubectl get ciliumnetworkpolicies,ciliumclusterwidenetworkpolicies,networkpolicies -A를 보고, identity는 cilium-dbg endpoint list로 확인하십시오.} TRANSLATED {cilium-dbg service list와 cilium-dbg bpf lb list에 이 주소가 된 까닭, 곧 프런트엔드와 백엔드가 나옵니다.} other {hubble observe --from-pod 네임스페이스/Pod --last 50으로 앞뒤를 보고, cilium-dbg bpf lb list로 프런트엔드를 보십시오.}}',
  'evidence.made-service':
    '{how, select, create {Service {name}을(를) 만드는 명령입니다. 유형은 {type}, selector는 app={name}입니다} other {Service {name}을(를) 만드는 명령입니다. 유형은 {type}, selector는 {of}의 것입니다}}. {port, select, none {포트는 이 줄에 없습니다} other {포트 {port}에서 Pod의 포트 {target}(으)로 보냅니다}}{node, select, none {} other {(노드의 포트 {node})}}. 만든 뒤의 상태는 이 줄에 없습니다.',
  'evidence.made-service-next':
    'kubectl {namespace, select, none {} other {-n {namespace} }}get service {name} -o yaml, kubectl {namespace, select, none {} other {-n {namespace} }}get endpointslices -l kubernetes.io/service-name={name} -o yaml, kubectl {namespace, select, none {} other {-n {namespace} }}get pods {labels, select, none {--show-labels} other {-l {labels}}} -o wide의 출력을 모두 붙여 넣으십시오. 그러면 패킷의 길을 걸을 수 있습니다.',
  'evidence.image-pull':
    '{number}번째 줄: {image, select, none {이미지를 받지 못했습니다} other {{image} 이미지를 받지 못했습니다}}. 노드{node, select, none {} other { {node}}} 자신이 {host}에 물었는데{registry, select, none {} other {({registry}나 그 미러가 그리로 보냅니다)}} {end, select, unknown {네임서버{address, select, none {} other {({address})}}에 그런 이름이 없습니다} unasked {네임서버{address, select, none {} other {({address})}}에서 그 이름에 대답이 없었습니다} proxy {컨테이너 런타임에 설정된 프록시{address, select, none {} other {({address})}}에 닿지 못했습니다} silent {{address}에서 제때 대답이 없었습니다} refused {{address}에서 거부되었거나 끊겼습니다} unreachable {{address}(으)로 가는 길이 없습니다{family, select, ipv6 {. IPv6 주소입니다} other {}}} other {연결은 되었으나 TLS가 제때 맺어지지 않았습니다}}. 컨테이너 런타임은 Pod가 돌기 전에 노드의 리졸버, 프록시, 경로로 묻습니다. 그 길에 Pod의 정책, DNS, 네트워크는 없고, Service의 규칙은 {host}이(가) Service의 주소일 때만 있습니다.{cluster, select, yes { {host}은(는) 클러스터 DNS의 이름이고, 노드는 거기에 묻지 않습니다.} other {}}',
  'evidence.next.image-pull':
    '{node, select, none {그 Pod의 노드에서(kubectl get pod POD -o wide)} other {{node}에서}} {cluster, select, yes {노드는 클러스터 안의 레지스트리에 localhost:NODEPORT로, 또는 그 이름의 미러를 ClusterIP에 두어 닿습니다(/etc/containerd/certs.d/{host}/hosts.toml, k3s와 RKE2는 registries.yaml).} other {{end, select, unknown {getent hosts {host}, cat /etc/resolv.conf{local, select, yes {, resolvectl query {host}, resolvectl status} other {}}. 다른 곳에서 풀리면 그 이름을 아는 네임서버를 노드에 주거나 /etc/hosts에 한 줄을 더하십시오.} unasked {getent hosts {host}, cat /etc/resolv.conf{local, select, yes {, resolvectl status({address} 뒤의 서버들)} other {{address, select, none {} other {, dig @{address} {host}, ip route get {address}}}}}. 대답하는 네임서버를 주거나 거기로 53/UDP와 TCP를 여십시오.} proxy {systemctl show containerd crio docker k3s k3s-agent rke2-server rke2-agent -p Environment. 거기의 HTTPS_PROXY를 고치고(systemctl edit containerd) 노드, Pod, Service의 범위를 NO_PROXY에 두고 다시 시작하십시오.} handshake {curl -v {url}/v2/. Client hello 뒤에서 멈추면 큰 패킷이 사라집니다. ping -M do -s 1472 {host}, ip link(mtu), 또는 TLS를 읽는 방화벽.} other {curl -v {url}/v2/(HTTP의 대답이 무엇이든 있으면 이제 닿습니다){address, select, none {} other {, ip route get {address}}}{family, select, ipv6 {, ip -6 route. IPv6 기본 경로가 없으면 이름에 IPv4 주소도 있어야 합니다} other {}}. 프록시로만 나갈 수 있으면 컨테이너 런타임에 Environment="HTTPS_PROXY=…"(systemctl edit containerd), NO_PROXY에는 노드, Pod, Service를. 아니면 사이의 방화벽에서 {host}{registry, select, none {} other {, {registry}}}에 {port}번 포트를 여십시오.}}}}{image, select, none {} other { 그런 다음 crictl pull {image}.}}',
  'evidence.stated-cause':
    '{number}번째 줄이 원인을 말합니다: “{line}” 보고한 사람의 말이며, 여기서 걸어서 확인한 것은 아닙니다.',
  'evidence.asked-cause':
    '{number}번째 줄이 원인을 묻거나 말했다가 거둡니다: “{line}” 이것은 질문이며, 여기서 답한 것은 없습니다.',
  'evidence.next.stated-cause':
    '먼저 그것을 확인하십시오. {about, select, labels {그 네임스페이스에서 kubectl get service NAME -o yaml과 kubectl get pods --show-labels -o wide. selector의 레이블을 모두 가진 Pod가 어느 것이고 그중 있어야 할 것이 어느 것인지 봅니다. 그 YAML을 붙여 넣으면 걸을 수 있습니다} routes {그 노드에서 ip rule, ip route show table all, ip route get 주소. 어느 테이블이 그 주소에 답하는지 봅니다. 붙여 넣으면 걸을 수 있습니다} rules {그 노드의 iptables-save, ip rule, ip route show table all(nftables라면 nft list ruleset). 붙여 넣으면 패킷이 그 규칙을 걷습니다} names {같은 Pod에서 nslookup 이름과 nslookup 이름 CoreDNS-Pod의-주소} other {그 하나만 되돌리고 같은 것을 다시 물으십시오}}.',
  'evidence.hostport-before-services':
    '{machine, select, none {} other {{machine}: }}nat {chain}에서 이 노드의 주소로 가는 것을 CNI-HOSTPORT-DNAT(portmap 플러그인의 hostPort)로 보내고{services, select, after {, KUBE-SERVICES는 그 뒤에야 묻습니다} other {, 이 목록에는 KUBE-SERVICES로 가는 규칙이 없습니다}}. {mode, select, shown {kube-proxy가 IPVS 모드이므로} other {텍스트가 말하는 IPVS 모드에서는}} 모든 Service의 주소가 kube-ipvs0에 있는 노드의 주소입니다. 그래서 {ports, select, none {hostPort와 같은 포트} other {이 포트들({ports}) 가운데 하나}}로 Service에 가는 패킷이 Service 대신 hostPort의 Pod로 갑니다.',
  'evidence.next.hostport-before-services':
    'iptables-legacy-save -t nat과 iptables-nft-save -t nat을 비교하십시오. 한 테이블에서 KUBE-SERVICES가 CNI-HOSTPORT-DNAT보다 앞에 있어야 합니다. 둘이 다른 도구로 쓰였다면 kube-proxy와 portmap 플러그인이 같은 도구를 쓰게 하십시오. 아니면 hostPort 대신 hostNetwork나 nodePort를 쓰거나, Service의 주소가 노드에 없는 iptables나 nftables 모드로 하십시오.',
  'evidence.node-address-claimed':
    '{service}의 주소 {address}{node, select, none {를} other {은(는) Node {node}의 주소이고, 이것을}} IPVS 모드의 kube-proxy가 모든 노드의 kube-ipvs0에 둡니다. {node, select, none {Node나 라우터, 다른 컴퓨터의 주소라면 노드에서 그 주소로는 거기에 닿지 않습니다} other {그래서 {node} 자신 말고는 어느 노드에서도 그 주소로 {node}에 닿지 않습니다}}. 그리로 보낸 것이 보낸 노드 자신에서 끝납니다{ports, select, none {} other {({ports}만 Service로 갑니다)}}.',
  'evidence.next.node-address-claimed':
    '{node, select, none {kubectl get nodes -o wide와 ip -4 addr show kube-ipvs0로 {address}이(가) Node의 주소인지 보십시오. 그렇다면} other {}} {service}에 어느 컴퓨터에도 없는 주소를 주십시오(nodePort에는 필요 없음). 아니면 kube-proxy를 다른 모드로 하십시오.',
} satisfies Translated<typeof EN.LOG_CAUSE_PHRASES>;
