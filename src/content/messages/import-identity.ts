/** Mode, release and node of a pasted machine, with the signs that tell them. */
export const IDENTITY_WORDS = {
  en: {
    proxy: 'A Kubernetes node with kube-proxy in {mode} mode, {range}',
    untoldMode:
      'A Kubernetes node, with names that kube-proxy or the kubelet gives; nothing here tells kube-proxy’s mode, so its release is left open',
    onlyServers:
      'Virtual servers as kube-proxy makes them in IPVS mode; nothing here names Kubernetes, so they may be another program’s',
    noProxy: 'No rules of kube-proxy are here',
    director:
      'A director of Linux Virtual Server, not kube-proxy: {services, plural, one {# virtual service} other {# virtual services}}, scheduled by {schedulers}{persistent, select, yes {, clients stay with their server (persistent)} other {}}{ways, select, none {} other {, servers reached by {ways}}}',
    router: 'a router that translates the source of what leaves{device, select, none {} other { by {device}}}',
    noRules: 'No rules are in these texts',
    onlySets:
      '{count, plural, one {One set of ipset} other {# sets of ipset}} ({names}{count, plural, =1 {} =2 {} =3 {} other {, …}}), and no rule that asks {count, plural, one {it} other {them}}: paste iptables-save of the same node, too',
    one: 'of release {from} ({signs})',
    between: 'of a release from {from} to {to} ({signs})',
    anyRelease: 'of any release from {from} to {to}',
    contradicted: 'of an unknown release, since no release writes all of these rules ({signs})',
    sign: '{bounds, select, both {{sign} from {from} to {to}} from {{sign} from {from}} other {{sign} up to {to}}}',
    podNetwork: 'Pod network by {names}',
    noPodNetwork: 'nothing tells who makes the Pod network',
    others: 'rules or devices also of {names}',
    nobody: 'and nothing tells who wrote these rules',
  },
  ko: {
    proxy: 'kube-proxy {mode} 모드로 도는 Kubernetes 노드({range})',
    untoldMode:
      'kube-proxy나 kubelet이 붙인 이름이 있는 Kubernetes 노드이며, kube-proxy의 모드를 알 수 없어 릴리스도 정하지 않음',
    onlyServers:
      'kube-proxy가 IPVS 모드에서 만드는 것과 같은 가상 서버이지만, Kubernetes를 가리키는 이름이 없어 다른 프로그램의 것일 수도 있음',
    noProxy: 'kube-proxy의 규칙이 없습니다',
    director:
      'kube-proxy가 아닌 Linux Virtual Server 디렉터: 가상 서비스 {services}개, 스케줄러 {schedulers}{persistent, select, yes {, 클라이언트가 서버에 고정됨(persistent)} other {}}{ways, select, none {} other {, 서버 전달 방식 {ways}}}',
    router: '{device, select, none {} other {장치 {device}에서 }}나가는 패킷의 출발지를 바꾸는 라우터',
    noRules: '이 텍스트에는 규칙이 없습니다',
    onlySets:
      'ipset 집합 {count}개({names}{count, plural, =1 {} =2 {} =3 {} other {, …}})만 있고 그 집합을 쓰는 규칙이 없음. 같은 노드의 iptables-save 출력도 붙여 넣으십시오',
    one: '릴리스 {from}: {signs}',
    between: '릴리스 {from}~{to} 가운데 하나: {signs}',
    anyRelease: '릴리스는 {from}~{to} 가운데 어느 것이든 될 수 있음',
    contradicted: '이 규칙을 모두 쓰는 릴리스가 없어서 릴리스를 알 수 없음: {signs}',
    sign: '{bounds, select, both {{sign} → {from}~{to}} from {{sign} → {from}부터} other {{sign} → {to}까지}}',
    podNetwork: 'Pod 네트워크: {names}',
    noPodNetwork: 'Pod 네트워크를 누가 만들었는지는 알 수 없음',
    others: '그 밖에 규칙이나 장치를 만든 프로그램: {names}',
    nobody: '누가 쓴 규칙인지는 알 수 없음',
  },
} as const;
