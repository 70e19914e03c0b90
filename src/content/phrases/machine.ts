import type { PhraseBook } from './phrase-book';

/** What a machine or a cluster is, as texts tell: said by `explain`, by the window for pasting, and by its Sheet. */
export const MACHINE_PHRASES = {
  'machine.proxy': {
    en: 'A Kubernetes node with kube-proxy in {mode} mode, {bounds, select, one {of release {from}} between {of a release from {from} to {to}} any {of any release from {from} to {to}} other {of an unknown release, since no release writes all of these rules}}',
    ko: 'kube-proxy {mode} 모드로 도는 Kubernetes 노드, {bounds, select, one {릴리스 {from}} between {릴리스 {from}~{to} 가운데 하나} any {릴리스는 {from}~{to} 가운데 어느 것이든 될 수 있음} other {이 규칙을 모두 쓰는 릴리스가 없어서 릴리스를 알 수 없음}}',
  },
  'machine.untoldMode': {
    en: 'A Kubernetes node, with names that kube-proxy or the kubelet gives; nothing here tells kube-proxy’s mode, so its release is left open',
    ko: 'kube-proxy나 kubelet이 붙인 이름이 있는 Kubernetes 노드이며, kube-proxy의 모드를 알 수 없어 릴리스도 정하지 않음',
  },
  'machine.onlyServers': {
    en: 'Virtual servers as kube-proxy makes them in IPVS mode; nothing here names Kubernetes, so they may be another program’s',
    ko: 'kube-proxy가 IPVS 모드에서 만드는 것과 같은 가상 서버이지만, Kubernetes를 가리키는 이름이 없어 다른 프로그램의 것일 수도 있음',
  },
  'machine.noProxy': {
    en: 'No rules of kube-proxy are here',
    ko: 'kube-proxy의 규칙이 없습니다',
  },
  'machine.director': {
    en: 'A director of Linux Virtual Server, not kube-proxy: {services, plural, one {# virtual service} other {# virtual services}}, scheduled by {schedulers}{persistent, select, yes {, clients stay with their server (persistent)} other {}}{ways, select, none {} other {, servers reached by {ways}}}',
    ko: 'kube-proxy가 아닌 Linux Virtual Server 디렉터: 가상 서비스 {services}개, 스케줄러 {schedulers}{persistent, select, yes {, 클라이언트가 서버에 고정됨(persistent)} other {}}{ways, select, none {} other {, 서버 전달 방식 {ways}}}',
  },
  'machine.router': {
    en: 'a router that translates the source of what leaves{device, select, none {} other { by {device}}}',
    ko: '{device, select, none {} other {장치 {device}에서 }}나가는 패킷의 출발지를 바꾸는 라우터',
  },
  'machine.noRules': {
    en: 'No rules are in these texts',
    ko: '이 텍스트에는 규칙이 없습니다',
  },
  'machine.onlySets': {
    en: '{count, plural, one {One set of ipset} other {# sets of ipset}} ({names}{count, plural, =1 {} =2 {} =3 {} other {, …}}), and no rule that asks {count, plural, one {it} other {them}}: paste iptables-save of the same node, too',
    ko: 'ipset 집합 {count}개({names}{count, plural, =1 {} =2 {} =3 {} other {, …}})만 있고 그 집합을 쓰는 규칙이 없음. 같은 노드의 iptables-save 출력도 붙여 넣으십시오',
  },
  'machine.sign': {
    en: '{bounds, select, both {{sign} from {from} to {to}} from {{sign} from {from}} other {{sign} up to {to}}}',
    ko: '{bounds, select, both {{sign} → {from}~{to}} from {{sign} → {from}부터} other {{sign} → {to}까지}}',
  },
  'machine.podNetwork': {
    en: 'Pod network by {names}',
    ko: 'Pod 네트워크: {names}',
  },
  'machine.noPodNetwork': {
    en: 'nothing tells who makes the Pod network',
    ko: 'Pod 네트워크를 누가 만들었는지는 알 수 없음',
  },
  'machine.others': {
    en: 'rules or devices also of {names}',
    ko: '그 밖에 규칙이나 장치를 만든 프로그램: {names}',
  },
  'machine.nobody': {
    en: 'and nothing tells who wrote these rules',
    ko: '누가 쓴 규칙인지는 알 수 없음',
  },
  'machine.textRead': {
    en: '{title}: {read} of {lines} lines were read: {by}.',
    ko: '{title}: {lines}줄 가운데 {read}줄을 읽었습니다. {by}.',
  },
  'machine.serviceFound': {
    en: '{name} at {address}:{port}/{protocol}{nodePort, select, 0 {} other {, nodePort {nodePort}}}: {refused, select, none {{count, plural, =0 {{listed, select, none {no endpoint is told} other {the rules here lead to none; kubectl lists {listed}}}} one {one endpoint} other {# endpoints}}{count, plural, =0 {} other { ({endpoints})}}} DROP {no endpoint on this node and a policy of Local, so DROP} other {no endpoint, so {refused}}}.',
    ko: '{name}, {address}:{port}/{protocol}{nodePort, select, 0 {} other {, nodePort {nodePort}}}: {refused, select, none {{count, plural, =0 {{listed, select, none {엔드포인트를 알 수 없습니다} other {여기 규칙에는 엔드포인트가 없고 kubectl에는 {listed}이(가) 있습니다}}} other {엔드포인트 #개({endpoints})}}} DROP {정책이 Local이고 이 노드에 엔드포인트가 없어 DROP} other {엔드포인트가 없어 {refused}}}.',
  },
  'machine.serviceObject': {
    en: '{name}: {type} at {address}{made, select, yes { (made up: no object tells it)} other {}}, ports {ports}.',
    ko: '{name}: {type}, 주소 {address}{made, select, yes {(알려 주는 객체가 없어 만든 주소)} other {}}, 포트 {ports}.',
  },
  'machine.settledBy': { en: 'Settled by: {command}', ko: '확인하는 명령: {command}' },
  'machine.clusterRead': {
    en: 'A cluster of {nodes, plural, one {# Node} other {# Nodes}}, {pods} Pods, {services} Services and {slices} EndpointSlices, with kube-proxy {release} in {mode} mode.',
    ko: 'Node {nodes}개, Pod {pods}개, Service {services}개, EndpointSlice {slices}개인 클러스터이며 kube-proxy {release}이(가) {mode} 모드로 돕니다.',
  },
  'machine.wouldSettle': {
    en: '{command}{node, select, none {} other { on {node}}} would settle {count, plural, one {# assumption} other {# assumptions}}.',
    ko: '{node, select, none {} other {{node}에서 }}{command}을(를) 실행하면 가정 {count}개가 확인됩니다.',
  },
  'machine.severity': {
    en: '{severity, select, error {error} warning {warning} other {note}}',
    ko: '{severity, select, error {오류} warning {경고} other {참고}}',
  },
  'machine.head': {
    en: '{about, select, text {What was read} service {Services} finding {What is odd} assumption {What had to be assumed} question {What to run next} other {What it is}}',
    ko: '{about, select, text {읽은 것} service {Service} finding {이상한 점} assumption {가정한 것} question {다음에 실행할 것} other {무엇인가}}',
  },
} as const satisfies PhraseBook;
