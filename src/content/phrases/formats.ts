import type { PhraseBook } from './phrase-book';

/** What is said of pasted texts as a whole. */
export const FORMATS_PHRASES = {
  'formats.manifest.kubeconfig': {
    en: 'A kubeconfig holds keys and is no object of the cluster: it was left out.',
    ko: 'kubeconfig에는 키가 들어 있고 클러스터의 객체도 아니므로 넣지 않았습니다.',
  },
  'formats.manifest.secret': {
    en: '{name}: what it holds was taken out, so that no link carries it; its name is kept.',
    ko: '{name}: 링크에 실려 나가지 않도록 내용을 빼고 이름만 두었습니다.',
  },
  'formats.iptables-list.no-chain': {
    en: 'No line "Chain NAME (…)" was found. Paste the output of iptables -L -n -v, or better of iptables-save.',
    ko: '"Chain 이름 (…)" 줄을 찾지 못했습니다. iptables -L -n -v의 출력을 붙여 넣으십시오. iptables-save의 출력이면 더 좋습니다.',
  },
  'formats.iptables-list.no-interfaces': {
    en: 'This listing was made without -v, so it does not show -i and -o. Rules that may have them count as "may match". Paste iptables-save, or iptables -L -n -v, to settle it.',
    ko: '이 목록은 -v 없이 만들어져 -i와 -o를 보여 주지 않습니다. 그런 조건이 있을 수 있는 규칙은 "일치할 수도 있음"으로 다룹니다. 확실히 하려면 iptables-save나 iptables -L -n -v의 출력을 붙여 넣으십시오.',
  },
  'formats.iptables-list.not-a-row': {
    en: 'This line stands inside a listing, but its columns are not those of a rule. It is left aside.',
    ko: '이 줄은 목록 안에 있지만 열의 모양이 규칙과 다릅니다. 제외합니다.',
  },
  'formats.iptables-list.rows-elided': {
    en: 'Rows of {chain} are left out here. What they do with a packet is not known: only the rows that are there are walked. Paste the complete listing.',
    ko: '여기에는 {chain}의 규칙 일부가 생략되어 있습니다. 그 규칙이 패킷을 어떻게 처리하는지는 알 수 없으며, 나와 있는 규칙만 따라갑니다. 목록 전체를 붙여 넣으십시오.',
  },
  'formats.iptables-list.name-read': {
    en: 'The listing was made without -n and prints the name {name}; it is read as {address}.',
    ko: '이 목록은 -n 없이 만들어져 {name}(이)라는 이름을 보여 줍니다. {address}(으)로 읽습니다.',
  },
  'formats.iptables-list.name-unknown': {
    en: 'The listing prints the name {name} where the rule has an address. The rule counts as "may match". Run the command again with -n.',
    ko: '이 목록은 규칙의 주소 대신 {name}(이)라는 이름을 보여 줍니다. 이 규칙은 "일치할 수도 있음"으로 다룹니다. -n을 붙여 명령을 다시 실행하십시오.',
  },
  'formats.iptables-list.option-unlisted': {
    en: 'A listing leaves out an option that {name} cannot be without, so that the rule counts as "may match". iptables-save prints it in full.',
    ko: '이 목록에는 {name}에 꼭 필요한 옵션이 나오지 않으므로 규칙을 "일치할 수도 있음"으로 다룹니다. iptables-save는 이 부분을 온전히 출력합니다.',
  },
  'formats.iptables-list.words-unknown': {
    en: '"{words}" is not known here: the rule is kept and shown, and counts as "may match". iptables-save prints it in full.',
    ko: '"{words}"은(는) 알지 못하는 표현입니다. 규칙은 그대로 보관하고 표시하며 "일치할 수도 있음"으로 다룹니다. iptables-save는 이 부분을 온전히 출력합니다.',
  },
  'formats.iptables-save.nothing-read': {
    en: 'No rule, chain or table was found. Paste the output of iptables-save or iptables -S.',
    ko: '규칙, 체인, 테이블을 찾지 못했습니다. iptables-save나 iptables -S의 출력을 붙여 넣으십시오.',
  },
  'formats.iptables-save.no-commit': {
    en: 'The table {table} has no COMMIT line: the listing may be cut off here.',
    ko: '{table} 테이블에 COMMIT 줄이 없습니다. 목록이 여기서 잘렸을 수 있습니다.',
  },
  'formats.iptables-save.edit-not-applied': {
    en: '{edit} changes rules that are already there: this line is kept in the text but not carried out.',
    ko: '{edit}은(는) 이미 있는 규칙을 바꾸는 명령입니다. 이 줄은 텍스트에 남기지만 실행하지 않습니다.',
  },
  'formats.iptables-save.ignored': {
    en: 'Lines {from} to {to} are no part of a table and are left aside.',
    ko: '{from}번째 줄부터 {to}번째 줄까지는 테이블의 일부가 아니므로 제외합니다.',
  },
  'formats.iptables-save.more-alike': {
    en: '{count, plural, one {# more of the same kind is} other {# more of the same kind are}} not listed.',
    ko: '같은 종류가 {count}개 더 있으나 나열하지 않습니다.',
  },
  'formats.iptables-save.not-checked': {
    en: 'The text has {rules} rules: each is read when it is shown or walked, and what is odd is said then.',
    ko: '텍스트에 규칙이 {rules}개 있습니다. 각 규칙은 표시하거나 지나갈 때 읽으며, 이상한 점은 그때 알립니다.',
  },
  'formats.iptables-save.table-assumed': {
    en: 'No line says which table the rules from line {line} on are in: {table} is assumed from their chains and targets.',
    ko: '{line}번째 줄부터의 규칙이 어느 테이블에 있는지 알리는 줄이 없습니다. 체인과 타깃을 보고 {table}(으)로 가정합니다.',
  },
  'formats.iptables-save.table-twice': {
    en: 'The table {table} of line {first} comes again at line {line}, with other rules or policies: the later one is used.',
    ko: '{first}번째 줄의 {table} 테이블이 {line}번째 줄에 다른 규칙이나 정책으로 다시 나옵니다. 나중 것을 씁니다.',
  },
  'formats.iptables-save.state': {
    en: 'The table {table} of line {first} comes again here, with other rules or policies: another machine, or another time. It is read as a machine of its own, called {name}; its rules and policies are not mixed with those above.',
    ko: '{first}번째 줄의 {table} 테이블이 여기에 다른 규칙이나 정책으로 다시 나옵니다. 다른 머신이거나 다른 시점의 것이므로 {name}(이)라는 별도의 머신으로 읽으며, 위의 규칙이나 정책과 섞지 않습니다.',
  },
  'formats.iptables-save.same-again': {
    en: 'The table {table} of line {first} comes again at line {line}, with the same rules.',
    ko: '{first}번째 줄의 {table} 테이블이 {line}번째 줄에 같은 규칙으로 다시 나옵니다.',
  },
  'formats.iptables-save.left-aside': {
    en: 'The lines from {line} on do not fit the complete {table} table of line {first} and are left aside. Paste them alone to see them.',
    ko: '{line}번째 줄부터의 내용은 {first}번째 줄의 전체 {table} 테이블과 맞지 않아 제외합니다. 보려면 따로 붙여 넣으십시오.',
  },
  'formats.nft-json.unreadable': {
    en: 'This object of nft -j is not whole JSON and is left out. Paste the output again, uncut.',
    ko: 'nft -j의 이 객체는 온전한 JSON이 아니므로 제외합니다. 출력을 자르지 말고 다시 붙여 넣으십시오.',
  },
  'formats.nft-json.deep': {
    en: 'This object nests deeper than anything nft prints and is left out.',
    ko: '이 객체는 nft가 출력하는 것보다 깊게 중첩되어 있으므로 제외합니다.',
  },
  'formats.nft-json.cut': {
    en: 'The JSON of nft -j breaks off here. What came before is read; paste the whole output to see the rest.',
    ko: 'nft -j의 JSON이 여기서 끊깁니다. 앞부분만 읽었습니다. 나머지를 보려면 전체 출력을 붙여 넣으십시오.',
  },
  'formats.iptables-save.repeated': {
    en: 'Line {line} is the rule of line {first} again; it stands once in the table.',
    ko: '{line}번째 줄은 {first}번째 줄과 같은 규칙이므로 테이블에는 한 번만 넣습니다.',
  },
  'formats.iptables-save.policy-assumed': {
    en: 'The policy of {chains} in {table} is not in the text: ACCEPT is assumed.',
    ko: '{table}의 {chains} 정책이 텍스트에 없습니다. ACCEPT로 가정합니다.',
  },
  'formats.iptables-save.chain-missing': {
    en: 'The chain {chain} is not in the table {table}: what happens behind this jump is not known. Paste the complete listing.',
    ko: '{table} 테이블에 {chain} 체인이 없어 이 점프 뒤에 일어나는 일을 알 수 없습니다. 전체 목록을 붙여 넣으십시오.',
  },
  'formats.lines.nothing-read': {
    en: 'No line of {command} was found. Paste its output as the terminal shows it.',
    ko: '{command}의 출력에 해당하는 줄을 찾지 못했습니다. 터미널에 나온 출력을 그대로 붙여 넣으십시오.',
  },
  'formats.fence.threw': {
    en: '{title, select, none {} other {“{title}”: }}Reading {reader, select, dressing {what mails and terminals put around it} machines {which machines it is of} backends {which iptables printed it} remarks {remarks on its lines} hostname {the name of its machine} machine {what its machine is} network {what is around its machine} document {a saved document} other {{reader}}} failed ({error}). Lines {from} to {to} are left aside by that reader, and everything else is read. This is a fault of Rulewalk: please report it with these lines.',
    ko: '{title, select, none {} other {“{title}”: }}{reader, select, dressing {메일이나 터미널이 덧붙인 것} machines {어느 머신의 출력인지} backends {어느 iptables의 출력인지} remarks {행에 대한 설명} hostname {머신의 이름} machine {머신의 구성} network {머신 주변의 네트워크} document {저장된 문서} other {{reader}}} 읽기에 실패했습니다({error}). {from}번째 줄부터 {to}번째 줄까지는 그 판독 과정에서 제외했고, 나머지는 모두 읽었습니다. Rulewalk의 결함이니 이 줄들과 함께 알려 주십시오.',
  },
  'formats.fence.slow': {
    en: '{title, select, none {} other {“{title}”: }}Reading {reader, select, dressing {what mails and terminals put around it} machines {which machines it is of} backends {which iptables printed it} remarks {remarks on its lines} hostname {the name of its machine} machine {what its machine is} network {what is around its machine} document {a saved document} other {{reader}}} took too long and was ended. Lines {from} to {to} are left aside by that reader, and everything else is read. Paste less of it, or only the output you need.',
    ko: '{title, select, none {} other {“{title}”: }}{reader, select, dressing {메일이나 터미널이 덧붙인 것} machines {어느 머신의 출력인지} backends {어느 iptables의 출력인지} remarks {행에 대한 설명} hostname {머신의 이름} machine {머신의 구성} network {머신 주변의 네트워크} document {저장된 문서} other {{reader}}} 읽기가 너무 오래 걸려 중단했습니다. {from}번째 줄부터 {to}번째 줄까지는 그 판독 과정에서 제외했고, 나머지는 모두 읽었습니다. 더 적은 양이나 필요한 출력만 붙여 넣으십시오.',
  },
  'formats.lines.misnamed': {
    en: 'The heading “{heading}” stands above an output of {title}: headings may have been swapped. What stands there is read, whatever it is called.',
    ko: '제목 “{heading}” 아래에 {title} 출력이 있습니다. 제목이 서로 바뀌었을 수 있습니다. 제목과 관계없이 실제 내용을 읽습니다.',
  },
  'formats.lines.acting': {
    en: 'Letters that do something instead of being shown stand on {more, plural, =0 {these lines} other {these lines, and # more}}: {lines}. They are read as they came; what you see here may stand in another order there.',
    ko: '보이지 않고 동작하는 문자가 있는 줄{more, plural, =0 {} other {(그 밖에 #줄 더)}}: {lines}. 온 그대로 읽었지만, 화면에 보이는 순서와 실제 순서가 다를 수 있습니다.',
  },
  'formats.lines.ignored': {
    en: 'Lines {from} to {to} are something else and are left aside.',
    ko: '{from}번째 줄부터 {to}번째 줄까지는 다른 내용이므로 제외합니다.',
  },
  'formats.ip-address.bad-address': {
    en: '"{address}" is no address with a prefix length: this line is left aside. Paste the line as ip addr prints it.',
    ko: '"{address}"은(는) 프리픽스 길이가 있는 주소가 아니므로 이 줄을 제외합니다. ip addr가 출력한 줄을 그대로 붙여 넣으십시오.',
  },
  'formats.ip-route.bad-prefix': {
    en: '"{prefix}" cannot be read: this line is left aside. Paste the line as ip route or ip rule prints it.',
    ko: '"{prefix}"을(를) 읽을 수 없으므로 이 줄을 제외합니다. ip route나 ip rule이 출력한 줄을 그대로 붙여 넣으십시오.',
  },
  'formats.ip-rule.not-simulated': {
    en: 'What this rule asks is read but not simulated: {rule}. A flow it may decide has no certain route.',
    ko: '이 규칙의 조건은 읽을 수 있지만 시뮬레이션하지 않습니다: {rule}. 이 규칙에 따라 달라지는 흐름의 경로는 확실하지 않습니다.',
  },
  'formats.ipset-list.incomplete': {
    en: 'The set {set} shows {members} members of {told}: what is not listed cannot be told. Run `ipset save {set}` and paste it whole.',
    ko: '집합 {set}의 원소 {told}개 중 {members}개만 보입니다. 나열되지 않은 원소는 알 수 없으므로 `ipset save {set}`의 출력을 받아 전체를 붙여 넣으십시오.',
  },
  'formats.ipset-list.miscounted': {
    en: 'The set {set} says “Number of entries: {told}” and lists {members}. ipset prints what the kernel counts, so the text was put together or edited; all {members} are used.',
    ko: '집합 {set}에는 “Number of entries: {told}”라고 되어 있지만 원소가 {members}개 나열되어 있습니다. ipset은 커널이 센 수를 출력하므로 텍스트를 이어 붙였거나 고친 것입니다. 나열된 {members}개를 모두 씁니다.',
  },
  'formats.ipvsadm.forward': {
    en: '"{word}" is no way of forwarding that Linux IPVS has: this server is left out.',
    ko: '"{word}"은(는) Linux IPVS에 없는 전달 방식이므로 이 서버를 제외합니다.',
  },
  'formats.ipvsadm.counters': {
    en: 'Counters of {services, plural, one {# virtual service} other {# virtual services}}: they name servers, but no scheduler, weight or way of forwarding, so no packet is sent by them. Run `ipvsadm -Ln` and paste it beside this.',
    ko: '가상 서비스 {services, number}개의 통계입니다. 서버는 나오지만 스케줄러, 가중치, 전달 방식이 없으므로 이것만으로는 패킷을 보내지 않습니다. `ipvsadm -Ln`을 실행해 함께 붙여 넣으십시오.',
  },
  'formats.ipvsadm.no-service': {
    en: 'No virtual service stands above the server {word}: it is left out. Paste the listing from its first line on.',
    ko: '서버 {word} 위에 가상 서비스가 없어 제외합니다. 목록을 첫 줄부터 붙여 넣으십시오.',
  },
  'formats.ipvsadm-connections.bad-place': {
    en: '"{word}" is no address with a port: this line is left out. Run `ipvsadm -Lnc`, which prints numbers only.',
    ko: '"{word}"은(는) 포트가 있는 주소가 아니므로 이 줄을 제외합니다. 숫자만 출력하는 `ipvsadm -Lnc`를 실행하십시오.',
  },
  'formats.ipvsadm.bad-place': {
    en: '"{word}" is no address with a port: this line is left out. Run `ipvsadm -Sn`, which prints numbers only.',
    ko: '"{word}"은(는) 포트가 있는 주소가 아니므로 이 줄을 제외합니다. 숫자만 출력하는 `ipvsadm -Sn`을 실행하십시오.',
  },
  'formats.conntrack.bad-address': {
    en: 'This connection has no readable addresses and is left out: {line}',
    ko: '이 연결에는 읽을 수 있는 주소가 없어 제외합니다: {line}',
  },
  'formats.kubectl-table.more': {
    en: '{count, plural, one {# endpoint of {name} is} other {# endpoints of {name} are}} not shown here. Run `kubectl get endpointslices -o yaml` and paste that.',
    ko: '{name}의 엔드포인트 {count}개가 여기에 나오지 않습니다. `kubectl get endpointslices -o yaml`을 실행하여 붙여 넣으십시오.',
  },
  'formats.kubectl-table.broken': {
    en: 'From here on {count, plural, one {one line looks like part of a row} other {# lines look like parts of rows}} that a terminal broke, and which cell stands in which column is not certain: {count, plural, one {it is} other {they are}} left out. Run the command again with `> table.txt` behind it and drop that file here.',
    ko: '이 줄부터 {count}개 줄은 터미널이 나눈 행의 일부로 보이며 어느 칸이 어느 열에 있는지 확실하지 않아 제외합니다. 명령 뒤에 `> table.txt`를 붙여 다시 실행하고 그 파일을 여기에 놓으십시오.',
  },
  'formats.kubectl-table.cut': {
    en: 'This line may be the rest of line {line} that a terminal broke, and that is not certain: the last cell of that line is left out. Run the command again with `> table.txt` behind it and drop that file here.',
    ko: '이 줄은 터미널이 나눈 {line}번째 줄의 나머지일 수 있지만 확실하지 않아 그 줄의 마지막 칸을 제외합니다. 명령 뒤에 `> table.txt`를 붙여 다시 실행하고 그 파일을 여기에 놓으십시오.',
  },
  'formats.kubectl-table.no-header': {
    en: 'This table has no header, and its cells do not tell what its columns are: its rows are left out. Run `{command}` and paste what it prints.',
    ko: '이 표에는 머리글이 없고 칸만으로는 어떤 열인지 알 수 없으므로 행을 제외합니다. `{command}`을(를) 실행하여 출력을 붙여 넣으십시오.',
  },
  'formats.cni-conflist.bad-subnet': {
    en: '"{subnet}" is no subnet: it is left out. Paste the file as it is on the node.',
    ko: '"{subnet}"은(는) 서브넷이 아니므로 제외합니다. 노드에 있는 파일을 그대로 붙여 넣으십시오.',
  },
  'formats.hns.bad-port': {
    en: '"{value}" is no port: it is left out. Run `hnsdiag list loadbalancers -d` and paste what it prints.',
    ko: '"{value}"은(는) 포트가 아니므로 제외합니다. `hnsdiag list loadbalancers -d`를 실행하여 출력을 그대로 붙여 넣으십시오.',
  },
  'formats.hns.bad-vip': {
    en: '"{value}" is no address: it is left out. Run `hnsdiag list loadbalancers -d` and paste what it prints.',
    ko: '"{value}"은(는) 주소가 아니므로 제외합니다. `hnsdiag list loadbalancers -d`를 실행하여 출력을 그대로 붙여 넣으십시오.',
  },
  'formats.hns.hidden-vips': {
    en: 'PowerShell hides the addresses of this policy. `Get-HnsPolicyList | ConvertTo-Json -Depth 10` shows them.',
    ko: 'PowerShell이 이 정책의 주소를 숨겼습니다. `Get-HnsPolicyList | ConvertTo-Json -Depth 10`을 실행하면 보입니다.',
  },
  'formats.hns.hidden-endpoints': {
    en: 'PowerShell shows only some endpoints of this policy. `Get-HnsPolicyList | ConvertTo-Json -Depth 10` shows all.',
    ko: 'PowerShell이 이 정책의 엔드포인트를 일부만 보여 줍니다. `Get-HnsPolicyList | ConvertTo-Json -Depth 10`을 실행하면 모두 보입니다.',
  },
  'formats.hns.unknown-fields': {
    en: 'What these fields of the policy mean is not known here; they are kept as they are: {names}',
    ko: '정책의 다음 필드는 뜻을 알 수 없어 그대로 보관합니다: {names}',
  },
  'formats.hns.unknown-flags': {
    en: 'What these bits of Flags mean is not known here: {flags}',
    ko: 'Flags의 다음 비트는 뜻을 알 수 없습니다: {flags}',
  },
  'formats.manifest.type-none': {
    en: '{name}: there is no type None. clusterIP: None makes a Service headless; its type stays ClusterIP. The object is left out.',
    ko: '{name}: None이라는 type은 없습니다. clusterIP: None이 headless Service를 만들며 type은 ClusterIP 그대로입니다. 이 객체는 제외했습니다.',
  },
  'formats.manifest.other-policy': {
    en: '{name} is kept, but not evaluated here: packets that it stops are not stopped in this picture. Only NetworkPolicies of networking.k8s.io are.',
    ko: '{name}은(는) 보관하지만 여기서 평가하지 않습니다. 이 정책이 막는 패킷도 이 그림에서는 막히지 않습니다. 평가하는 것은 networking.k8s.io의 NetworkPolicy뿐입니다.',
  },
  'formats.manifest.unknown-field': {
    en: '{name}: {field} is a field of no kube-proxy from 1.16 on and is left aside. Look for a misspelling.',
    ko: '{name}: {field}은(는) 1.16 이후 어느 kube-proxy에도 없는 필드라 쓰지 않습니다. 철자를 확인하십시오.',
  },
  'formats.manifest.leading-zeros': {
    en: '{name}: {field} is written {text}. It is read as {read}, as kube-proxy reads it: numbers with zeros in front are decimal. Other tools may refuse it or read it as octal; write {read}.',
    ko: '{name}: {field}에 {text}(이)라고 쓰여 있습니다. kube-proxy처럼 앞에 0이 붙은 수도 10진수로 보아 {read}(으)로 읽습니다. 다른 도구는 거부하거나 8진수로 읽을 수 있으니 {read}(으)로 쓰십시오.',
  },
  'formats.manifest.no-namespaces': {
    en: '{name} chooses Namespaces by their labels, and no Namespace is in the text: they are taken to have their names alone. Add “kubectl get namespaces -o yaml”.',
    ko: '{name}은(는) 레이블로 Namespace를 고르는데 텍스트에 Namespace가 없습니다. 이름 레이블만 있다고 봅니다. “kubectl get namespaces -o yaml”을 더하십시오.',
  },
  'formats.manifest.workload': {
    en: '{name}: where it came without its Pods, they were made of its template, once. Its controller does not run here.',
    ko: '{name}: Pod 없이 왔으면 템플릿으로 Pod를 한 번 만들었습니다. 이것의 컨트롤러는 여기서 돌지 않습니다.',
  },
  'formats.kubeconfig.keys': {
    en: 'This is a kubeconfig with {count, plural, one {# key that opens} other {# keys that open}} a cluster: remove it here and do not share it. It tells nothing of rules.',
    ko: '클러스터를 여는 키 {count}개가 든 kubeconfig입니다. 여기서 지우고 공유하지 마십시오. 규칙에 대해서는 아무것도 알려 주지 않습니다.',
  },
  'formats.neighbours.read': {
    en: '{count, plural, one {# neighbour} other {# neighbours}} on {devices, plural, one {# device} other {# devices}}{silent, plural, =0 {} one {; # does not answer} other {; # do not answer}}. With bridge fdb they say where a VXLAN device sends; who answers on other wires is worked out from addresses here, not read.',
    ko: '장치 {devices}개의 이웃 {count}개입니다{silent, plural, =0 {} other {. #개는 응답하지 않습니다}}. bridge fdb와 함께라면 VXLAN 장치가 보낼 곳을 정합니다. 다른 회선에서 누가 응답하는지는 여기서 주소로 계산하며 이 목록을 쓰지 않습니다.',
  },
  'formats.bridge-fdb.read': {
    en: '{count, plural, one {# hardware address} other {# hardware addresses}}{hosts, plural, =0 {} one {, behind # other host of an overlay} other {, behind # other hosts of an overlay}}. With ip neigh they say where a VXLAN device sends; on other wires frames are not walked by hardware address here.',
    ko: '하드웨어 주소 {count}개입니다{hosts, plural, =0 {} other {(오버레이의 다른 호스트 #개 뒤의 것 포함)}}. ip neigh와 함께라면 VXLAN 장치가 보낼 곳을 정합니다. 다른 회선에서는 프레임을 하드웨어 주소로 따라가지 않습니다.',
  },
  'formats.dns-answers.read': {
    en: 'A name server answered for {count, plural, one {one name} other {# names}}: {names}. These addresses name Services whose comments are cut off; here lookups are answered from the records of the cluster.',
    ko: '네임 서버가 이름 {count}개에 답했습니다: {names}. 이 주소는 주석이 잘린 Service의 이름을 알려 줍니다. 여기서는 클러스터의 레코드로 조회에 답합니다.',
  },
  'formats.dns-answers.resolv-conf': {
    en: 'A resolver that asks {servers}, and tries names with fewer than {ndots, plural, one {one dot} other {# dots}} under {search, select, none {nothing else} other {{search}}} first. Here each Pod has the one its dnsPolicy gives it: compare it in the records of the cluster.',
    ko: '{servers}에 묻는 리졸버로, 점이 {ndots}개보다 적은 이름은 먼저 {search, select, none {다른 접미사 없이} other {{search} 아래에서}} 찾습니다. 여기서는 각 Pod가 자신의 dnsPolicy대로 리졸버를 가지며, 클러스터의 레코드에서 비교할 수 있습니다.',
  },
  'formats.http-answers.read': {
    en: '{asked}: {count, plural, one {# answer} other {# answers}} from {pods} different Pods: {names}. So its connections do not all go to one endpoint.',
    ko: '{asked}: 답 {count}개를 서로 다른 Pod {pods}개가 보냈습니다: {names}. 따라서 모든 연결이 한 엔드포인트로 가지는 않습니다.',
  },
  'formats.http-answers.one-pod': {
    en: '{asked}: {count, plural, one {one answer} other {# answers, all}} from the Pod {pod}. {count, plural, one {One answer} other {Answers of one Pod}} cannot tell how connections are spread.',
    ko: '{asked}: 답 {count}개{count, plural, =1 {를} other {를 모두}} Pod {pod}이(가) 보냈습니다. {count, plural, =1 {답 하나} other {Pod 하나의 답}}만으로는 연결이 어떻게 나뉘는지 알 수 없습니다.',
  },
  'formats.calico-status.read': {
    en: '{count, plural, one {# BGP peer} other {# BGP peers}}{down, plural, =0 {, all established} one {, # not established: the Pods behind it have no route} other {, # not established: the Pods behind them have no route}}. The routes themselves: "ip route".',
    ko: 'BGP 피어 {count}개입니다{down, plural, =0 {. 모두 연결되어 있습니다} other {. #개는 연결되지 않아 그 뒤의 Pod로 가는 경로가 없습니다}}. 경로는 "ip route"로 볼 수 있습니다.',
  },
  'formats.kubeconfig.taken-out': {
    en: 'This is a kubeconfig. {count, plural, =0 {It holds no key} one {Its key was taken out as the text came in and is kept nowhere} other {Its # keys were taken out as the text came in and are kept nowhere}}; it tells nothing of rules and can be removed.',
    ko: 'kubeconfig입니다. {count, plural, =0 {키는 들어 있지 않습니다.} other {키 #개는 텍스트가 들어올 때 빼냈고 어디에도 보관하지 않습니다.}} 규칙에 대해서는 아무것도 알려 주지 않으므로 지워도 됩니다.',
  },
  'formats.nft-ruleset.table-told': {
    en: '{name} stands here without its table{table, select, untold {, and nothing tells it: its hook is not known, either} other {: it is read as one of {table}, by the command above or by its name}}.',
    ko: '{name}이(가) 테이블 없이 나옵니다. {table, select, untold {어느 테이블인지도, 훅도 알 수 없습니다} other {위의 명령이나 이름으로 보아 {table} 테이블의 것으로 읽습니다}}.',
  },
  'formats.ipvs-log.no-destination': {
    en: 'The kernel had no server for {service} ({protocol}): none was listed, or each had weight 0. The packet it complained of is offered.',
    ko: '커널이 {service}({protocol})의 서버를 찾지 못했습니다. 서버가 없거나 모두 weight가 0이었습니다. 그때의 패킷을 제안합니다.',
  },
  'formats.xt-recent.read': {
    en: 'Rules of recent remember {count, plural, one {# client} other {# clients}} here ({lists}): kube-proxy’s session affinity. When they came is not told: a rule with --seconds may or may not know them. Say of the packet when its client came, and it does.',
    ko: 'recent 규칙이 클라이언트 {count}개를 기억하고 있습니다({lists}). kube-proxy의 세션 어피니티입니다. 언제 왔는지는 나오지 않으므로 --seconds가 있는 규칙은 알 수도, 모를 수도 있습니다. 패킷의 클라이언트가 언제 왔는지 알려 주면 정해집니다.',
  },
  'formats.kube-proxy-config.bad-value': {
    en: '{field} cannot be {value}: kube-proxy would refuse it, so it is left out. Check the field.',
    ko: '{field}에는 {value} 값을 쓸 수 없습니다. kube-proxy가 거부할 값이므로 제외합니다. 이 필드를 확인하십시오.',
  },
} as const satisfies PhraseBook;
