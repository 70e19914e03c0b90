import type * as EN from '../../en/phrases/evidence';
import type { Translated } from '../../translated';

/** Sentences on findings in texts, which the window for pasting loads with its list, and on guesses a verdict hangs on. */
export const EVIDENCE_PHRASES = {
  'evidence.hangs': '이 결과는 추정에 달려 있습니다. {guess}. 확인하는 명령: {command}',
  'evidence.rests': '{guess}. 확인하는 명령: {command}',
  'evidence.guess.pods':
    'Service 뒤의 Pod를 알려 주는 객체가 없습니다. {name}은(는) 받는 포트까지 만들어 넣은 것입니다',
  'evidence.guess.readiness': 'Pod {name}이(가) Ready인지 알려 주는 status가 없어 Ready로 보았습니다',
  'evidence.guess.listener':
    'Pod {name}의 컨테이너가 {port} 포트를 선언하지 않았습니다({declared, select, none {선언한 포트가 없음} other {선언한 포트: {declared}}}). 127.0.0.1만이 아니라 모든 주소에서 받는 프로세스가 있다고 보았습니다',
  'evidence.guess.containers':
    'Pod {name}의 컨테이너가 텍스트에 없습니다. Service가 보내는 포트에서 받는다고 보았습니다',
  'evidence.guess.silence':
    '{declared, select, none {Pod {name}의 컨테이너가 선언한 포트가 없습니다} other {Pod {name}의 컨테이너가 선언한 포트는 {declared}이지만 선언만으로는 어디서 받는지 알 수 없습니다}}. {port} 포트에서는 받지 않는다고 보았습니다',
  'evidence.guess.namesake':
    '{name}이(가) {service}의 엔드포인트인지 알려 주는 텍스트가 없어, 이름을 보고 그렇다고 보았습니다',
  'evidence.guess.unnamed':
    '{name}의 엔드포인트 가운데 적어도 {count}개는 목록에 이름이 없어, 그리로 가는 패킷이 어떻게 되는지와 확률을 알 수 없습니다',
  'evidence.guess.node-addresses': 'Node {count}개의 주소를 이름에서 가져왔습니다: {names}',
  'evidence.guess.announcer':
    '{by, select, nobody {{address}을(를) 누가 알리는지 텍스트에 없습니다. MetalLB의 풀만 있고 알리는 객체가 없으므로 어느 노드도 패킷을 받지 못할 수 있습니다} metallb {MetalLB의 speaker가 클라이언트의 네트워크에서 {address}에 대해 응답하여 노드가 패킷을 받는다고 보았습니다} other {{address}(으)로 가는 패킷을 무언가가 노드로 가져온다고 보았습니다}}. kube-proxy의 규칙은 그 일을 하지 않습니다',
  'evidence.guess.backing':
    '{names} 뒤에 어떤 Pod가 있는지 알려 주는 텍스트가 없어 {kind, select, made {{count}개를 만들어 넣었습니다} other {이름이 그런 Pod로 보았습니다}}',
  'evidence.guess.control-plane': 'Service kubernetes와 API 서버를 알려 주는 객체가 없어 {address}에 만들어 넣었습니다',
  'evidence.pod-cut':
    'Pod {name}의 컨테이너가 텍스트에 없습니다. 설명이 그 앞에서 잘려 무엇을 받는지, Ready인지 알 수 없습니다.',
  'evidence.next.pod-cut': 'kubectl -n {namespace} get pod {pod} -o yaml의 출력을 붙여 넣으십시오.',
  'evidence.guess.holder':
    '{at}의 경로와 주소 {address}의 주인을 알려 주는 텍스트가 없습니다. 텍스트에 나오는 것 가운데는 없고, 클러스터 둘레는 나오지 않습니다',
  'evidence.guess.routes': '{at}의 경로를 알려 주는 텍스트가 없어 거기로 가는 경로가 없다고 보았습니다',
  'evidence.guess.logged':
    '텍스트에 머신의 규칙이 없는데, 그 가운데 하나가 이런 패킷을 로그에 남겼습니다{prefix, select, none {} other {(‘{prefix}’)}}. 막는 규칙이 없다고 보았습니다',
  'evidence.guess.gateway':
    '머신에는 {address}(으)로 가는 경로가 기본 경로뿐이고 {gateway}의 경로를 알려 주는 텍스트가 없습니다. 그 라우터가 그 Pod로 가는 길을 안다고 보았습니다',
  'evidence.guess.cilium':
    '{part, select, flags {여기서는 Cilium이 Service를 맡습니다. 플래그는 기본값, 네트워크는 터널로 보았습니다} unread {여기에는 Cilium이 돌고, 그 프로그램이 이 패킷에 하는 일은 규칙에도 텍스트에도 없습니다} beside {여기서는 Cilium이 kube-proxy 옆에 있습니다. Pod의 패킷에 그 프로그램이 어느 Pod를 고르는지 알 수 없고, Pod는 Cilium의 장치에 연결되지만 여기서는 지어낸 브리지를 거칩니다} other {여기에는 Cilium이 돌고, kube-proxy의 규칙을 만나기나 하는지 알 수 없습니다. 여기서는 그 규칙과 지어낸 브리지를 거칩니다}}',
  'evidence.guess.ovn':
    'OVN의 로드 밸런서 목록이 있습니다. 여기서는 OVN-Kubernetes가 Open vSwitch의 flow로 Service를 맡으며, 이 패킷은 kube-proxy가 썼을 규칙을 따라간 것입니다',
  'evidence.guess.no-rules':
    '텍스트에 노드의 규칙이 없는데 {address}은(는) {name}의 주소입니다. 변환하는 것이 없다고 보았습니다',
  'evidence.guess.hairpin':
    'Pod {name}의 브리지 포트가 자기 패킷을 되돌려 주는 hairpin 모드인지 알려 주는 텍스트가 없어, 그렇다고 보았습니다',
  'evidence.guess.place':
    '{name}이(가) 어느 Node에 있는지 알려 주는 텍스트가 없어 {node}에 두었습니다. Local 정책은 여기에 달려 있습니다',
  'evidence.guess.all-ready':
    'Pod {count}개가 Ready인지 알려 주는 텍스트가 없어, 모두 Ready이고 선언한 포트에서 받는다고 보았습니다',
  'evidence.guess.nodes': 'Node를 알려 주는 것이 없어 이름과 주소까지 {count}개를 만들어 넣었습니다',
  'evidence.guess.release': 'Kubernetes 릴리스를 알려 주는 것이 없어 {release}(으)로 보았습니다',
  'evidence.guess.mode':
    'kube-proxy 모드를 알려 주는 것이 없어 {mode}(으)로 보았습니다{kind, select, kind {(kind의 기본값)} other {}}',
  'evidence.no-pod-selected':
    '{name}의 셀렉터({selector})에 맞는 Pod가 {where, select, elsewhere {같은 네임스페이스에 없습니다. 다른 네임스페이스에는 있습니다: {pods}} other {텍스트에 없습니다. 있는 Pod: {pods}}}. 엔드포인트가 없습니다.',
  'evidence.next.selector':
    'Pod와 같은 네임스페이스에서 Service의 셀렉터를 Pod의 레이블에 맞추십시오. 그러면 kubectl get endpointslices에 나타납니다.{patch, select, none {} other { 텍스트의 레이블대로라면 {patch}.}}',
  'evidence.headless-port':
    '{name}은(는) 헤드리스인데 port {port}이(가) targetPort {target}와(과) 다릅니다. 클라이언트는 DNS에서 Pod의 주소를 바로 받아 {port}(으)로 요청하고, 포트를 바꿔 주는 것이 없어 받는 프로세스가 없습니다.',
  'evidence.next.headless-port':
    '{target} 포트로 요청하거나, 컨테이너가 {port}에서 받게 하십시오. 또는 clusterIP: None을 지워 kube-proxy가 {port}을(를) {target}(으)로 바꾸게 하십시오.',
  'evidence.target-name':
    '{name}은(는) 이름이 “{target}”인 포트로 보내는데 {pods}의 컨테이너에는 그런 이름의 포트가 없습니다(있는 포트: {names, select, none {없음} other {{names}}}). 엔드포인트에 그 포트가 빠집니다.',
  'evidence.next.target-name': 'containerPort에 “{target}”(이)라는 이름을 주거나 targetPort에 번호를 쓰십시오.',
  'evidence.target-port':
    '{name}은(는) {target}(으)로 보내는데 {pods}의 컨테이너가 선언한 포트는 {declared}뿐입니다. 선언 없이 받는 프로세스가 없으면 연결이 거부됩니다.',
  'evidence.target-protocol':
    '{name}은(는) {target}(으)로 보내는데 {pods}의 컨테이너는 그 포트를 다른 프로토콜로 선언했습니다: {declared}.',
  'evidence.next.target-port':
    'Pod 안에서 ss -lntu로 받는 포트를 확인하고 {name}의 targetPort와 프로토콜을 맞추십시오.{patch, select, none {} other { 선언된 포트에서 받는다면 {patch}.}}',
  'evidence.not-ready':
    '{name}의 Pod {count}개가 Ready가 아니어서 트래픽을 받지 않습니다: {pods}{all, select, all {. 다른 Pod가 없어 준비된 엔드포인트가 없습니다} other {}}.',
  'evidence.perhaps-not-ready':
    '{pods}이(가) Ready가 아니며 {name}이(가) 선택하는 Pod인지는 텍스트에 없습니다(셀렉터: {selector}. kubectl get pods --show-labels로 확인). Ready가 아닌 Pod는 트래픽을 받지 않습니다.',
  'evidence.next.not-ready':
    '이유는 kubectl -n {namespace} describe pod {pod}에 있습니다. readiness probe나 실행되지 않는 컨테이너를 보십시오.',
  'evidence.local-policy':
    '{name}의 externalTrafficPolicy가 Local이어서, 준비된 엔드포인트가 없는 Node는 밖에서 온 패킷을 폐기합니다{nodes, select, none {} other {(엔드포인트가 없는 Node {count}개: {nodes}{how, select, named {. Pod의 이름을 보고 판단함} other {}})}}.',
  'evidence.next.local-policy':
    '엔드포인트가 있는 Node로만 보내거나{type, select, balancer {(밸런서는 상태 확인 포트 {health, select, 0 {} other {{health}}}에 묻고, 엔드포인트가 없으면 실패로 봄)} other {}}, 요청받는 Node마다 Pod를 두거나, externalTrafficPolicy를 Cluster로 바꾸십시오. Cluster면 클라이언트의 주소가 사라집니다: {patch}.',
  'evidence.pending-balancer':
    '{name}이(가) 주소를 기다립니다. 로드 밸런서 컨트롤러가 주소를 주지 않았습니다(EXTERNAL-IP pending). Kubernetes 자체는 주소를 주지 않습니다. 그때까지 밖에서는 {ports, select, none {텍스트에 나오지 않는 노드 포트} other {노드 포트({ports})}}로만 닿습니다.',
  'evidence.next.pending-balancer':
    '{where, select, minikube {minikube는 다른 터미널에서 minikube tunnel(kubectl이 아니라 minikube의 명령)이 실행되는 동안에만 줍니다. minikube service {name} -n {namespace} --url에는 필요 없습니다.} k3s {k3s의 ServiceLB는 svclb-{name}-… Pod가 돌면 Node의 주소를 줍니다. kubectl -n kube-system get pods | grep svclb-{name}, Pending이면 그 Pod를 kubectl -n kube-system describe pod(포트가 쓰이는 중). k3s를 --disable=servicelb로 시작했다면 다른 컨트롤러가 주어야 합니다.} microk8s {microk8s enable metallb:FIRST-LAST, Node와 같은 네트워크의 주소로.} kind {kind에는 로드 밸런서가 없습니다. 옆에 cloud-provider-kind를 돌리거나 docker 네트워크(docker network inspect kind)의 주소로 MetalLB를 설치하십시오.} metallb {kubectl -n {namespace} describe svc {name}(metallb-controller의 Events), kubectl -n metallb-system get ipaddresspools,l2advertisements,pods: 남은 주소가 있는 풀과 도는 컨트롤러.} cloud {kubectl -n {namespace} describe svc {name}의 Events에 클라우드의 컨트롤러가 한 말(할당량, 권한, 태그 없는 서브넷)이 나옵니다. 이벤트가 없으면 돌지 않거나 Service를 보지 않습니다(spec.loadBalancerClass).} other {kubectl -n {namespace} describe svc {name}의 Events에 컨트롤러가 시도했는지 나옵니다. 클라우드 밖이라면 MetalLB, kube-vip, k3s의 ServiceLB 같은 것을 설치하고 줄 수 있는 주소를 정하십시오.}}',
  'evidence.arp-answers':
    'kube-ipvs0에 주소가 {count}개 있고({addresses}) net.ipv4.conf.all.arp_ignore가 0이어서, 머신이 모든 장치에서 그 주소의 ARP에 답합니다. 같은 Service가 있는 노드마다 그러므로, MetalLB나 kube-vip가 어느 노드를 골랐든 이웃이 로드 밸런서의 주소를 어느 노드로 알지가 바뀝니다.',
  'evidence.next.arp-answers':
    'kube-proxy의 설정(kube-system의 ConfigMap kube-proxy)에서 ipvs.strictARP를 true로 하고 그 Pod를 다시 시작하십시오. 그러면 kube-proxy가 arp_ignore를 1로, arp_announce를 2로 둡니다.',
  'evidence.misnamed-slice':
    'EndpointSlice {slice}{owner, select, none {에는 레이블 kubernetes.io/service-name이 없어서 어느 Service의 것도 아닙니다} other {의 Service는 {owner}인데 텍스트에 없습니다}}. {alike, select, yes {slice의 이름이 무엇이든 둘을 잇는 것은 이 레이블뿐입니다. {service}에는 이 slice의 엔드포인트가 없고, 다른 것이 없으면 연결은 거부됩니다.} other {텍스트에 셀렉터가 나오지 않는 {service}을(를) 가리키는, 엔드포인트가 있는 slice는 없습니다. 다른 것이 없으면 엔드포인트가 없고 연결은 거부됩니다.}}',
  'evidence.next.misnamed-slice':
    '둘이 한 쌍이라면 kubectl -n {namespace} label --overwrite endpointslice {slice} kubernetes.io/service-name={service} 명령을 실행하십시오. slice를 쓰는 컨트롤러가 있다면 그것도 이 레이블을 넣어야 합니다. 아니면 다시 없어집니다.',
  'evidence.unnamed-endpoints':
    '{called, select, unnamed {{service}의 포트 {ports}에는 이름이 없는데, slice에는 이름 없는 포트가 없습니다} other {{service}의 slice에 이름이 {ports}인 포트가 없습니다}}(있는 이름: {names}). Service와 slice는 포트의 이름으로 이어지므로 그 포트에는 엔드포인트가 없습니다.',
  'evidence.next.unnamed-endpoints':
    'slice(또는 Endpoints)의 포트에 Service의 포트와 같은 이름을 주십시오{named, select, no {(여기서는 이름 없음)} other {}}. 엔드포인트가 모든 포트에서 받는다면 전체는 {fix}입니다.',
  'evidence.no-pod-route':
    '{node}의 Pod로 가는 경로가 없습니다. {pod}은(는) 어디에도 없는 주소처럼 {gateway}(으)로 갑니다. 다른 Node의 Pod에는 따로 경로가 있습니다({like}). 그 라우터가 길을 모르면 패킷은 거기서 사라집니다.',
  'evidence.next.no-pod-route':
    '그 경로는 Pod 네트워크의 프로그램이 씁니다(flannel, Calico, 클라우드의 컨트롤러). 이 노드에서 그 로그를 보고, kubectl get node {node} -o yaml에서 podCIDR과 알리는 주소를 확인하십시오. 손으로는 ip route add {node}의-podCIDR via {node}의-주소입니다.',
  'evidence.vip':
    '{own} 네트워크에 속한 {address}이(가) {device}에 따로 있습니다. kube-vip이나 keepalived가 응답할 머신에 두는 가상 주소이며, 지금은 이 머신이 응답합니다.',
  'evidence.next.vip':
    '같은 네트워크의 다른 머신에서 arping {address}을(를) 실행하면 {device}의 링크 주소 하나만 나와야 합니다. 나머지 머신의 ip addr | grep {address}에는 아무것도 나오지 않아야 합니다.',
  'evidence.node-excluded':
    'Node {count}개({nodes})에 레이블 node.kubernetes.io/exclude-from-external-load-balancers가 있습니다. 로드 밸런서는 그리로 보내지 않고 MetalLB는 2024년 초부터 이를 따르며 ignoreExcludeLB를 켜지 않으면 거기서 주소를 알리지 않습니다{left, plural, =0 {. 텍스트에 남은 Node가 없습니다} other {}}.',
  'evidence.next.node-excluded':
    '밖에서 오는 트래픽을 받아야 한다면: kubectl label node NAME node.kubernetes.io/exclude-from-external-load-balancers-',
  'evidence.node-port-some-nodes':
    'NodePort(또는 로드 밸런서의 주소)가 자기 Pod가 있는 노드에서만 응답하는 원인은 셋 중 하나입니다. Service에 externalTrafficPolicy: Local이 있거나(그렇다면 의도된 동작입니다), 다른 노드가 포워딩할 것을 폐기하거나(FORWARD의 정책 DROP, 또는 net.ipv4.ip_forward = 0), 다른 노드의 Pod로 가는 길(podCIDR로 가는 경로나 터널)이 없습니다.',
  'evidence.next.node-port-some-nodes':
    'kubectl get svc -A -o custom-columns=NAME:.metadata.name,POLICY:.spec.externalTrafficPolicy, 그다음 응답하지 않는 노드에서: iptables -S FORWARD; sysctl net.ipv4.ip_forward; ip route get POD-IP',
  'evidence.shared-port-name':
    '{name}은(는) 포트를 이름 {target}에 따라 찾는데, Pod {pod}의 여러 컨테이너에 그 이름의 포트가 있습니다. 첫 번째 {first}번만 쓰이므로 {others}번은 어느 엔드포인트에도 없습니다.',
  'evidence.next.shared-port-name':
    '컨테이너의 포트마다 다른 이름을 주고 Service에 포트를 하나씩 두거나({target} {first}, {others}) Service를 하나씩 두십시오.',
  'evidence.pool-unannounced':
    '텍스트에 MetalLB의 풀 {count}개는 있지만({pools}) L2Advertisement나 BGPAdvertisement가 없습니다. 클러스터에도 없다면 Service는 주소를 받지만 아무도 알리지 않습니다. 노드에서는 kube-proxy의 규칙이 있어 응답하고, 밖에서는 그 주소에 답하는 머신이 없습니다.',
  'evidence.next.pool-unannounced':
    'kubectl -n {namespace} get l2advertisements,bgpadvertisements로 확인하십시오. 없으면 적용하십시오.\n{yaml}',
  'evidence.kind-mapping':
    'kind 설정의 extraPortMappings({ports}) 항목이 가리키는 노드 포트는 텍스트의 nodePort나 hostPort가 아닙니다({open, select, none {하나도 없음} other {있는 것: {open}}}). 거기에는 받는 것이 없습니다.',
  'evidence.kind-unmapped':
    '{name}의 nodePort가 kind 설정의 extraPortMappings에 없습니다. 노드의 주소로는 응답하지만 호스트의 localhost로는 닿지 않습니다.',
  'evidence.kind-host':
    '호스트의 {host} 포트는 컨테이너 런타임의 매핑으로 nodePort {port}에 이어집니다. 그 구간은 여기서 따라가지 않고, 노드부터 따라갑니다.',
  'evidence.next.kind-host':
    '노드 컨테이너의 docker port로 {host}이(가) 매핑되었는지, 호스트의 어느 주소인지 확인하십시오.',
  'evidence.chain-left-out': '규칙이 {chain}(으)로 점프하는데 발췌에 그 체인이 없어 어디로 가는지 알 수 없습니다.',
  'evidence.next.chain-left-out':
    'iptables-save -t {table} | grep KUBE- 로 그 체인과 이어지는 체인이 모두 나옵니다. 주소로 grep하면 점프만 나옵니다.',
  'evidence.idle-server':
    '{name}에 가중치가 0인 서버가 있습니다({servers}). 있던 연결만 이어 가고 새 연결은 받지 않습니다.',
  'evidence.next.idle-server':
    '엔드포인트가 사라지는 동안 kube-proxy가 가중치를 0으로 둡니다. 종료 중인지 kubectl get endpointslices로 확인하십시오. 오래전에 사라졌다면 마지막 연결을 기다리는 중입니다.',
  'evidence.other-endpoints':
    '{name}의 규칙과 kubectl의 목록이 다릅니다. {gone, select, none {} other {규칙이 가리키는 {gone}은(는) kubectl에 없습니다. }}{missing, select, none {} other {kubectl에 있는 {missing}(으)로 가는 규칙이 없습니다.}}',
  'evidence.next.other-endpoints':
    '같은 때에 얻은 것이면 kube-proxy가 뒤처진 것입니다. 로그에서 동기화하지 못하는 이유를 찾으십시오. 아니면 둘 다 다시 얻으십시오.',
  'evidence.no-endpoints-told': '{name}에 엔드포인트가 없습니다. 텍스트의 목록이 비어 있습니다. 연결이 거부됩니다.',
  'evidence.next.no-endpoints-told':
    'kubectl get pods --show-labels로 셀렉터{selector, select, none {} other {({selector})}}에 맞는 Pod가 있는지, Ready인지 확인하십시오.',
  'evidence.next.kind-mapping':
    '매핑의 containerPort를 Service의 nodePort와 같게 하고 클러스터를 다시 만드십시오. 매핑은 만들 때만 읽습니다.',
  'evidence.entry.untranslated':
    '{from}이(가) {to}{service, select, none {(설치 도구가 기본으로 쓰는 Service 대역 {range}의 주소)} other {({service})}}에 요청했는데, 항목을 보면 아무것도 변환되지 않았습니다. 응답을 {leads}에서 기다립니다{seen, select, new {} other {. 응답은 없었습니다(UNREPLIED)}}. 항목이 생길 때 엔드포인트로 보낸 것이 없었고, 항목이 남아 있는 동안({seconds}초, 같은 포트의 패킷마다 갱신) nat을 다시 거치지 않습니다.',
  'evidence.entry.translated':
    '{from}이(가) {to}에 요청했고 변환되어 {leads}(으)로 {source, select, kept {출발지 그대로 갔습니다} other {출발지 {source}(으)로 갔습니다}}. {seen, select, new {첫 패킷의 이벤트라 응답이 있었는지는 알 수 없습니다.} other {이 노드를 지나 돌아온 응답이 없습니다(UNREPLIED).}}',
  'evidence.entry.plain':
    '{from}이(가) {to}에 요청했고 목적지는 변환되지 않았습니다{source, select, kept {} other {. 출발지는 {source}(으)로 바뀌었습니다}}. {seen, select, new {첫 패킷의 이벤트라 응답이 있었는지는 알 수 없습니다.} other {이 노드를 지나 돌아온 응답이 없습니다(UNREPLIED).}}',
  'evidence.entry.answered':
    '{from}이(가) {to}에 요청해 {kind, select, translated {{leads}(으)로 변환되어} other {변환 없이}}{source, select, kept {} other { 출발지 {source}(으)로}} 갔고, 응답을 받았습니다.',
  'evidence.next.untranslated':
    '지금 규칙에 {to}:{port}이(가) 있는지({rules}), Service에 엔드포인트가 있는지 보십시오. 있다면 항목이 더 오래된 것입니다. conntrack -D -p {protocol} --orig-dst {to} --orig-port-dst {port}(으)로 지웁니다. UDP는 엔드포인트가 생기면 kube-proxy가 스스로 지웁니다.',
  'evidence.next.translated':
    '{gone, select, none {{leads}을(를) 보십시오. 아직 있는지(kubectl get endpointslices), 패킷을 받는지(tcpdump), 응답이 이 노드로 돌아오는지 확인하십시오.} other {{leads}은(는) 텍스트에 나오는 그 포트의 엔드포인트({gone}) 가운데 없습니다. 텍스트가 모두 보여 준다면 없어진 것이고 항목이 더 오래되었습니다.}} {protocol, select, udp {없어졌다면 패킷이 오는 동안 항목이 계속 그리로 보냅니다. conntrack -D -p udp --orig-dst {to} --orig-port-dst {port}이(가) 항목을 지우고, 다음 패킷은 새로 변환됩니다. } tcp {없어졌다면 같은 포트에서 SYN이 올 때마다 항목이 남으며, kube-proxy는 TCP 항목을 지우지 않습니다. conntrack -D -p tcp --orig-dst {to} --orig-port-dst {port}(으)로 지우십시오. } other {}}규칙: {rules}.',
  'evidence.next.plain':
    '{to}이(가) Service나 Node의 주소입니까? 그렇다면 nat 규칙이 보내지 않은 것입니다. {rules}(으)로 확인하십시오. 아니면 패킷을 받는지 보십시오.',
  'evidence.entry.no-walk':
    '텍스트에 규칙이 없어 다음 패킷이 어떻게 되는지는 말할 수 없습니다. 텍스트가 패킷에 대해 보여 주는 것:',
  'evidence.hijack':
    'PREROUTING의 규칙이 어느 주소로 가든 {port} 포트를 {to}(으)로 보냅니다. 이 노드가 남에게 포워딩할 뿐인 패킷까지 가로챕니다{output, select, checked {. OUTPUT의 규칙은 이 노드의 주소인지 확인하는데 이 규칙은 하지 않습니다} other {}}.',
  'evidence.next.hijack':
    '규칙이 이 노드의 주소만 보게 하십시오: {tool, select, nft {포트 앞에 “fib daddr type local”} other {“-m addrtype --dst-type LOCAL”}}.',
  'evidence.fewer-servers':
    '{name}에는 서버가 {count}개인데 이를 모두 포함하는 {other}에는 {total}개가 있습니다. {missing}은(는) {name}(으)로 오는 것을 받지 못합니다.',
  'evidence.next.fewer-servers':
    '{name}을(를) 쓰는 프로그램에서 이유를 찾으십시오. 다른 서버를 아직 못 본 리더, 실패한 상태 확인, 동기화되지 않은 Service일 수 있습니다.',
  'evidence.foreign-server':
    '{name}은(는) 서버와 같은 네트워크의 주소에 같은 포트({servers})이고, 텍스트에 이 주소의 Service가 없습니다. kube-proxy는 거기에 ClusterIP를 두지 않습니다. kube-vip나 keepalived 같은 프로그램이 만드는 가상 서버입니다.',
  'evidence.next.foreign-server':
    'kube-proxy가 아니라 그 프로그램의 로그와 설정을 보십시오. IPVS 모드의 kube-proxy는 ipvs.excludeCIDRs에 없는 모르는 가상 서버를 지웁니다.',
} satisfies Translated<typeof EN.EVIDENCE_PHRASES>;
