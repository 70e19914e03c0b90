import type * as EN from '../../en/phrases/ruleless';
import type { Translated } from '../../translated';

/** Sentences on a pasted text of which nothing is read. */
export const RULELESS_PHRASES = {
  'analysis.text.empty': '빈 텍스트입니다. iptables-save나 nft list ruleset 같은 명령의 출력을 붙여 넣으십시오.',
  'analysis.text.command':
    '명령{count, plural, =1 {} other { #개}}만 있고({command}) 그 출력이 없습니다. 실행한 뒤 출력을 붙여 넣으십시오.',
  'analysis.text.command-unread':
    '{command}의 출력이며 여기서는 읽지 않습니다. 규칙도 주소도 알려 주지 않습니다. 같은 노드의 iptables-save나 nft list ruleset 출력을 추가하십시오.',
  'analysis.text.failed-command':
    '명령이 실패했습니다: {message} 이 텍스트에는 읽을 출력이 없습니다. 노드에서 root로 실행한 뒤 출력을 붙여 넣으십시오.',
  'analysis.text.failed':
    '명령이 실패했습니다: {message} 하려던 일은 되지 않았고, 여기서 읽을 출력도 없습니다. 지금 있는 것을 보려면 노드의 iptables-save나 nft list ruleset 출력을 붙여 넣으십시오.',
  'analysis.text.failed-log':
    '프로그램이 실패를 로그에 남겼습니다(‘{message}’). 원인은 그 줄에 있으며 규칙은 없습니다. 그 앞의 줄들과 프로그램의 이름과 버전을 보면 더 알 수 있습니다.',
  'analysis.text.refused-rule':
    '규칙이 거부되었습니다: {message} 규칙에 필요한 것이 커널에 없거나{asks, select, none {} other {(이 텍스트에서는 {asks})}}, 규칙에 나온 이름의 체인, 집합, 맵이 없을 때 nft가 이렇게 말합니다. 같은 트랜잭션의 다른 규칙도 적용되지 않았습니다. 노드의 uname -r, lsmod, nft list ruleset 출력을 붙여 넣으십시오.',
  'analysis.text.prose':
    '글로만 된 텍스트입니다. 무엇이 안 되는지 적혀 있지만 원인을 밝히는 것은 없습니다. 원인을 가르는 명령: {symptom, select, hostPort {kubectl get pods -A -o wide로 Pod와 노드를 찾고, 그 노드에서 iptables-save -t nat | grep CNI-를 실행하십시오. hostPort의 규칙은 Pod가 시작할 때 쓰이고, 나중에 테이블을 비우면 없어집니다} nodePort {kubectl get service 이름 -o yaml(externalTrafficPolicy가 Local이면 Pod가 있는 노드만 답합니다), kubectl get endpointslices, 답하지 않는 노드의 iptables -S FORWARD(DROP 정책), ip route(다른 노드의 Pod로 가는 길), 앞의 방화벽입니다} loadBalancer {kubectl get service 이름 -o yaml(주소와 externalTrafficPolicy), 같은 네트워크의 머신에서 ip neigh나 arping 주소(누가 답하는지), 주소를 주는 프로그램의 pool과 로그입니다} names {Pod에서 nslookup kubernetes.default를 실행하고, 뒤에 CoreDNS Pod의 주소를 붙여 한 번 더 실행하십시오. 뒤의 것만 답하면 Service의 규칙, 둘 다 답하지 않으면 CoreDNS가 준비되지 않았거나(kubectl -n kube-system get pods -l k8s-app=kube-dns -o wide) 그곳으로 가는 길이 문제입니다. kubectl -n kube-system logs -l k8s-app=kube-dns도 보십시오} clusterIP {kubectl get endpointslices(준비된 것이 있는지), 같은 곳에서 curl 엔드포인트:포트(이것이 실패하면 Service의 문제가 아닙니다), conntrack -L -d CLUSTERIP입니다} other {Pod에서 같은 노드와 다른 노드의 Pod로 ping과 curl, 두 노드의 ip route, 뒤 노드의 tcpdump -ni any host Pod(도착하는지, 응답이 나가는지)입니다}}. 그다음은 그 노드의 규칙입니다. {by, select, cilium {cilium-dbg service list, cilium-dbg bpf lb list, cilium-dbg status --verbose} other {{rules}}}의 출력을 붙여 넣으십시오.',
  'analysis.text.crashed':
    '프로그램이 비정상 종료했습니다(‘{message}’). {does, select, reads {목록을 보던 중이라 바뀐 것은 없고, 있던 규칙은 그대로 적용됩니다.} writes {바꾸려던 것은 하나도 적용되지 않았고, 전에 있던 것은 남아 있습니다.} other {무엇을 하던 중인지는 알 수 없습니다.}} 이미지와 노드의 버전을 비교하십시오(nft --version, iptables --version).',
  'analysis.text.no-json':
    'JSON이 없는 nft입니다: {message} nftables 모드의 kube-proxy는 nft --json으로 지금 있는 것을 읽으므로 이 nft로는 일할 수 없습니다. 이미지에서 nft --version --verbose를 확인하십시오.',
  'analysis.text.client-error':
    '프로그램에 따르면 {from, select, none {} other {{from}에서 }}{to}/{proto}에 요청했지만 {how, select, timeout {응답이 없었습니다} refused {거부되었습니다} reset {도중에 끊겼습니다} other {가는 길이 없었습니다}}{count, plural, =1 {} other {(이런 줄이 모두 #개)}}. 이것은 규칙이 아닙니다. 프로그램이 있는 노드의 iptables-save나 nft list ruleset, ip route, conntrack -L 출력을 붙여 넣으십시오.',
  'analysis.text.log':
    '프로그램이 한 일을 적은 로그 {count}줄이며, 규칙은 없고 문제를 말하는 것으로 알려진 줄도 없습니다. 프로그램이 있는 노드의 iptables-save나 nft list ruleset 출력(Windows라면 hnsdiag list loadbalancers -d)을 붙여 넣으십시오.',
  'analysis.text.did':
    'kubectl이 한 일({said})만 있고 지금의 상태는 없습니다. kubectl get services,endpointslices,pods,nodes -A -o yaml이나 노드의 iptables-save 출력을 붙여 넣으십시오.',
  'analysis.text.cni-plugins':
    '설치된 CNI 프로그램의 목록({names})입니다. 어느 것이 Pod를 연결하는지는 설정에 있습니다. /etc/cni/net.d의 파일과 노드의 iptables-save 출력을 붙여 넣으십시오.',
  'analysis.text.cni-files':
    'CNI 설정 {file}을(를) 비롯한 파일 목록이며 내용은 없습니다. 그 내용을 붙여 넣으십시오(cat /etc/cni/net.d/{file}).',
  'analysis.text.cni-error':
    'CNI의 오류입니다: {message}. 규칙에 대해서는 알려 주지 않습니다. 플러그인은 컨테이너 런타임이 변수와 설정을 주어 실행합니다. /etc/cni/net.d의 파일을 붙여 넣으십시오.',
  'analysis.text.keepalived':
    'keepalived의 설정입니다{count, plural, =0 {} other {(가상 서비스 #개)}}. 리눅스 가상 서버에 요청하는 내용일 뿐 커널에 있는 것은 아닙니다. 같은 머신의 ipvsadm -Ln 출력을 붙여 넣으십시오.',
  'analysis.text.pods-unaddressed':
    '{from}번째 줄부터의 Pod 목록에는 주소가 없어 패킷을 주고받을 수 없습니다. kubectl get pods -A -o wide의 출력을 붙여 넣으십시오.',
} satisfies Translated<typeof EN.RULELESS_PHRASES>;
