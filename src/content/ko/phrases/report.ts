import type * as EN from '../../en/phrases/report';
import type { Translated } from '../../translated';

/** Sentences of Sheets that are made of an answer: a walk, a paste, a comparison. */
export const REPORT_PHRASES = {
  'report.as-is': '{text}',
  'report.packet': '이 패킷에 무슨 일이 있었나',
  'report.walk': '{flow}, 순간별로',
  'report.machine': '이 머신은 무엇인가',
  'report.changes.leave': '{from}에서 {to}(으)로 옮기기',
  'report.changes.release': '{mode} 모드, {from}에서 {to}(으)로',
  'report.asked': '물은 것',
  'report.source': '규칙',
  'report.rules':
    '{subject, select, pasted {붙여 넣은 그대로이며, 이를 실행하는 커널은 시뮬레이션입니다.} other {이 객체들에 대해 {mode} 모드의 kube-proxy {release}이(가) 쓰는 대로 여기서 썼으며, 이를 실행하는 커널은 시뮬레이션입니다.}}',
  'report.h.way': '지나간 길',
  'report.h.moments': '일어난 일, 차례대로',
  'report.h.why': '이렇게 끝난 까닭',
  'report.h.change': '무엇을 바꾸면 달라지나',
  'report.h.ways': '다르게 갈 수도 있는 길',
  'report.h.rests': '무엇을 근거로 하나',
  'report.h.unlooked': '보지 않은 것',
  'report.h.differ': '달라지는 것 {count}가지',
  'report.h.beyond': '패킷으로는 보이지 않는 것',
  'report.h.cost': '드는 비용',
  'report.h.order': '이 순서로',
  'report.ending':
    '{kind, select, DELIVERED {도착합니다} ASTRAY {보내지 않은 곳에 도착합니다} DROPPED {폐기됩니다} REJECTED {거부됩니다} NO_ROUTE {경로가 없습니다} NO_SOCKET {도착한 곳에 듣는 프로세스가 없습니다} MARTIAN {출발지 주소 때문에 폐기됩니다} TTL_EXCEEDED {TTL이 다합니다} LOOP {맴돕니다} LEFT {여기서 아는 범위를 벗어납니다} other {어디서 끝나는지 알 수 없습니다}}. {answer, select, always {응답을 받습니다.} never {응답은 오지 않습니다.} sometimes {{odds}의 확률로 응답을 받습니다.} other {응답을 받는지는 알 수 없습니다.}}',
  'report.then': '그러면:',
  'report.then.sees': '그러면 받는 쪽에 보이는 출발지는 {sources}입니다.',
  'report.then.together': '그러면 클라이언트가 두 포트에서 같은 Pod에 갈 확률이 {odds}입니다.',
  'report.breaks': '함께 끊기는 것: {flows}.',
  'report.opens': '함께 들어오게 되는 것: {packets}.',
  'report.tried':
    '{all, plural, =0 {시험한 변경이 없습니다.} other {사본에 변경 #개를 하나씩 적용해 패킷을 다시 보냈고, 그중 {without}개는 아무것도 바꾸지 않습니다.}}',
  'report.tried.none':
    '{count, plural, =0 {여기서 시험할 수 있는 변경이 없습니다.} other {시험한 변경 가운데 결과를 뒤집는 것은 없습니다.}}',
  'report.more': '그 밖에 {count}개',
  'report.truncated': '따라가 본 것보다 더 많은 경우가 있습니다.',
  'report.odds.open': '확률을 알 수 없음',
  'report.settled-by': '확인하는 명령: {command}',
  'report.unlooked.packet':
    '패킷 하나와 그 응답만 따라갔습니다. 부하, 전선에서의 유실, 패킷의 길 밖에 있는 프로그램은 보지 않았습니다.',
  'report.unlooked.machine': '이 텍스트만 보았습니다. 여기에 없는 것은 알 수 없습니다.',
  'report.alike': '흐름 {compared}개 가운데 {same}개는 똑같이 끝납니다.',
  'report.none-breaks': '되던 것이 안 되게 되는 일은 없습니다.',
  'report.verdict': '{verdict, select, look {살펴볼 것} know {알아 둘 것} other {나아지는 것}}',
  'report.difference': '차이 {number}:',
  'report.sides': '양쪽에서 어떻게 끝나나.',
  'report.example': '예를 들어',
  'report.kinds': '흐름 {flows}개, 보내는 쪽 {callers}',
  'report.seen': '눈에 보이는 것',
  'report.see':
    '{group, select, mended {안 되던 연결에 응답이 옵니다.} unknown {한쪽에서 응답이 오는지 알 수 없습니다.} looks {{same, select, yes {다른 엔드포인트가, 또는 다른 비율로 응답합니다.} other {받는 쪽에 다른 출발지가 보입니다.}}} fails {{before, select, refused {{after, select, dropped {곧바로 오류가 나던 것이 시간 초과가 됩니다.} other {다른 방식으로 실패합니다.}}} dropped {{after, select, refused {시간 초과이던 것이 곧바로 오류가 됩니다.} other {다른 방식으로 실패합니다.}}} lost {{after, select, dropped {가는 길만 통하는 일이 없어지고, 가는 길에 폐기됩니다.} refused {아무도 받지 않는 응답 대신 곧바로 오류가 납니다.} other {다른 방식으로 실패합니다.}}} other {다른 방식으로 실패합니다.}}} other {{after, select, dropped {되던 연결이 시간 초과가 됩니다.} refused {되던 연결에서 곧바로 오류가 납니다.} lost {패킷은 도착하지만 응답이 돌아오지 않습니다.} other {되던 연결이 안 됩니다.}}}}',
  'report.do': '할 일',
  'report.do.nothing':
    '{group, select, mended {실패에 의존하던 것이 없다면 할 일이 없습니다.} unknown {노드 하나에서 시험해 보십시오. 여기서는 되는지 알 수 없습니다.} other {보이던 것에 의존하던 것이 없다면 할 일이 없습니다.}}',
  'report.do.none':
    '{count, plural, =0 {그쪽에서 시험할 수 있는 변경을 찾지 못했습니다.} other {그쪽에서 변경 #개를 시험했지만 통과시키는 것이 없습니다.}}',
  'report.do.tried':
    '다른 쪽에서 시험했습니다. {flows, plural, =1 {이 패킷이 통과합니다.} other {이런 흐름 #개 가운데 {through}개가 통과합니다.}}',
  'report.do.no-port': '할 일이 없습니다. 여기에는 그런 포트가 없습니다.',
  'report.column': '{column, select, what {무엇} here {여기서는} other {근거}}',
  'report.not-simulated': '시뮬레이션하지 않음',
  'report.from.engine': '엔진',
  'report.from.source': '{release}의 소스',
  'report.beyond.connections': '전환할 때 열려 있던 연결',
  'report.beyond.connections.here':
    '노드를 바꾸는 동안 열려 있는 연결이 어떻게 되는지는 따라가지 않았습니다. 노드를 하나씩 먼저 비우십시오.',
  'report.beyond.cleanup':
    '{how, select, itself {필요 없습니다. kube-proxy가 시작할 때 {before}의 것을 치웁니다.} other {필요합니다. {before}의 것은 kube-proxy --cleanup을 실행하거나 노드를 다시 시작할 때까지 남습니다.}}',
  'report.beyond.order': '누구 차례인가',
  'report.beyond.order.here':
    '{way, select, from {IPVS의 스케줄러 {scheduler}이(가) 고르던 것을 이제 추첨으로 고릅니다. 몫은 같고 순서는 없습니다.} other {추첨으로 고르던 것을 이제 IPVS의 스케줄러 {scheduler}이(가) 고릅니다.}}',
  'report.beyond.addresses': 'nodePort',
  'report.beyond.addresses.here':
    'nodePortAddresses에 다른 값이 없으면 노드의 기본 주소에서만 응답합니다. {count, plural, =0 {IPv4 주소가 둘 이상인 Node는 없습니다.} other {주소가 둘 이상인 Node {count}개: {names}.}}',
  'report.beyond.needs':
    '{old, plural, =0 {{told, plural, =0 {커널을 알려 주는 Node가 없습니다.} other {Node {nodes}개 가운데 {told}개가 커널을 알려 주며 모두 충분히 새것입니다.}}} other {너무 오래된 것: {names}.}} nft 버전은 어느 객체에도 없으니 노드에서 확인하십시오.',
  'report.beyond.dates': '일정',
  'report.cost.kernel': '노드의 커널, Service {services}개',
  'report.cost.first': '연결의 첫 패킷, Service {services}개',
  'report.cost.start': 'kube-proxy 시작, Service {services}개',
  'report.cost.in-kernel':
    '규칙 {rules, number}개, 원소 {elements, number}개{servers, plural, =0 {} other {, 서버 {servers, number}개}}',
  'report.cost.of-first': '많아야 규칙 {rules, number}개, 찾기 {lookups, number}번',
  'report.cost.of-start': '호출 {calls, number}번{kilobytes, plural, =0 {} other {, {kilobytes, number} kB}}',
  'report.cost.counted': 'Service마다 Pod가 {endpoints}개인 가상의 클러스터에서 규칙을 쓰고 패킷을 보내 센 값입니다.',
  'report.step.settle': '차이 {count}건({numbers}번)을 먼저 해결합니다.',
  'report.step.needs': '노드마다, 그리고 kube-proxy 이미지에서 커널(5.13)과 nft --version(1.0.1)을 확인합니다.',
  'report.step.release': '먼저 {from} 그대로 {was}에서 {release}(으)로 올립니다. 한 번에 하나씩 바꿉니다.',
  'report.step.first':
    '노드 하나부터: 비우고, mode: {mode}(으)로 바꾸고, kube-proxy를 다시 시작하고, 다시 받게 합니다.',
  'report.step.first-release': '노드 하나부터: 비우고, kube-proxy {release}을(를) 시작하고, 다시 받게 합니다.',
  'report.step.hold': '그 노드의 규칙을 여기에 붙여 넣으십시오. 위와 같은 길로 가야 합니다.',
  'report.step.rest': '그다음 나머지를 하나씩. 돌아오는 길도 같습니다. mode: {old}(으)로 되돌리고 다시 시작합니다.',
  'report.step.rest-release': '그다음 나머지를 하나씩. 돌아오는 길도 같습니다. {was}(으)로 되돌립니다.',
  'report.apart': '{count}개는 한쪽에만 있어 비교하지 않았습니다.',
  'report.dumps': '{nodes, select, yes {두 노드는 무엇이 다른가} other {이 노드에서 무엇이 바뀌었나}}',
  'report.dumps.side': '{side, select, before {이전} after {이후} one {이 노드} other {다른 노드}}',
  'report.dumps.not-all': '모든 패킷을 한꺼번에 비교할 수 없었습니다:',
  'report.dumps.empty':
    '{side, select, before {첫째 덤프에는 규칙도 집합도 가상 서버도 없습니다.} other {둘째 덤프에는 규칙도 집합도 가상 서버도 없습니다.}}',
  'report.dumps.broken':
    '{count, plural, =0 {첫째에서 통과한다고 알려진 것 가운데 둘째에서 막히는 것은 없습니다.} other {그중 #종류는 첫째에서 통과하지만, 둘째에서는 막히거나, 늘 통과하지는 않거나, 알 수 없습니다.}}',
  'report.dumps.packets': '패킷',
  'report.dumps.more': '그 밖에 더 있음',
  'report.dumps.open': '언제 맞는지 알 수 없는 것',
  'report.dumps.see':
    '{group, select, broken {통과하던 연결이 적어도 때때로 막힙니다.} mended {막히던 연결이 적어도 때때로 통과합니다.} fails {연결은 전처럼 실패하되, 다른 모습으로 실패합니다.} other {막히는 것은 없지만 다른 곳에 닿거나, 다른 길로 가거나, 다른 출발지로 보입니다.}}',
  'report.dumps.named': '위에 적은 {count}가지는 하나씩 풀어 쓰지 않았습니다.',
  'report.dumps.flows': '덤프에서 짐작되는 흐름 {all}개 가운데 {changed}개가 다르게 끝납니다',
  'report.dumps.rules': '규칙에서 다른 것',
  'report.dumps.same-rules': '다른 체인도 집합도 가상 서버도 없습니다.',
  'report.dumps.part': '{kind, select, added {생김} removed {없어짐} renamed {이름이 바뀜} other {바뀜}}',
  'report.dumps.lines': '{went}개 없어지고 {came}개 생김',
} satisfies Translated<typeof EN.REPORT_PHRASES>;
