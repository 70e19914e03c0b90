import type * as EN from '../../en/phrases/machine';
import type { Translated } from '../../translated';

/** What a machine or a cluster is, as texts tell: said by `explain`, by the window for pasting, and by its Sheet. */
export const MACHINE_PHRASES = {
  'machine.proxy':
    'kube-proxy {mode} 모드로 도는 Kubernetes 노드, {bounds, select, one {릴리스 {from}} between {릴리스 {from}~{to} 가운데 하나} any {릴리스는 {from}~{to} 가운데 어느 것이든 될 수 있음} other {이 규칙을 모두 쓰는 릴리스가 없어서 릴리스를 알 수 없음}}',
  'machine.untoldMode':
    'kube-proxy나 kubelet이 붙인 이름이 있는 Kubernetes 노드이며, kube-proxy의 모드를 알 수 없어 릴리스도 정하지 않음',
  'machine.onlyServers':
    'kube-proxy가 IPVS 모드에서 만드는 것과 같은 가상 서버이지만, Kubernetes를 가리키는 이름이 없어 다른 프로그램의 것일 수도 있음',
  'machine.windows':
    'Host Network Service에 있는 것으로 보아 Windows 노드: 여기서 서비스를 분산하는 정책은 kernelspace 모드 kube-proxy의 것',
  'machine.noProxy': 'kube-proxy의 규칙이 없습니다',
  'machine.director':
    'kube-proxy가 아닌 Linux Virtual Server 디렉터: 가상 서비스 {services}개, 스케줄러 {schedulers}{persistent, select, yes {, 클라이언트가 서버에 고정됨(persistent)} other {}}{ways, select, none {} other {, 서버 전달 방식 {ways}}}',
  'machine.router': '{device, select, none {} other {장치 {device}에서 }}나가는 패킷의 출발지를 바꾸는 라우터',
  'machine.noRules': '이 텍스트에는 규칙이 없습니다',
  'machine.onlySets':
    'ipset 집합 {count}개({names}{count, plural, =1 {} =2 {} =3 {} other {, …}})만 있고 그 집합을 쓰는 규칙이 없음. 같은 노드의 iptables-save 출력도 붙여 넣으십시오',
  'machine.sign': '{bounds, select, both {{sign} → {from}~{to}} from {{sign} → {from}부터} other {{sign} → {to}까지}}',
  'machine.podNetwork': 'Pod 네트워크: {names}',
  'machine.noPodNetwork': 'Pod 네트워크를 누가 만들었는지는 알 수 없음',
  'machine.others': '그 밖에 규칙이나 장치를 만든 프로그램: {names}',
  'machine.nobody': '누가 쓴 규칙인지는 알 수 없음',
  'machine.textRead': '{title}: {lines}줄 가운데 {read}줄을 읽었습니다. {by}.',
  'machine.serviceFound':
    '{name}, {address}:{port}/{protocol}{nodePort, select, 0 {} other {, nodePort {nodePort}}}: {refused, select, none {{count, plural, =0 {{listed, select, none {엔드포인트를 알 수 없습니다} other {여기 규칙에는 엔드포인트가 없고 kubectl에는 {listed}이(가) 있습니다}}} other {엔드포인트 #개({endpoints})}}} DROP {정책이 Local이고 이 노드에 엔드포인트가 없어 DROP} other {엔드포인트가 없어 {refused}}}.',
  'machine.serviceObject':
    '{name}: {type}, 주소 {address}{made, select, yes {(알려 주는 객체가 없어 만든 주소)} other {}}{how, select, none {} pending {, EXTERNAL-IP pending} masked {, EXTERNAL-IP {outside}(텍스트에서 가려져 있어 걸을 수 없음)} other {, EXTERNAL-IP {outside}}}, 포트 {ports}.',
  'machine.externalName':
    '{name}: ExternalName. DNS가 그 이름에 {target}(이)라는 이름으로 응답하며, 주소도 kube-proxy의 규칙도 없습니다.',
  'machine.settledBy': '확인하는 명령: {command}',
  'machine.otherObjects':
    '{names}{more, plural, =0 {} other { 외 #개}}: 읽었지만 여기서 계산하지 않습니다. 그에 따라 누가 듣고 누가 보내거나 거부하는지는 걷기에 들어 있지 않습니다.',
  'machine.clusterRead':
    'Node {nodes}개{madeNodes, plural, =0 {} other {(#개는 만들어 넣음)}}, Pod {pods}개{madePods, plural, =0 {} other {(#개는 만들어 넣음{placedPods, plural, =0 {} other {, 그중 #개는 텍스트가 말하는 엔드포인트나 워크로드의 것}})}}, Service {services}개{madeServices, plural, =0 {} other {(#개는 만들어 넣음)}}, EndpointSlice {slices}개{madeSlices, plural, =0 {} other {(#개는 만들어 넣음)}}인 클러스터입니다. {mode, select, ebpf {kube-proxy 대신 Cilium이 Service를 맡습니다(Cilium {release}이(가) 하는 대로 걷습니다).} other {kube-proxy의 릴리스는 {release}{releaseIs, select, taken {(가정)} other {}}, 모드는 {mode}{modeIs, select, taken {(가정)} other {}}입니다.}}',
  'machine.wouldSettle':
    '{node, select, none {} other {{node}에서 }}{command}을(를) 실행하면 가정 {count}개가 확인됩니다.',
  'machine.closed':
    '{by, select, policy {{table} {chain}에서 어느 규칙도 통과시키지 않은 것은 폐기되고, 아무도 알림을 받지 못합니다. 정책이 DROP입니다.} other {{table} {chain}의 규칙 {rule}까지 온 것은 더 가지 못합니다. 아무것도 묻지 않고 {verdict, select, DROP {폐기하며, 아무도 알림을 받지 못합니다} other {거부합니다}}.}}',
  'machine.unsettled': '가정 {count}개는 무엇으로 확정할 수 있는지 알려져 있지 않습니다.',
  'machine.severity': '{severity, select, error {오류} warning {경고} other {참고}}',
  'machine.head':
    '{about, select, cause {무엇이 잘못인가, 강한 것부터} walk {패킷이 어떻게 되나} likely {무엇일 수 있나: 들어맞지만 증명되지 않은 것} next {다음에 볼 것} text {읽은 것} service {Service} finding {이상한 점} assumption {가정한 것} question {다음에 실행할 것} other {무엇인가}}',
} satisfies Translated<typeof EN.MACHINE_PHRASES>;
