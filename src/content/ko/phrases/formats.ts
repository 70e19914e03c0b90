import type * as EN from '../../en/phrases/formats';
import type { Translated } from '../../translated';

/** What is said of pasted texts as a whole. */
export const FORMATS_PHRASES = {
  'formats.manifest.kubeconfig': 'kubeconfig에는 키가 들어 있고 클러스터의 객체도 아니므로 넣지 않았습니다.',
  'formats.manifest.secret': '{name}: 링크에 실려 나가지 않도록 내용을 빼고 이름만 두었습니다.',
  'formats.iptables-list.no-chain':
    '"Chain 이름 (…)" 줄을 찾지 못했습니다. iptables -L -n -v의 출력을 붙여 넣으십시오. iptables-save의 출력이면 더 좋습니다.',
  'formats.iptables-list.no-interfaces':
    '이 목록은 -v 없이 만들어져 -i와 -o를 보여 주지 않습니다. 그런 조건이 있을 수 있는 규칙은 "일치할 수도 있음"으로 다룹니다. 확실히 하려면 iptables-save나 iptables -L -n -v의 출력을 붙여 넣으십시오.',
  'formats.iptables-list.not-a-row': '이 줄은 목록 안에 있지만 열의 모양이 규칙과 다릅니다. 제외합니다.',
  'formats.iptables-list.rows-elided':
    '여기에는 {chain}의 규칙 일부가 생략되어 있습니다. 그 규칙이 패킷을 어떻게 처리하는지는 알 수 없으며, 나와 있는 규칙만 따라갑니다. 목록 전체를 붙여 넣으십시오.',
  'formats.iptables-list.name-read':
    '이 목록은 -n 없이 만들어져 {name}(이)라는 이름을 보여 줍니다. {address}(으)로 읽습니다.',
  'formats.iptables-list.name-unknown':
    '이 목록은 규칙의 주소 대신 {name}(이)라는 이름을 보여 줍니다. 이 규칙은 "일치할 수도 있음"으로 다룹니다. -n을 붙여 명령을 다시 실행하십시오.',
  'formats.iptables-list.option-unlisted':
    '이 목록에는 {name}에 꼭 필요한 옵션이 나오지 않으므로 규칙을 "일치할 수도 있음"으로 다룹니다. iptables-save는 이 부분을 온전히 출력합니다.',
  'formats.iptables-list.words-unknown':
    '"{words}"은(는) 알지 못하는 표현입니다. 규칙은 그대로 보관하고 표시하며 "일치할 수도 있음"으로 다룹니다. iptables-save는 이 부분을 온전히 출력합니다.',
  'formats.iptables-save.nothing-read':
    '규칙, 체인, 테이블을 찾지 못했습니다. iptables-save나 iptables -S의 출력을 붙여 넣으십시오.',
  'formats.iptables-save.no-commit': '{table} 테이블에 COMMIT 줄이 없습니다. 목록이 여기서 잘렸을 수 있습니다.',
  'formats.iptables-save.edit-not-applied':
    '{edit}은(는) 이미 있는 규칙을 바꾸는 명령입니다. 이 줄은 텍스트에 남기지만 실행하지 않습니다.',
  'formats.iptables-save.ignored': '{from}번째 줄부터 {to}번째 줄까지는 테이블의 일부가 아니므로 제외합니다.',
  'formats.iptables-save.more-alike': '같은 종류가 {count}개 더 있으나 나열하지 않습니다.',
  'formats.iptables-save.not-checked':
    '텍스트에 규칙이 {rules}개 있습니다. 각 규칙은 표시하거나 지나갈 때 읽으며, 이상한 점은 그때 알립니다.',
  'formats.iptables-save.table-assumed':
    '{line}번째 줄부터의 규칙이 어느 테이블에 있는지 알리는 줄이 없습니다. 체인과 타깃을 보고 {table}(으)로 가정합니다.',
  'formats.iptables-save.table-twice':
    '{first}번째 줄의 {table} 테이블이 {line}번째 줄에 다른 규칙이나 정책으로 다시 나옵니다. 나중 것을 씁니다.',
  'formats.iptables-save.state':
    '{first}번째 줄의 {table} 테이블이 여기에 다른 규칙이나 정책으로 다시 나옵니다. 다른 머신이거나 다른 시점의 것이므로 {name}(이)라는 별도의 머신으로 읽으며, 위의 규칙이나 정책과 섞지 않습니다.',
  'formats.iptables-save.same-again': '{first}번째 줄의 {table} 테이블이 {line}번째 줄에 같은 규칙으로 다시 나옵니다.',
  'formats.iptables-save.left-aside':
    '{line}번째 줄부터의 내용은 {first}번째 줄의 전체 {table} 테이블과 맞지 않아 제외합니다. 보려면 따로 붙여 넣으십시오.',
  'formats.nft-json.unreadable':
    'nft -j의 이 객체는 온전한 JSON이 아니므로 제외합니다. 출력을 자르지 말고 다시 붙여 넣으십시오.',
  'formats.nft-json.deep': '이 객체는 nft가 출력하는 것보다 깊게 중첩되어 있으므로 제외합니다.',
  'formats.nft-json.cut':
    'nft -j의 JSON이 여기서 끊깁니다. 앞부분만 읽었습니다. 나머지를 보려면 전체 출력을 붙여 넣으십시오.',
  'formats.iptables-save.repeated': '{line}번째 줄은 {first}번째 줄과 같은 규칙이므로 테이블에는 한 번만 넣습니다.',
  'formats.iptables-save.policy-assumed': '{table}의 {chains} 정책이 텍스트에 없습니다. ACCEPT로 가정합니다.',
  'formats.iptables-save.chain-missing':
    '{table} 테이블에 {chain} 체인이 없어 이 점프 뒤에 일어나는 일을 알 수 없습니다. 전체 목록을 붙여 넣으십시오.',
  'formats.lines.nothing-read':
    '{command}의 출력에 해당하는 줄을 찾지 못했습니다. 터미널에 나온 출력을 그대로 붙여 넣으십시오.',
  'formats.fence.threw':
    '{title, select, none {} other {“{title}”: }}{reader, select, dressing {메일이나 터미널이 덧붙인 것} machines {어느 머신의 출력인지} backends {어느 iptables의 출력인지} remarks {행에 대한 설명} hostname {머신의 이름} machine {머신의 구성} network {머신 주변의 네트워크} document {저장된 문서} other {{reader}}} 읽기에 실패했습니다({error}). {from}번째 줄부터 {to}번째 줄까지는 그 판독 과정에서 제외했고, 나머지는 모두 읽었습니다. Rulewalk의 결함이니 이 줄들과 함께 알려 주십시오.',
  'formats.fence.slow':
    '{title, select, none {} other {“{title}”: }}{reader, select, dressing {메일이나 터미널이 덧붙인 것} machines {어느 머신의 출력인지} backends {어느 iptables의 출력인지} remarks {행에 대한 설명} hostname {머신의 이름} machine {머신의 구성} network {머신 주변의 네트워크} document {저장된 문서} other {{reader}}} 읽기가 너무 오래 걸려 중단했습니다. {from}번째 줄부터 {to}번째 줄까지는 그 판독 과정에서 제외했고, 나머지는 모두 읽었습니다. 더 적은 양이나 필요한 출력만 붙여 넣으십시오.',
  'formats.lines.misnamed':
    '제목 “{heading}” 아래에 {title} 출력이 있습니다. 제목이 서로 바뀌었을 수 있습니다. 제목과 관계없이 실제 내용을 읽습니다.',
  'formats.lines.acting':
    '보이지 않고 동작하는 문자가 있는 줄{more, plural, =0 {} other {(그 밖에 #줄 더)}}: {lines}. 온 그대로 읽었지만, 화면에 보이는 순서와 실제 순서가 다를 수 있습니다.',
  'formats.lines.ignored': '{from}번째 줄부터 {to}번째 줄까지는 다른 내용이므로 제외합니다.',
  'formats.ip-address.bad-address':
    '"{address}"은(는) 프리픽스 길이가 있는 주소가 아니므로 이 줄을 제외합니다. ip addr가 출력한 줄을 그대로 붙여 넣으십시오.',
  'formats.ip-route.bad-prefix':
    '"{prefix}"을(를) 읽을 수 없으므로 이 줄을 제외합니다. ip route나 ip rule이 출력한 줄을 그대로 붙여 넣으십시오.',
  'formats.ip-rule.not-simulated':
    '이 규칙의 조건은 읽을 수 있지만 시뮬레이션하지 않습니다: {rule}. 이 규칙에 따라 달라지는 흐름의 경로는 확실하지 않습니다.',
  'formats.ipset-list.incomplete':
    '집합 {set}의 원소 {told}개 중 {members}개만 보입니다. 나열되지 않은 원소는 알 수 없으므로 `ipset save {set}`의 출력을 받아 전체를 붙여 넣으십시오.',
  'formats.ipset-list.miscounted':
    '집합 {set}에는 “Number of entries: {told}”라고 되어 있지만 원소가 {members}개 나열되어 있습니다. ipset은 커널이 센 수를 출력하므로 텍스트를 이어 붙였거나 고친 것입니다. 나열된 {members}개를 모두 씁니다.',
  'formats.ipvsadm.forward': '"{word}"은(는) Linux IPVS에 없는 전달 방식이므로 이 서버를 제외합니다.',
  'formats.ipvsadm.counters':
    '가상 서비스 {services, number}개의 통계입니다. 서버는 나오지만 스케줄러, 가중치, 전달 방식이 없으므로 이것만으로는 패킷을 보내지 않습니다. `ipvsadm -Ln`을 실행해 함께 붙여 넣으십시오.',
  'formats.ipvsadm.no-service': '서버 {word} 위에 가상 서비스가 없어 제외합니다. 목록을 첫 줄부터 붙여 넣으십시오.',
  'formats.ipvsadm-connections.bad-place':
    '"{word}"은(는) 포트가 있는 주소가 아니므로 이 줄을 제외합니다. 숫자만 출력하는 `ipvsadm -Lnc`를 실행하십시오.',
  'formats.ipvsadm.bad-place':
    '"{word}"은(는) 포트가 있는 주소가 아니므로 이 줄을 제외합니다. 숫자만 출력하는 `ipvsadm -Sn`을 실행하십시오.',
  'formats.conntrack.placeholder': '주소 자리에 “{words}”이(가) 있어 예시용 주소 {address}(으)로 보았습니다.',
  'formats.conntrack.bad-address': '이 연결에는 읽을 수 있는 주소가 없어 제외합니다: {line}',
  'formats.kubectl-table.more':
    '{name}의 엔드포인트 {count}개가 여기에 나오지 않습니다. `kubectl get endpointslices -o yaml`을 실행하여 붙여 넣으십시오.',
  'formats.kubectl-table.broken':
    '이 줄부터 {count}개 줄은 터미널이 나눈 행의 일부로 보이며 어느 칸이 어느 열에 있는지 확실하지 않아 제외합니다. 명령 뒤에 `> table.txt`를 붙여 다시 실행하고 그 파일을 여기에 놓으십시오.',
  'formats.kubectl-table.cut':
    '이 줄은 터미널이 나눈 {line}번째 줄의 나머지일 수 있지만 확실하지 않아 그 줄의 마지막 칸을 제외합니다. 명령 뒤에 `> table.txt`를 붙여 다시 실행하고 그 파일을 여기에 놓으십시오.',
  'formats.kubectl-table.no-header':
    '이 표에는 머리글이 없고 칸만으로는 어떤 열인지 알 수 없으므로 행을 제외합니다. `{command}`을(를) 실행하여 출력을 붙여 넣으십시오.',
  'formats.cni-conflist.bad-subnet':
    '"{subnet}"은(는) 서브넷이 아니므로 제외합니다. 노드에 있는 파일을 그대로 붙여 넣으십시오.',
  'formats.hns.bad-port':
    '"{value}"은(는) 포트가 아니므로 제외합니다. `hnsdiag list loadbalancers -d`를 실행하여 출력을 그대로 붙여 넣으십시오.',
  'formats.hns.bad-vip':
    '"{value}"은(는) 주소가 아니므로 제외합니다. `hnsdiag list loadbalancers -d`를 실행하여 출력을 그대로 붙여 넣으십시오.',
  'formats.hns.hidden-vips':
    'PowerShell이 이 정책의 주소를 숨겼습니다. `Get-HnsPolicyList | ConvertTo-Json -Depth 10`을 실행하면 보입니다.',
  'formats.hns.hidden-endpoints':
    'PowerShell이 이 정책의 엔드포인트를 일부만 보여 줍니다. `Get-HnsPolicyList | ConvertTo-Json -Depth 10`을 실행하면 모두 보입니다.',
  'formats.hns.unknown-fields': '정책의 다음 필드는 뜻을 알 수 없어 그대로 보관합니다: {names}',
  'formats.hns.unknown-flags': 'Flags의 다음 비트는 뜻을 알 수 없습니다: {flags}',
  'formats.manifest.cut-off':
    '{kind}: 이름(metadata)보다 앞에서 객체가 끝납니다. 여기서 잘린 것으로 보입니다. 이 객체는 제외했습니다.',
  'formats.manifest.type-none':
    '{name}: None이라는 type은 없습니다. clusterIP: None이 headless Service를 만들며 type은 ClusterIP 그대로입니다. 이 객체는 제외했습니다.',
  'formats.manifest.other-policy':
    '{name}은(는) 보관하지만 여기서 평가하지 않습니다. 이 정책이 막는 패킷도 이 그림에서는 막히지 않습니다. 평가하는 것은 networking.k8s.io의 NetworkPolicy뿐입니다.',
  'formats.manifest.unknown-field':
    '{name}: {field}은(는) 1.16 이후 어느 kube-proxy에도 없는 필드라 쓰지 않습니다. 철자를 확인하십시오.',
  'formats.manifest.kind-meant':
    '{name}: API에 {kind}(이)라는 종류가 없어 이 객체를 제외합니다. {meant}의 오타인지 확인해 고친 뒤 다시 읽히십시오.',
  'formats.manifest.field-meant':
    '{name}: API에 {field}(이)라는 필드가 없어 API 서버가 경고하고 이 필드를 빼고 저장합니다. {meant}의 오타인지 확인해 고친 뒤 다시 읽히십시오.',
  'formats.manifest.node-port-range':
    '{name}: nodePort {port}은(는) {range} 밖입니다. --service-node-port-range를 따로 주지 않은 API 서버라면 이 Service를 거부합니다. 여기서는 범위 안에 있는 것으로 보고 따라갑니다.',
  'formats.manifest.leading-zeros':
    '{name}: {field}에 {text}(이)라고 쓰여 있습니다. kube-proxy처럼 앞에 0이 붙은 수도 10진수로 보아 {read}(으)로 읽습니다. 다른 도구는 거부하거나 8진수로 읽을 수 있으니 {read}(으)로 쓰십시오.',
  'formats.manifest.no-namespaces':
    '{name}은(는) 레이블로 Namespace를 고르는데 텍스트에 Namespace가 없습니다. 이름 레이블만 있다고 봅니다. “kubectl get namespaces -o yaml”을 더하십시오.',
  'formats.manifest.refused-workload':
    '{name}: 셀렉터가 자기 템플릿의 Pod를 찾지 못합니다. API 서버가 거부하며, Pod를 만들지 않습니다.',
  'formats.manifest.workload':
    '{name}: Pod 없이 왔으면 템플릿으로 Pod를 한 번 만들었습니다. 이것의 컨트롤러는 여기서 돌지 않습니다.',
  'formats.kubeconfig.keys':
    '클러스터를 여는 키 {count}개가 든 kubeconfig입니다. 여기서 지우고 공유하지 마십시오. 규칙에 대해서는 아무것도 알려 주지 않습니다.',
  'formats.neighbours.read':
    '장치 {devices}개의 이웃 {count}개입니다{silent, plural, =0 {} other {. #개는 응답하지 않습니다}}. bridge fdb와 함께라면 VXLAN 장치가 보낼 곳을 정합니다. 다른 회선에서 누가 응답하는지는 여기서 주소로 계산하며 이 목록을 쓰지 않습니다.',
  'formats.bridge-fdb.read':
    '하드웨어 주소 {count}개입니다{hosts, plural, =0 {} other {(오버레이의 다른 호스트 #개 뒤의 것 포함)}}. ip neigh와 함께라면 VXLAN 장치가 보낼 곳을 정합니다. 다른 회선에서는 프레임을 하드웨어 주소로 따라가지 않습니다.',
  'formats.dns-answers.read':
    '네임 서버가 이름 {count}개에 답했습니다: {names}. 이 주소에 있는 것을 여기서 이 이름으로 부릅니다. 조회에는 클러스터의 레코드로 답합니다.',
  'formats.dns-answers.resolv-conf':
    '{servers}에 묻는 리졸버로, 점이 {ndots}개보다 적은 이름은 먼저 {search, select, none {다른 접미사 없이} other {{search} 아래에서}} 찾습니다. 여기서는 각 Pod가 자신의 dnsPolicy대로 리졸버를 가지며, 클러스터의 레코드에서 비교할 수 있습니다.',
  'formats.http-answers.read':
    '{asked}: 답 {count}개를 서로 다른 Pod {pods}개가 보냈습니다: {names}. 따라서 모든 연결이 한 엔드포인트로 가지는 않습니다.',
  'formats.http-answers.one-pod':
    '{asked}: 답 {count}개{count, plural, =1 {를} other {를 모두}} Pod {pod}이(가) 보냈습니다. {count, plural, =1 {답 하나} other {Pod 하나의 답}}만으로는 연결이 어떻게 나뉘는지 알 수 없습니다.',
  'formats.calico-status.read':
    'BGP 피어 {count}개입니다{down, plural, =0 {. 모두 연결되어 있습니다} other {. #개는 연결되지 않아 그 뒤의 Pod로 가는 경로가 없습니다}}. 경로는 "ip route"로 볼 수 있습니다.',
  'formats.kubeconfig.taken-out':
    'kubeconfig입니다. {count, plural, =0 {키는 들어 있지 않습니다.} other {키 #개는 텍스트가 들어올 때 빼냈고 어디에도 보관하지 않습니다.}} 규칙에 대해서는 아무것도 알려 주지 않으므로 지워도 됩니다.',
  'formats.nft-ruleset.table-told':
    '{name}이(가) 테이블 없이 나옵니다. {table, select, untold {어느 테이블인지도, 훅도 알 수 없습니다} other {위의 명령이나 이름으로 보아 {table} 테이블의 것으로 읽습니다}}.',
  'formats.nft-ruleset.refused':
    '{error} {from}번째 줄부터 nft에 준 것에 대한 오류입니다. 한 트랜잭션이므로 아무것도 적용되지 않았고, 그 줄은 읽지 않았습니다.',
  'formats.ipvs-log.no-destination':
    '커널이 {service}({protocol})의 서버를 찾지 못했습니다. 서버가 없거나 모두 weight가 0이었습니다. 그때의 패킷을 제안합니다.',
  'formats.xt-recent.read':
    'recent 규칙이 클라이언트 {count}개를 기억하고 있습니다({lists}). kube-proxy의 세션 어피니티입니다. 언제 왔는지는 나오지 않으므로 --seconds가 있는 규칙은 알 수도, 모를 수도 있습니다. 패킷의 클라이언트가 언제 왔는지 알려 주면 정해집니다.',
  'formats.kube-proxy-config.bad-value':
    '{field}에는 {value} 값을 쓸 수 없습니다. kube-proxy가 거부할 값이므로 제외합니다. 이 필드를 확인하십시오.',
} satisfies Translated<typeof EN.FORMATS_PHRASES>;
