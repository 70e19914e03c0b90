import type * as EN from '../../en/phrases/analysis';
import type { Translated } from '../../translated';

/** What is said of pasted nodes: what was guessed and why, what a text does not tell. */
export const ANALYSIS_PHRASES = {
  'analysis.text.nothing':
    '이 텍스트에는 여기서 읽는 출력이 없고 글로 보입니다. iptables-save, nft list ruleset, ipvsadm -Ln, ip addr, kubectl get -o yaml 같은 명령의 출력을 붙여 넣으십시오.',
  'analysis.text.kubernetes': '노드의 규칙이 아니라 Kubernetes 객체로 보입니다. 클러스터로 여십시오.',
  'analysis.text.objects-too-long':
    '{from}–{to}행은 {megabytes} MB의 Kubernetes 객체로, 규칙과 함께 읽기에는 너무 많습니다. 클러스터로 열거나 services, endpointslices, pods, nodes만 붙여 넣으십시오.',
  'analysis.text.nft':
    'nft list ruleset의 일부로 보이지만 읽을 수 있는 테이블이 없습니다. "table …" 줄부터 출력 전체를 붙여 넣으십시오.',
  'analysis.text.foreign-netfilter':
    '{from}~{to}번째 줄은 {command} 형식의 규칙으로 보이며, 여기서는 읽지 않습니다. 커널에는 다른 규칙으로 바뀌어 들어갑니다. 같은 머신의 iptables-save 또는 nft list ruleset 출력을 붙여 넣으십시오.',
  'analysis.text.rows-without-chain':
    '{from}~{to}번째 줄은 {command} 출력의 행이지만 어느 체인인지 알려 주는 "Chain …" 줄이 없어 어느 체인에도 넣지 않습니다. grep 없이 목록을 붙여 넣거나, iptables-save의 출력에 grep을 쓰십시오.',
  'analysis.text.described':
    '{from}~{to}번째 줄은 {command}의 출력으로 보이지만, 이 종류의 객체는 여기서 그 출력으로 읽지 않습니다. Service, Endpoints, EndpointSlice, Pod, Node는 읽습니다. kubectl get -o yaml의 출력을 붙여 넣으십시오.',
  'analysis.text.foreign-elsewhere':
    '{from}~{to}번째 줄은 {command} 형식의 규칙으로 보입니다. iptables나 nftables의 규칙이 아니므로 여기서는 평가하지 않습니다.',
  'analysis.text.other':
    '{command}의 출력으로 보이며 규칙이 들어 있지 않습니다. 같은 노드의 iptables-save 출력을 추가하십시오.',
  'analysis.more-alike': '비슷한 알림이 {count}개 더 있으나 나열하지 않습니다.',
  'analysis.text.listed-twice':
    '{chain} 체인이 {first}번째 줄과 {second}번째 줄에 서로 다르게 나옵니다. 첫 번째를 씁니다. 다른 하나를 보려면 따로 붙여 넣으십시오.',
  'analysis.text.too-many-machines':
    '이 텍스트의 프롬프트가 가리키는 머신이 {count}대로, 한 텍스트에서 나눌 수 있는 {most}대보다 많아 한 대의 것으로 읽습니다. 나누어 붙여 넣으십시오.',
  'analysis.table.shown-again':
    '{table} 테이블이 {count}번 붙여 넣어졌습니다. 온전한 것 하나를 쓰고 나머지는 제외합니다.',
  'analysis.table.missing': '{table} 테이블의 규칙은 붙여 넣지 않았으므로 비어 있다고 가정합니다.',
  'analysis.listing.habit':
    '목록에는 -i와 -o가 없습니다. {owner}은(는) 자기 체인에 늘 같은 조건을 쓰므로 그것을 채워 넣었습니다.',
  'analysis.rule.entered':
    '텍스트에 {chain}은(는) 있지만 그곳으로 가는 규칙이 없습니다. 이 패킷만 {hook}에서 이 체인에 넣습니다.',
  'analysis.rule.portals':
    '발췌한 부분에 KUBE-SERVICES는 있지만 {hook}에서 그곳으로 가는 규칙이 없습니다. kube-proxy는 이 규칙을 항상 씁니다.',
  'analysis.rule.nodeports':
    '발췌한 부분에 KUBE-NODEPORTS는 있지만 KUBE-SERVICES에서 노드 자신의 주소일 때 그곳으로 가는 규칙이 없습니다. kube-proxy는 이 규칙을 항상 씁니다.',
  'analysis.rule.userspace':
    '발췌한 부분에 kube-proxy userspace 모드의 체인은 있지만 {hook}에서 그곳으로 가는 규칙이 없습니다. kube-proxy는 이 규칙을 항상 씁니다.',
  'analysis.rule.dispatch':
    '발췌한 부분에 Service의 체인과 주소는 있지만 KUBE-SERVICES에서 그곳으로 가는 규칙이 없습니다. kube-proxy는 이 규칙을 항상 씁니다.',
  'analysis.rule.mark-masq':
    '{chain}이(가) 텍스트에 없습니다. kube-proxy는 이 체인에 마크(기본값 0x4000)를 설정하는 규칙 하나를 넣습니다.',
  'analysis.rule.postrouting':
    'KUBE-POSTROUTING이 텍스트에 없습니다. kube-proxy는 마크(기본값 0x4000)가 있는 패킷을 이 체인에서 마스커레이드합니다.',
  'analysis.rule.postrouting-jump':
    '발췌한 부분에 POSTROUTING에서 KUBE-POSTROUTING으로 가는 규칙이 없습니다. kube-proxy는 이 규칙을 항상 씁니다.',
  'analysis.rule.endpoint-hash':
    '{chain}이(가) 텍스트에 없습니다. 체인 이름은 해시이며 {place}만 이 이름을 만듭니다. 따라서 이 체인이 그곳으로 간다는 것이 증명됩니다.',
  'analysis.rule.endpoint-named': '{chain}이(가) 텍스트에 없지만, 이름에 엔드포인트 {place}이(가) 있습니다.',
  'analysis.rule.endpoint-comment':
    '{chain}이(가) 텍스트에 없지만, 그곳으로 가는 규칙의 주석에 엔드포인트 {place}이(가) 적혀 있습니다.',
  'analysis.pod-network.named': 'Pod 네트워크입니다. 규칙이 이 범위 밖에서 온 출발지를 다르게 다룹니다.',
  'analysis.pod-network.around':
    'Pod 네트워크를 알려 주는 규칙이 없습니다. 알려진 Pod 주소 {count}개{count, plural, =1 {가} other { 대부분이}} 이 범위에 있습니다. /{prefix}라는 것은 가정입니다.',
  'analysis.pod-bridge.named':
    '규칙에 따르면 {cidr}이(가) Pod 네트워크 중 이 노드의 몫입니다. 브리지 {name}이(가) 그 첫 번째 주소를 갖습니다.',
  'analysis.pod-bridge.pod':
    '이 노드의 Pod 하나가 {cidr}에 있으므로 이를 Pod 네트워크 중 이 노드의 몫으로 보고, 첫 번째 주소를 가진 브리지 {name}을(를) 가정합니다. ip -br addr로 확인할 수 있습니다.',
  'analysis.pod-bridge.guessed':
    '어떤 Pod가 이 노드에서 실행되는지 알 수 없습니다. Pod 네트워크에서 엔드포인트가 없는 부분인 {cidr}을(를) 갖는 브리지 {name}을(를) 가정합니다. ip -br addr로 확인할 수 있습니다.',
  'analysis.pod-link.guessed':
    '이 노드에서는 Pod마다 자기 링크가 있습니다. 규칙에 이름이 나오지 않아 Pod 하나에 대해 {name}을(를) 가정합니다.',
  'analysis.interface.network':
    '규칙이 {cidr}을(를) {device}과(와) 묶습니다. 이 장치가 첫 번째 주소를 갖는다고 봅니다.',
  'analysis.interface.named':
    '{by, select, packet {패킷 하나가 {device}을(를) 지나는 것이 보였지만} other {{device}은(는) 규칙에 나오지만}} 주소는 알 수 없습니다.',
  'analysis.interface.routed': '경로가 {device}(으)로 나갑니다. 장치 자체를 보여 주는 목록은 없습니다.',
  'analysis.address.announced':
    '이 노드의 Pod {count}개가 {device} 쪽 네트워크의 주소를 가지고 있습니다. 그 네트워크가 이 주소로 가는 패킷을 노드에 넘긴다고 봅니다.',
  'analysis.interface.director':
    'kube-proxy의 규칙이 없으므로 가상 주소는 클라이언트가 들어오는 {device}에 있다고 봅니다.',
  'analysis.address.director': '머신 자신의 주소는 알 수 없으므로 가상 주소 {address} 옆의 주소로 가정합니다.',
  'analysis.address.own':
    '{how, select, given {노드 자신의 주소로 나와 있습니다.} seen {보인 패킷에 따르면 이 노드가 이 주소로 온 것을 받거나 이 주소에서 보내므로 노드 자신의 주소입니다. {device}에 있고 /{prefix}라는 것은 가정입니다.} other {노드 자신의 주소로 나와 있습니다. {device}에 있고 /{prefix}라는 것은 가정입니다.}}',
  'analysis.address.hostname': '프롬프트에 호스트 이름 {host}이(가) 있으며, 이런 이름에는 주소가 들어 있습니다.',
  'analysis.address.beside':
    '노드의 주소를 알 수 없습니다. API 서버가 {server}이므로 그 이웃 주소를 가정합니다. ip -br addr로 확인할 수 있습니다.',
  'analysis.address.spare':
    '노드의 주소를 알 수 없습니다. 어떤 규칙에도 나오지 않는 주소를 가정합니다. ip -br addr로 확인할 수 있습니다.',
  'analysis.route.pods': '이 노드에 없는 Pod는 다른 노드 하나 뒤에 있다고 봅니다. ip route로 확인할 수 있습니다.',
  'analysis.apart.pods':
    '{text}의 Pod 네트워크는 {mine}이고 {other}의 것은 {theirs}이므로 서로 다른 머신으로 봅니다. 같은 머신이라면 어느 머신의 것인지 지정하십시오.',
  'analysis.apart.services':
    '{text}에서 API 서버의 Service 주소는 {mine}이고 {other}에서는 {theirs}이므로 서로 다른 클러스터로 봅니다. 같은 머신이라면 어느 머신의 것인지 지정하십시오.',
  'analysis.apart.mode':
    '{text}의 규칙은 kube-proxy의 {mine} 모드이고 {other}의 규칙은 {theirs} 모드이므로 서로 다른 머신으로 봅니다. 같은 머신이라면 어느 머신의 것인지 지정하십시오.',
  'analysis.apart.host':
    '{text}에는 {mine} 주소가 있고 {other} 주소 {theirs} 중에는 겹치는 것이 하나도 없으므로 서로 다른 머신으로 봅니다. 같은 머신이라면 어느 머신의 것인지 지정하십시오.',
  'analysis.node.which': '이 머신이 어느 노드인지 알 수 없습니다. 목록의 첫 Pod가 실행되는 {node}(으)로 봅니다.',
  'analysis.route.node': 'kubectl에 따르면 Pod {count}개가 {node}에 있습니다. 그 노드의 주소를 거쳐 간다고 봅니다.',
  'analysis.route.default': '나머지는 모두 게이트웨이 뒤에 있다고 봅니다. ip route로 확인할 수 있습니다.',
  'analysis.sysctl.proxy': 'kube-proxy가 시작할 때 설정합니다({mode} 모드, {releases}).',
  'analysis.sysctl.forward-owner': '{owner}이(가) 동작하려면 포워딩이 켜져 있어야 합니다.',
  'analysis.sysctl.forward':
    '포워딩 규칙을 살펴볼 머신이므로 포워딩이 켜져 있다고 봅니다. sysctl로 확인할 수 있습니다.',
  'analysis.sysctl.bridge': '{owner}은(는) 브리지를 지나는 패킷도 iptables를 거치게 합니다.',
  'analysis.sysctl.rp-filter':
    '역경로 검사(reverse path filtering)에 대해 알 수 없습니다. 커널 기본값대로 꺼져 있다고 봅니다. 켜 두는 배포판이 많습니다. sysctl로 확인할 수 있습니다.',
  'analysis.sysctl.localnet':
    '127.0.0.0/8을 네트워크로부터 지키는 규칙이 있으며, 이는 route_localnet이 켜져 있을 때만 필요합니다.',
  'analysis.hairpin.cni': 'CNI 설정에 브리지 {bridge}의 값이 적혀 있습니다.',
  'analysis.hairpin.guessed':
    '{bridge}의 포트가 들어온 곳으로 프레임을 되돌려 보내는지 알 수 없습니다. Pod가 Service를 거쳐 자기 자신에게 닿을 수 있는지가 여기에 달려 있습니다.',
  'analysis.port.name':
    '목록이 포트를 {name}(이)라는 이름으로 부릅니다. 번호는 텍스트에 없습니다. /etc/services에서 이 이름은 보통 {port}번입니다.',
  'analysis.port.name-unknown':
    '목록이 포트를 {name}(이)라는 이름으로 부릅니다. 번호는 텍스트에 없고 흔히 쓰는 번호도 알려지지 않았습니다. 번호를 적기 전에는 이 포트를 쓰는 규칙이 일치하는지 알 수 없습니다.',
  'analysis.port.service':
    'Service에 {name}(이)라는 포트가 있지만 번호는 텍스트에 없습니다. 이 이름은 보통 {port}번입니다.',
  'analysis.address.arrives':
    '패킷이 {device}(으)로 들어오며 {address}(으)로 향하는데, 누구의 주소인지 알려 주는 것이 없습니다. 이 노드의 주소로 봅니다.',
  'analysis.rule.filter-jump':
    '텍스트에는 {chain}(으)로 가는 규칙이 없습니다. 이 체인을 쓰는 프로그램은 언제나 {hook}에서 이리로 점프시킵니다.',
  'analysis.table.two-backends':
    'iptables-legacy와 iptables-nft는 각자의 테이블을 가지며 커널은 둘 다 조회합니다. 같은 훅에서 어느 쪽이 먼저인지는 알 수 없어 {first}이(가) 먼저라고 봅니다. 한쪽에서 허용해도 다른 쪽을 거쳐야 합니다.',
  'analysis.host.listens':
    '{address}의 {port}번 포트에서 무언가가 수신하고 있다고 봅니다. 규칙만으로는 알 수 없습니다.',
  'analysis.machine.several-ipvs':
    'IPVS 목록 {count}개가 서로 다릅니다. {line}번째 줄의 목록을 사용합니다. 한 시점의 노드 하나에 대한 목록을 붙여 넣으십시오.',
  'analysis.machine.only-counters':
    'IPVS 카운터에는 스케줄러, 가중치, 전달 방식이 나오지 않으므로 사용하지 않습니다. `ipvsadm -Ln`을 실행하여 출력을 붙여 넣으십시오.',
  'analysis.interface.ipvs':
    'kube-proxy는 IPVS의 모든 가상 주소를 이 장치에 두어, 그 주소로 가는 패킷이 이 노드에 도착하게 합니다.',
  'analysis.rules.table-unknown':
    '이 규칙은 라우팅 테이블 {table}을(를) 조회하지만 그 경로는 붙여 넣지 않았으므로 비어 있다고 가정합니다. `ip route show table all`을 실행하여 출력을 붙여 넣으십시오.',
  'analysis.mode.userspace':
    'userspace 모드에서 규칙은 kube-proxy 프로세스로 이어지고, 엔드포인트는 그 프로세스만 압니다. 여기서는 그 포트에서 끝납니다.',
  'analysis.table.marks':
    '규칙이 찾는 마크를 여기의 어느 규칙도 설정하지 않고(비트: {bits}) mangle 테이블은 붙여 넣지 않았으므로, 패킷에 그 마크가 있는지 알 수 없습니다. 출력을 붙여 넣을 명령: {command}.',
  'analysis.set.missing':
    '규칙이 집합 {set}을(를) 조회하지만 그 원소는 붙여 넣지 않았으므로 일치 여부를 알 수 없습니다.',
  'analysis.set.several-missing':
    '규칙이 집합 {count}개를 조회하지만 그 원소는 붙여 넣지 않았으므로 일치 여부를 알 수 없습니다. 명령 하나로 모두 볼 수 있습니다.',
  'analysis.mode.ipvs-missing':
    'kube-proxy IPVS 모드의 규칙과 집합이지만 가상 서버는 붙여 넣지 않았습니다. Service로 가는 패킷은 규칙까지만 따라갈 수 있습니다.',
  'analysis.rules.missing':
    '{carrier, select, cilium {노드의 규칙이 텍스트에 없고, 여기서는 Cilium이 kube-proxy 대신 Service를 나릅니다. Cilium이 패킷에 하는 일은 어떤 규칙에도 없으므로 경로만 따라갑니다} other {노드의 규칙을 붙여 넣지 않았으므로 규칙이 없는 것처럼 패킷이 지나갑니다}}.',
  'analysis.pods.no-address': 'Pod {count}개가 주소 없이 나열되어 있어 스테이지에 놓을 수 없습니다.',
  'analysis.link.pods':
    '{node}의 Pod는 그 노드의 브리지에 있고 두 노드는 같은 선에 있으므로, 그곳으로 가는 길은 그 노드의 주소입니다.',
  'analysis.link.unknown':
    '{from}과(와) {to}의 주소가 같은 네트워크에 있지 않아, 두 노드 사이에서 패킷이 어떻게 가는지 알 수 없습니다.',
  'analysis.link.same-address':
    '주소 {address}: {node}의 {device}에도 있고 {other}의 {there}에도 있습니다. 한 주소는 한 머신에만 있을 수 있으므로, 텍스트 하나가 오래되었거나 둘이 같은 머신의 것일 수 있습니다.',
  'analysis.object.address':
    'kubectl에서 {service}은(는) {objects}에 있지만 규칙에서는 {rules}에 있습니다. 패킷은 규칙을 따르며, 두 텍스트 중 하나는 더 오래된 것입니다.',
  'analysis.object.endpoints':
    '{service}의 엔드포인트가 kubectl과 규칙에서 다릅니다: {differ}. 패킷은 규칙을 따릅니다.',
  'analysis.mode.cilium':
    '이 노드에서는 Cilium이 서비스를 변환합니다. 규칙보다 먼저 클라이언트의 시스템 호출과 인터페이스의 프로그램에서 변환하며, 여기서는 규칙만 따라 패킷을 보여 줍니다.',
  'analysis.mode.cilium-leftovers':
    'Cilium이 kube-proxy를 대체했지만 kube-proxy의 규칙이 남아 있습니다. Cilium 프로그램이 변환하지 않은 패킷만 이 규칙을 만납니다. kube-proxy를 없앤 뒤 `kube-proxy --cleanup`으로 지울 수 있습니다.',
  'analysis.mode.cilium-and-proxy':
    'Cilium이 kube-proxy를 대체하는데 kube-proxy도 실행 중이어서 둘 다 동작합니다. DaemonSet kube-proxy를 삭제하거나 kubeProxyReplacement를 false로 설정하여 하나만 남기십시오.',
  'analysis.object.unknown': 'kubectl에는 Service {service}이(가) 있지만 붙여 넣은 규칙에는 없습니다.',
  'analysis.set.partial': '집합 {set}의 원소가 일부만 나열되어 있어, 이 집합을 조회하는 규칙은 판정할 수 없습니다.',
  'analysis.machine.inside': '{line}번째 줄의 목록은 노드가 아니라 Pod나 컨테이너의 것이므로 제외합니다.',
  'analysis.machine.two-modes':
    '텍스트에 iptables 모드의 Service와 IPVS 가상 서버가 모두 있습니다. 한 노드에 있는 것처럼 둘 다 적용합니다. 서로 다른 노드의 것이라면 따로 붙여 넣으십시오.',
} satisfies Translated<typeof EN.ANALYSIS_PHRASES>;
