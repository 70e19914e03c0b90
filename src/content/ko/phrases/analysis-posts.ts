import type * as EN from '../../en/phrases/analysis-posts';
import type { Translated } from '../../translated';

/** Sentences on texts beside rules: packets of logs, rows that grep left. */
export const POST_PHRASES = {
  'analysis.listing.open':
    '이 목록은 -v 없이 만들어져 -i와 -o를 보여 주지 않습니다. 늘 같은 조건을 쓴다고 알려진 작성자가 아니어서, 규칙 {count}개는 그런 조건이 있을 수 있으므로 "일치할 수도 있음"으로 다룹니다. 확실히 하려면 iptables-save나 iptables -L -n -v의 출력을 붙여 넣으십시오.',
  'analysis.interface.inner':
    '{cidr}에서 온 것은 나갈 때 출발지가 바뀌므로 다른 장치로 들어옵니다. 그 네트워크의 첫 주소를 가진 {device}(을)를 가정합니다. ip -br addr로 알 수 있습니다.',
  'analysis.offer.logged': '{line}번째 줄의 패킷입니다. 규칙이 “{prefix}”(으)로 기록했습니다.',
  'analysis.offer.captured': '{line}번째 줄에 나온 패킷입니다.',
  'analysis.offer.answered': '{line}번째 줄은 응답입니다. 그 응답을 부른 패킷입니다.',
  'analysis.offer.remembered': '{list}이(가) 기억하는 클라이언트입니다.',
  'analysis.offer.complained': '{line}번째 줄에서 커널이 서버를 찾지 못한 주소입니다.',
  'analysis.offer.asked':
    '{how, select, failed {텍스트에서 실패한 것: {place}.} other {텍스트의 명령이 요청하는 것: {place}.}}',
  'analysis.text.commands-beside':
    '{chains}을(를) 바꾸는 명령과 그 목록이 함께 있습니다. 목록에 나온 것이 있는 것으로 보고 명령은 빼 두었습니다.',
  'analysis.offer.half-open': 'IPVS가 첫 패킷만 본 연결입니다.',
  'analysis.offer.unreplied': 'conntrack에 응답이 없는 것으로 나온 연결입니다.',
  'analysis.offer.service':
    'Service {name}입니다. {known, select, some {엔드포인트가 {count}개 있습니다.} none {엔드포인트가 없어 규칙이 거부합니다.} elsewhere {이 노드에 엔드포인트가 없어 규칙이 폐기합니다.} other {엔드포인트는 텍스트에 없습니다.}}',
  'analysis.offer.node-port': '외부 클라이언트가 {name}의 nodePort {port}에 요청합니다.',
  'analysis.offer.pods':
    '{known, select, yes {텍스트에 나오는 주소로 보냅니다. 알려진 Service는 없습니다.} other {Pod에서 다른 Pod로 보냅니다. 알려진 Service도, 주소가 있는 규칙도 없습니다.}}',
  'analysis.offer.listed':
    '{service}의 엔드포인트로, kubectl 목록에 나온 포트로 보냅니다. 서비스 주소에서 그리로 이끄는 규칙은 텍스트에 없습니다. 클러스터로 열면 서비스 자체에 요청할 수 있습니다.',
  'analysis.offer.element': '{name}에 들어 있는 주소로 보냅니다.',
  'analysis.offer.rule':
    '{position, select, none {{chain}에 닿는 패킷입니다.} other {{chain}의 {position}번째 규칙의 조건에 맞춘 패킷입니다.}}',
  'analysis.offer.unmet': '이 머신을 지나는 패킷입니다. 규칙에 일치하는 패킷은 알려져 있지 않습니다.',
  'analysis.offer.beside':
    '{by, select, outside {외부 클라이언트가 {title}에 보냅니다.} other {노드 자신이 {title}에 보냅니다.}}',
  'analysis.table.two-times':
    '{table} 테이블이 {count}번 붙여 넣어졌고 내용이 서로 다릅니다. 온전한 것 가운데 마지막 것을 씁니다. 두 머신의 것이라면 텍스트마다 어느 머신의 것인지 지정하고, 두 시점의 것이라면 하나를 “다른 덤프와 비교”에 붙여 넣으십시오.',
  'analysis.apart.names':
    '{text}에는 {other}의 Service와 이름이 같고 주소가 다른 Service가 있으므로({mine}, {theirs}) 다른 클러스터나 다른 시점의 것으로 봅니다. 같은 머신이라면 어느 머신의 것인지 지정하십시오.',
  'analysis.apart.release':
    '{text}의 규칙은 kube-proxy {mine}이(가), {other}의 규칙은 {theirs}이(가) 쓰므로 다른 머신이나 다른 시점의 것으로 봅니다. 같은 머신이라면 어느 머신의 것인지 지정하십시오.',
  'analysis.text.rows-told':
    '“Chain …” 줄이 빠져 있으나 kube-proxy의 주석으로 보아 {chains}{count, plural, =1 {} =2 {} =3 {} =4 {} =5 {} other { …}}의 규칙입니다.',
  'analysis.text.rows-untold':
    '{line}번째 줄부터 규칙 {count}개는 어느 체인의 것인지 알 수 없어 규칙에 넣지 않았습니다. grep 없이 목록을 붙여 넣거나 iptables-save에 grep을 쓰십시오.',
  'analysis.rule.mark-drop':
    'KUBE-MARK-DROP이 텍스트에 없습니다. 1.27까지 이 체인을 만든 kubelet은 마크 0x8000을 설정하는 규칙 하나를 넣습니다.',
  'analysis.rule.firewall':
    'filter 테이블의 KUBE-FIREWALL이 텍스트에 없습니다. KUBE-MARK-DROP을 채우는 프로그램이 이 체인에서 그 마크가 있는 패킷을 폐기합니다.',
  'analysis.mode.cilium-for-pods':
    '여기서 Cilium은 서비스를 kube-proxy에 맡깁니다(KubeProxyReplacement: False). 다만 Pod가 clusterIP로 보내는 패킷은 규칙보다 먼저 Pod 장치의 Cilium 프로그램이 변환합니다. kube-proxy 옆의 이 프로그램은 시뮬레이션하지 않으므로 어느 Pod를 고르는지, 정책이 무엇을 거부하는지는 알 수 없습니다. Pod에서 clusterIP로 가는 패킷은 규칙대로라면 어떻게 되는지를 보여 줍니다.',
} satisfies Translated<typeof EN.POST_PHRASES>;
