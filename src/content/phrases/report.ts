import type { PhraseBook } from './phrase-book';

/** Sentences of Sheets that are made of an answer: a walk, a paste, a comparison. */
export const REPORT_PHRASES = {
  'report.as-is': { en: '{text}', ko: '{text}' },
  'report.packet': { en: 'What happened to this packet', ko: '이 패킷에 무슨 일이 있었나' },
  'report.machine': { en: 'What this machine is', ko: '이 기계는 무엇인가' },
  'report.changes.leave': { en: 'We leave {from} for {to}', ko: '{from}에서 {to}(으)로 옮기기' },
  'report.changes.release': { en: 'From {from} to {to} in {mode} mode', ko: '{mode} 모드, {from}에서 {to}(으)로' },
  'report.asked': { en: 'asked', ko: '물은 것' },
  'report.source': { en: 'rules', ko: '규칙' },
  'report.rules': {
    en: '{subject, select, pasted {As they were pasted; the kernel that runs them is simulated.} other {Written here as kube-proxy {release} in {mode} mode writes them for these objects; the kernel that runs them is simulated.}}',
    ko: '{subject, select, pasted {붙여 넣은 그대로이며, 이를 실행하는 커널은 시뮬레이션입니다.} other {이 객체들에 대해 {mode} 모드의 kube-proxy {release}이(가) 쓰는 대로 여기서 썼으며, 이를 실행하는 커널은 시뮬레이션입니다.}}',
  },
  'report.h.way': { en: 'Where it went', ko: '지나간 길' },
  'report.h.moments': { en: 'What happened, one moment after the other', ko: '일어난 일, 차례대로' },
  'report.h.why': { en: 'Why it ends so', ko: '이렇게 끝난 까닭' },
  'report.h.change': { en: 'What would change it', ko: '무엇을 바꾸면 달라지나' },
  'report.h.ways': { en: 'The other ways it can go', ko: '다르게 갈 수도 있는 길' },
  'report.h.rests': { en: 'What it rests on', ko: '무엇을 근거로 하나' },
  'report.h.unlooked': { en: 'What was not looked at', ko: '보지 않은 것' },
  'report.h.differ': {
    en: '{count, plural, one {The one that changes} other {The # that change}}',
    ko: '달라지는 것 {count}가지',
  },
  'report.h.beyond': { en: 'What no packet shows', ko: '패킷으로는 보이지 않는 것' },
  'report.h.cost': { en: 'What it costs', ko: '드는 비용' },
  'report.h.order': { en: 'In this order', ko: '이 순서로' },
  'report.ending': {
    en: '{kind, select, DELIVERED {It arrives} ASTRAY {It arrives where it was not sent} DROPPED {It is dropped} REJECTED {It is refused} NO_ROUTE {It finds no route} NO_SOCKET {Nobody listens where it arrives} MARTIAN {It is dropped for its source address} TTL_EXCEEDED {It runs out of hops} LOOP {It goes in circles} LEFT {It leaves what is known here} other {Where it ends is not known}}{answer, select, always { and is answered} never {, and no answer comes} sometimes {; it is answered in {odds} of cases} other {; whether it is answered is not known}}.',
    ko: '{kind, select, DELIVERED {도착합니다} ASTRAY {보내지 않은 곳에 도착합니다} DROPPED {폐기됩니다} REJECTED {거부됩니다} NO_ROUTE {경로가 없습니다} NO_SOCKET {도착한 곳에 듣는 프로세스가 없습니다} MARTIAN {출발지 주소 때문에 폐기됩니다} TTL_EXCEEDED {TTL이 다합니다} LOOP {맴돕니다} LEFT {여기서 아는 범위를 벗어납니다} other {어디서 끝나는지 알 수 없습니다}}. {answer, select, always {응답을 받습니다.} never {응답은 오지 않습니다.} sometimes {{odds}의 확률로 응답을 받습니다.} other {응답을 받는지는 알 수 없습니다.}}',
  },
  'report.then': { en: 'Then:', ko: '그러면:' },
  'report.then.sees': {
    en: 'Then the receiver sees {sources}.',
    ko: '그러면 받는 쪽에 보이는 출발지는 {sources}입니다.',
  },
  'report.then.together': {
    en: 'Then the client comes to the same Pod by both ports in {odds} of cases.',
    ko: '그러면 클라이언트가 두 포트에서 같은 Pod에 갈 확률이 {odds}입니다.',
  },
  'report.breaks': { en: 'It breaks, too: {flows}.', ko: '함께 끊기는 것: {flows}.' },
  'report.opens': { en: 'It lets in, too: {packets}.', ko: '함께 들어오게 되는 것: {packets}.' },
  'report.tried': {
    en: '{all, plural, =0 {No change was tried.} one {One change was made to a copy, and the packet sent again} other {# changes were made to a copy, one at a time, and the packet sent again}}{all, plural, =0 {} other {; {without, plural, =0 {each does something} one {one does nothing about it} other {# do nothing about it}}.}}',
    ko: '{all, plural, =0 {시험한 변경이 없습니다.} other {사본에 변경 #개를 하나씩 적용해 패킷을 다시 보냈고, 그중 {without}개는 아무것도 바꾸지 않습니다.}}',
  },
  'report.tried.none': {
    en: '{count, plural, =0 {There is no change here that could be tried.} other {None of the changes that were tried turns it round.}}',
    ko: '{count, plural, =0 {여기서 시험할 수 있는 변경이 없습니다.} other {시험한 변경 가운데 결과를 뒤집는 것은 없습니다.}}',
  },
  'report.more': { en: 'and {count} more', ko: '그 밖에 {count}개' },
  'report.truncated': { en: 'There are more ways than were walked.', ko: '따라가 본 것보다 더 많은 경우가 있습니다.' },
  'report.odds.open': { en: 'odds not known', ko: '확률을 알 수 없음' },
  'report.settled-by': { en: 'Settled by: {command}', ko: '확인하는 명령: {command}' },
  'report.unlooked.packet': {
    en: 'One packet and its answer were walked, by themselves: no load, no loss on a wire, no program outside the way of packets.',
    ko: '패킷 하나와 그 응답만 따라갔습니다. 부하, 전선에서의 유실, 패킷의 길 밖에 있는 프로그램은 보지 않았습니다.',
  },
  'report.unlooked.machine': {
    en: 'Only these texts were looked at: what they do not show of the machine is not known.',
    ko: '이 텍스트만 보았습니다. 여기에 없는 것은 알 수 없습니다.',
  },
  'report.alike': {
    en: '{same} of {compared} flows end the same.',
    ko: '흐름 {compared}개 가운데 {same}개는 똑같이 끝납니다.',
  },
  'report.none-breaks': { en: 'Nothing that works stops working.', ko: '되던 것이 안 되게 되는 일은 없습니다.' },
  'report.verdict': {
    en: '{verdict, select, look {look at it} know {know it} other {better}}',
    ko: '{verdict, select, look {살펴볼 것} know {알아 둘 것} other {나아지는 것}}',
  },
  'report.difference': { en: 'Difference {number}:', ko: '차이 {number}:' },
  'report.sides': { en: 'How it ends on each side.', ko: '양쪽에서 어떻게 끝나나.' },
  'report.example': { en: 'for one', ko: '예를 들어' },
  'report.kinds': {
    en: '{flows, plural, one {one flow} other {# flows}}, {callers, plural, one {one caller} other {# callers}}',
    ko: '흐름 {flows}개, 보내는 쪽 {callers}',
  },
  'report.seen': { en: 'you will see', ko: '눈에 보이는 것' },
  'report.see': {
    en: '{group, select, mended {Connections that failed are answered.} looks {{same, select, yes {Other endpoints answer, or in other shares.} other {The receiver sees another sender.}}} fails {{before, select, refused {{after, select, dropped {Timeouts where there were errors at once.} other {It fails in another way.}}} dropped {{after, select, refused {Errors at once where there were timeouts.} other {It fails in another way.}}} lost {{after, select, dropped {Nothing is half delivered any more: it is dropped on the way.} refused {Errors at once instead of answers that nobody takes.} other {It fails in another way.}}} other {It fails in another way.}}} other {{after, select, dropped {Connections that worked time out.} refused {Connections that worked get an error at once.} lost {Packets arrive, and their answers do not come back.} other {Connections that worked do not any more.}}}}',
    ko: '{group, select, mended {안 되던 연결에 응답이 옵니다.} looks {{same, select, yes {다른 엔드포인트가, 또는 다른 비율로 응답합니다.} other {받는 쪽에 다른 출발지가 보입니다.}}} fails {{before, select, refused {{after, select, dropped {곧바로 오류가 나던 것이 시간 초과가 됩니다.} other {다른 방식으로 실패합니다.}}} dropped {{after, select, refused {시간 초과이던 것이 곧바로 오류가 됩니다.} other {다른 방식으로 실패합니다.}}} lost {{after, select, dropped {반만 전달되는 일이 없어지고, 가는 길에 폐기됩니다.} refused {아무도 받지 않는 응답 대신 곧바로 오류가 납니다.} other {다른 방식으로 실패합니다.}}} other {다른 방식으로 실패합니다.}}} other {{after, select, dropped {되던 연결이 시간 초과가 됩니다.} refused {되던 연결에서 곧바로 오류가 납니다.} lost {패킷은 도착하지만 응답이 돌아오지 않습니다.} other {되던 연결이 안 됩니다.}}}}',
  },
  'report.do': { en: 'do', ko: '할 일' },
  'report.do.nothing': {
    en: '{group, select, mended {Nothing, unless something relied on the failure.} other {Nothing, unless something relied on what it saw.}}',
    ko: '{group, select, mended {실패에 의존하던 것이 없다면 할 일이 없습니다.} other {보이던 것에 의존하던 것이 없다면 할 일이 없습니다.}}',
  },
  'report.do.none': {
    en: '{count, plural, =0 {No change was found that could be tried there.} one {The one change that was tried there does not let it through.} other {None of the # changes that were tried there lets it through.}}',
    ko: '{count, plural, =0 {그쪽에서 시험할 수 있는 변경을 찾지 못했습니다.} other {그쪽에서 변경 #개를 시험했지만 통과시키는 것이 없습니다.}}',
  },
  'report.do.tried': {
    en: 'Tried on the other side: it lets this packet through.',
    ko: '다른 쪽에서 시험했습니다. 이 패킷이 통과합니다.',
  },
  'report.column': {
    en: '{column, select, what {what} here {here} other {from}}',
    ko: '{column, select, what {무엇} here {여기서는} other {근거}}',
  },
  'report.not-simulated': { en: 'not simulated', ko: '시뮬레이션하지 않음' },
  'report.from.engine': { en: 'engine', ko: '엔진' },
  'report.from.source': { en: 'source of {release}', ko: '{release}의 소스' },
  'report.beyond.connections': { en: 'Connections at the switch', ko: '전환할 때 열려 있던 연결' },
  'report.beyond.connections.here': {
    en: 'What becomes of connections that are open while a node changes was not walked. Drain it first, one node at a time.',
    ko: '노드를 바꾸는 동안 열려 있는 연결이 어떻게 되는지는 따라가지 않았습니다. 노드를 하나씩 먼저 비우십시오.',
  },
  'report.beyond.cleanup': {
    en: '{how, select, itself {Not needed: kube-proxy takes what {before} left away when it starts.} other {Needed: what {before} left stays until kube-proxy --cleanup has run or the node was restarted.}}',
    ko: '{how, select, itself {필요 없습니다. kube-proxy가 시작할 때 {before}의 것을 치웁니다.} other {필요합니다. {before}의 것은 kube-proxy --cleanup을 실행하거나 노드를 다시 시작할 때까지 남습니다.}}',
  },
  'report.beyond.order': { en: 'Whose turn it is', ko: '누구 차례인가' },
  'report.beyond.order.here': {
    en: '{way, select, from {The scheduler {scheduler} of IPVS chose; now a draw does: equal shares, in no order.} other {A draw chose; now the scheduler {scheduler} of IPVS does.}}',
    ko: '{way, select, from {IPVS의 스케줄러 {scheduler}이(가) 고르던 것을 이제 추첨으로 고릅니다. 몫은 같고 순서는 없습니다.} other {추첨으로 고르던 것을 이제 IPVS의 스케줄러 {scheduler}이(가) 고릅니다.}}',
  },
  'report.beyond.addresses': { en: 'nodePorts', ko: 'nodePort' },
  'report.beyond.addresses.here': {
    en: 'Answered at a node’s primary address alone, unless nodePortAddresses says otherwise. {count, plural, =0 {No Node tells more than one IPv4 address.} one {One Node tells more than one: {names}.} other {# Nodes tell more than one: {names}.}}',
    ko: 'nodePortAddresses에 다른 값이 없으면 노드의 기본 주소에서만 응답합니다. {count, plural, =0 {IPv4 주소가 둘 이상인 Node는 없습니다.} other {주소가 둘 이상인 Node {count}개: {names}.}}',
  },
  'report.beyond.needs': {
    en: '{old, plural, =0 {{told, plural, =0 {No Node tells its kernel.} other {{told} of {nodes} Nodes tell a kernel, and each is new enough.}}} one {Too old: {names}.} other {Too old: {names}.}} The version of nft is in no object: look at it on each node.',
    ko: '{old, plural, =0 {{told, plural, =0 {커널을 알려 주는 Node가 없습니다.} other {Node {nodes}개 가운데 {told}개가 커널을 알려 주며 모두 충분히 새것입니다.}}} other {너무 오래된 것: {names}.}} nft 버전은 어느 객체에도 없으니 노드에서 확인하십시오.',
  },
  'report.beyond.dates': { en: 'Dates', ko: '일정' },
  'report.cost.kernel': {
    en: 'In the kernel of a node, {services, plural, one {one Service} other {# Services}}',
    ko: '노드의 커널, Service {services}개',
  },
  'report.cost.first': {
    en: 'First packet of a connection, {services, plural, one {one Service} other {# Services}}',
    ko: '연결의 첫 패킷, Service {services}개',
  },
  'report.cost.start': {
    en: 'kube-proxy starts, {services, plural, one {one Service} other {# Services}}',
    ko: 'kube-proxy 시작, Service {services}개',
  },
  'report.cost.in-kernel': {
    en: '{rules, number} rules, {elements, number} elements{servers, plural, =0 {} other {, {servers, number} servers}}',
    ko: '규칙 {rules, number}개, 원소 {elements, number}개{servers, plural, =0 {} other {, 서버 {servers, number}개}}',
  },
  'report.cost.of-first': {
    en: 'at most {rules, number} rules, {lookups, plural, one {# lookup} other {# lookups}}',
    ko: '많아야 규칙 {rules, number}개, 찾기 {lookups, number}번',
  },
  'report.cost.of-start': {
    en: '{calls, plural, one {# call} other {# calls}}{kilobytes, plural, =0 {} other {, {kilobytes, number} kB}}',
    ko: '호출 {calls, number}번{kilobytes, plural, =0 {} other {, {kilobytes, number} kB}}',
  },
  'report.cost.counted': {
    en: 'Counted on a made-up cluster with {endpoints} Pods a Service: its rules were written and packets sent through them.',
    ko: 'Service마다 Pod가 {endpoints}개인 가상의 클러스터에서 규칙을 쓰고 패킷을 보내 센 값입니다.',
  },
  'report.step.settle': {
    en: 'Settle {count, plural, one {difference {numbers}} other {differences {numbers}}}.',
    ko: '차이 {numbers}번을 먼저 해결합니다.',
  },
  'report.step.needs': {
    en: 'Look at the kernel (5.13) and nft --version (1.0.1) on each node and in the image of kube-proxy.',
    ko: '노드마다, 그리고 kube-proxy 이미지에서 커널(5.13)과 nft --version(1.0.1)을 확인합니다.',
  },
  'report.step.release': {
    en: 'Go from {was} to {release} with {from} first: one change at a time.',
    ko: '먼저 {from} 그대로 {was}에서 {release}(으)로 올립니다. 한 번에 하나씩 바꿉니다.',
  },
  'report.step.first': {
    en: 'One node first: drain it, set mode: {mode}, restart its kube-proxy, uncordon it.',
    ko: '노드 하나부터: 비우고, mode: {mode}(으)로 바꾸고, kube-proxy를 다시 시작하고, 다시 받게 합니다.',
  },
  'report.step.first-release': {
    en: 'One node first: drain it, start kube-proxy {release} there, uncordon it.',
    ko: '노드 하나부터: 비우고, kube-proxy {release}을(를) 시작하고, 다시 받게 합니다.',
  },
  'report.step.hold': {
    en: 'Paste the rules of that node here: its walks must be those above.',
    ko: '그 노드의 규칙을 여기에 붙여 넣으십시오. 위와 같은 길로 가야 합니다.',
  },
  'report.step.rest': {
    en: 'Then the others, one after the other. The way back is the same: mode: {old}, restart.',
    ko: '그다음 나머지를 하나씩. 돌아오는 길도 같습니다. mode: {old}(으)로 되돌리고 다시 시작합니다.',
  },
  'report.step.rest-release': {
    en: 'Then the others, one after the other. The way back is the same, with {was}.',
    ko: '그다음 나머지를 하나씩. 돌아오는 길도 같습니다. {was}(으)로 되돌립니다.',
  },
  'report.apart': {
    en: '{count, plural, one {One end is} other {# ends are}} on one side only and not compared.',
    ko: '{count}개는 한쪽에만 있어 비교하지 않았습니다.',
  },
} as const satisfies PhraseBook;
