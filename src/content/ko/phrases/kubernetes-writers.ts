import type * as EN from '../../en/phrases/kubernetes-writers';
import type { Translated } from '../../translated';

/** Sentences on programs that write rules on a node besides kube-proxy, and on what they do to one another. */
export const WRITER_PHRASES = {
  'kubernetes.writers.by-kubelet': 'kubelet이 시작할 때 쓰고, 카나리아가 사라지면 다시 씁니다.',
  'kubernetes.writers.by-docker': 'Docker가 시작할 때 씁니다.',
  'kubernetes.writers.by-firewalld': 'firewalld가 시작할 때, 그리고 다시 불러올 때마다 씁니다.',
  'kubernetes.writers.by-hostports': 'kubelet(1.23까지의 dockershim)이 노드에 있는 Pod의 hostPort를 위해 씁니다.',
  'kubernetes.writers.by-flannel': 'flanneld가 씁니다. 클러스터 네트워크 밖에서는 Pod가 노드의 주소로 보입니다.',
  'kubernetes.writers.by-ip-masq-agent':
    'ip-masq-agent가 씁니다. 사설 네트워크로 갈 때는 Pod의 주소를 그대로 쓰고, 그 밖으로 갈 때는 노드의 주소를 씁니다.',
  'kubernetes.writers.by-calico':
    'kube-proxy가 아니라 정책 엔진(Calico의 Felix와 같은 체인)이 NetworkPolicy와 노드의 Pod를 보고 쓴 규칙입니다.',
  'kubernetes.writers.by-nodelocaldns':
    'node-local-dns가 쓰고 1분마다 그대로 있는지 봅니다. 여기에 묻는 패킷은 추적되지 않으므로 kube-proxy의 규칙이 변환하지 않습니다(문서에 따른 것이며 기록한 적은 없습니다).',
  'kubernetes.writers.dns-not-here':
    '{mode} 모드에서 {node}의 DNS 캐시는 아무 일도 하지 않습니다. kube-dns로 가는 것은 iptables 규칙이 보기 전에 변환됩니다. 끄십시오. Cilium에는 이런 캐시를 위한 Local Redirect Policy가 있습니다.',
  'kubernetes.writers.dns-no-service':
    '{node}의 DNS 캐시가 Service kube-system/kube-dns를 찾지 못합니다. 클러스터의 이름을 아는 곳이 없습니다. 53번 포트를 듣는 Pod와 함께 추가하십시오.',
  'kubernetes.writers.dns-no-upstream':
    '{node}의 DNS 캐시는 kube-dns의 주소를 직접 가지므로 같은 Pod에 Service kube-system/kube-dns-upstream으로 묻는데, 그 Service가 없습니다. 모든 이름에 SERVFAIL로 응답합니다. 그 Service를 추가하십시오. nodelocaldns.yaml에 들어 있습니다.',
  'kubernetes.writers.dns-ipvs':
    'ipvs 모드에서는 kube-dns의 clusterIP가 kube-ipvs0에 있으므로 {node}의 DNS 캐시는 {address}에서만 듣습니다. kubelet의 --cluster-dns가 그 주소여야 하며, 여기서는 {node}의 Pod에 그렇게 되어 있습니다.',
  'kubernetes.writers.docker-forward':
    '{node}의 Docker가 FORWARD 정책을 DROP으로 바꿨습니다. 허용하는 규칙이 없는 패킷은 포워딩되지 않습니다. kube-proxy는 자신이 표시한 패킷과 이미 맺어진 연결만 허용합니다. 정책을 되돌리거나(iptables -P FORWARD ACCEPT) Pod 네트워크가 자기 주소를 허용하게 하십시오.',
  'kubernetes.writers.firewalld-forward':
    '{node}의 firewalld는 INPUT과 FORWARD를 거부 규칙으로 끝냅니다. 새 연결은 ICMP와 노드로 가는 ssh, 그리고 kube-proxy나 다른 프로그램이 앞선 규칙으로 허용한 것(kube-proxy는 자신이 표시한 것)만 지나갑니다. firewalld를 멈추거나 Pod 네트워크를 trusted 존에 넣으십시오.',
  'kubernetes.writers.flushed':
    '{node}의 firewalld가 {programs}보다 나중에 시작하거나 다시 불러오면서 모든 테이블을 비웠습니다. 저마다 다시 쓸 때까지(kube-proxy는 다음 전체 동기화) 규칙이 없습니다.',
  'kubernetes.writers.mark-bit':
    'masqueradeBit 15는 {node}의 kubelet이 폐기할 패킷을 표시하는 비트입니다. kube-proxy가 마스커레이드하려는 패킷을 KUBE-FIREWALL이 폐기합니다. kube-proxy에 다른 비트를 지정하십시오.',
  'kubernetes.writers.leftover':
    '{node}의 kube-proxy는 {mode} 모드 전에 {left} 모드로 실행되었고 아무도 정리하지 않았습니다. 남은 규칙이 여전히 동작합니다. 그 노드에서 kube-proxy --cleanup을 실행하거나 노드를 재시작하십시오.',
  'kubernetes.writers.leftover-cleaned':
    '{left} 모드가 {node}에 남긴 것은 없어졌습니다. kube-proxy {release}은(는) {mode} 모드로 시작할 때 이를 지웁니다.',
  'kubernetes.writers.node-port-first':
    '{node}의 포트 {port}은(는) {pod}의 hostPort이면서 {service}의 nodePort입니다. kube-proxy의 규칙이 먼저 적용되기 때문에 Service가 포트를 차지하고 Pod에는 이 포트로 닿지 않습니다. 둘 중 하나의 포트를 바꾸십시오.',
  'kubernetes.writers.host-port-twice':
    '{node}의 포트 {port}은(는) {first}의 hostPort이면서 {pod}의 hostPort입니다. kubelet은 둘 중 하나, 여기서는 앞의 것만 받아들이고 {pod}은(는) 이 노드에서 시작하지 못합니다. 그 hostPort로 이어지는 규칙은 없습니다. 다른 노드로 옮기거나 포트를 바꾸십시오.',
  'kubernetes.writers.host-port-first':
    '{node}의 포트 {port}은(는) {pod}의 hostPort이면서 {service}의 nodePort입니다. hostPort는 IPVS가 패킷을 보기 전에 PREROUTING에서 변환되므로 Pod가 포트를 차지하고 Service에는 이 포트로 닿지 않습니다. 둘 중 하나의 포트를 바꾸십시오.',
  'kubernetes.writers.last-chain-first':
    '{node}의 포트 {port}은(는) {pod}의 hostPort이면서 {service}의 nodePort입니다. 둘은 같은 우선순위에서 변환되며 나중에 만들어진 체인을 먼저 거칩니다. 여기서는 iptables에 있는 hostPort의 체인입니다. kube-proxy가 더 늦게 시작했다면 Service가 포트를 차지합니다. 둘 중 하나의 포트를 바꾸십시오.',
  'kubernetes.writers.hostports-gone':
    '1.24부터 kubelet에는 자체 hostPort 규칙이 없습니다(dockershim 제거). {node}의 {release}에서는 CNI의 portmap 플러그인이 씁니다.',
  'kubernetes.writers.no-engine':
    '{node}에 정책 엔진이 없습니다. {policies}은(는) 그 노드에서 아무도 시행하지 않는 객체일 뿐입니다. calico를 켜십시오.',
  'kubernetes.writers.two-masquerade':
    '{node}의 {programs}이(가) 모두 클러스터 네트워크를 떠나는 패킷을 마스커레이드합니다. 먼저 묻는 규칙이 정하므로, 다른 쪽이 그대로 두려던 패킷도 주소가 바뀝니다.',
  'kubernetes.writers.stopped':
    '{node}의 kube-proxy가 멈춰 있습니다. 규칙은 그대로 남고 클러스터가 바뀌어도 반영되지 않습니다. 다시 시작하십시오.',
} satisfies Translated<typeof EN.WRITER_PHRASES>;
