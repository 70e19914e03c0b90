import type * as EN from '../../en/messages/proof';
import type { Translated } from '../../translated';

/** Words of the page that says what is proven. */
export const PROOF_MESSAGES = {
  title: '무엇이 증명되었는가',
  lead: '여기에는 약속이 없습니다. 실제 kube-proxy와 실제 Linux 커널을 기록한 자료로 엔진을 다시 돌려 보고, 규칙과 바이트까지 똑같이 나온 개수를 숫자로 적었습니다.',
  again: '다시 세기:',
  project: '프로젝트에 있는 기록',
  whole: '모든 기록',
  what: '비교한 것',
  sum: '합계',
  count: '{total, number}개 중 {passed, number}개',
  skipped: '기록 {count, number}개 제외: {reason}',
  windows: 'kernelspace (Windows)',
  windowsAbout:
    '기록이 아니라 문서를 따른 것입니다. 정책은 kube-proxy 1.30.5의 소스와 hcsshim의 타입에서, 패킷의 경로는 Microsoft와 Kubernetes가 VFP, 가상 스위치, DSR에 대해 공개한 문서에서 왔습니다. Windows 커널과 비교한 것은 없으며, 문서에 없는 것은 이유와 함께 “알 수 없음”으로 끝납니다.',
  noMode: '모든 모드',
  suite: {
    compiler: '규칙',
    releases: '릴리스',
    'authors-tests': 'kube-proxy 자체의 테스트',
    'live-nodeports': '노드에서 직접 물어본 nodePort',
    ebpf: 'eBPF 맵 (Cilium)',
    kernel: '패킷',
    flows: '연결',
    'ipvs-flows': 'IPVS를 거친 연결',
    'ipvs-scenarios': 'IPVS를 거친 패킷',
    'ipvs-sched': 'IPVS 스케줄러',
    'ipvs-match': '세고 재는 매치',
    modes: '모드 비교',
    formats: '텍스트',
    'sync-runner': 'kube-proxy가 동기화하는 때',
    other: '그 밖',
  },
  source: {
    compiler:
      '출처: 같은 객체에 대해 kube-proxy 1.30.5가 실제로 쓴 규칙과 한 줄씩, 순서까지 비교했습니다. “derived”는 기록이 아니라 다른 릴리스의 소스 코드에서 계산한 것입니다.',
    releases:
      '출처: 다른 릴리스 {count, number}개의 kube-proxy가 같은 객체에 대해 실제로 쓴 것과 한 줄씩 비교했습니다.{missing, select, none {} other { 기록하지 않은 릴리스: {missing}.}}',
    'authors-tests':
      '출처: kube-proxy 작성자들의 패키지 테스트에 기록 장치를 넣어 얻은 것입니다. 모든 동기화의 텍스트, 패킷과 그 결말, 가상 서버와 집합, 엔드포인트와 분류, 거부되는 설정과 그 문구를 비교했습니다.',
    'live-nodeports':
      '출처: 실제 Pod가 있는 노드에서 루프백과 노드의 각 주소로 nodePort에 보낸 요청입니다. 누가 응답했고 어떤 출발지를 보았는지 비교했습니다.',
    ebpf: '출처: 모든 기록에서는 Cilium 자신의 테스트가 같은 객체에 대해 로드 밸런서 맵에 기대하는 내용이며, 프로젝트에 있는 것은 손으로 만든 몇 가지입니다. 릴리스는 Cilium의 릴리스입니다. 패킷이 프로그램을 거치는 경로는 소스를 읽어 알아낸 것이며 커널에서 기록한 것은 없습니다.',
    kernel:
      '출처: 이 규칙들을 넣은 Linux 6.18 커널에 보낸 패킷과 커널 자신의 추적 기록입니다. “verdict”는 패킷이 끝난 곳, “nat”은 여기에 헤더, 마크, conntrack 항목까지, “trace”는 순서대로 거친 모든 규칙까지, “all”은 라우터가 돌려보낸 응답까지 비교한 것입니다.',
    flows:
      '출처: 기록된 클러스터에서 실제 소켓 사이에 맺은 연결입니다. 결과의 집합이 같아야 하며, 확률로 정해지는 곳에서는 기록된 횟수가 그 확률의 4시그마 안에 있어야 합니다.',
    modes:
      '출처: iptables 모드에서 기록한 연결을 다른 모드에서 그대로 보내 봅니다. 차이는 모두 알려진 것이어야 하며 그 원리로 이름을 붙입니다. IPVS 자체는 따로 기록했고, userspace 프록시를 거친 패킷은 기록하지 않았습니다.',
    'ipvs-flows':
      '출처: 노드가 IPVS 모드인 클러스터에서 실제 소켓 사이에 맺은 연결입니다(Linux 6.1). 결과, 거친 경로, conntrack 항목, 그리고 확실하다고 한 선택을 모두 비교했습니다.',
    'ipvs-scenarios':
      '출처: IPVS가 있는 라우터 하나를 지나간 패킷입니다(Linux 6.1). 판정, 거친 모든 규칙, conntrack, IPVS 연결과 남은 시간까지 비교했습니다.',
    'ipvs-sched': '출처: 서버와 연결이 생기고 사라지는 동안 Linux 6.1의 각 스케줄러가 고른 서버입니다.',
    'ipvs-match':
      '출처: 제한, 할당량, 개수 등을 다루는 매치를 정해진 시각에 지나간 패킷입니다(Linux 6.18). 알 수 없는 것이 판정에 끼어들면 틀린 것으로 칩니다.',
    formats: '출처: 실제로 캡처한 텍스트입니다. 읽은 뒤 다시 출력했을 때 똑같아야 합니다.',
    'sync-runner':
      '출처: 기록용 시계를 넣어 실행한 kube-proxy 1.30과 1.36의 러너입니다. 모든 동기화의 시작과 끝을 밀리초까지 비교했습니다.',
    other: '출처: 기록입니다.',
  },
  extensions: '확장별 시뮬레이션 수준',
  extensionsAbout:
    '아래의 것은 모두 읽을 수 있습니다. 시뮬레이션하지 않는 것은 결코 추측하지 않습니다. 그것에 달린 규칙을 만나면 판정은 “알 수 없음”이 되며 이유와 양쪽 진행을 모두 보여 줍니다.',
  registry: {
    matches: 'iptables 매치',
    targets: 'iptables 타깃',
    ipsets: 'ipset 종류',
    schedulers: 'IPVS 스케줄러',
    nftExpressions: 'nftables 표현식',
    nftStatements: 'nftables 문',
    other: '확장',
  },
  level: {
    full: '커널과 똑같이',
    partly: '일부만',
    irrelevant: '여기서는 아무것도 결정하지 않음(기록, 분류, 집계만 함)',
    no: '읽지만 시뮬레이션하지 않음',
    unread: '그 밖의 것: 쓰인 그대로 두고 읽지 않음',
  },
} satisfies Translated<typeof EN.PROOF_MESSAGES>;
