import type { PhraseBook } from './phrase-book';

/** Behind the cause of an end: rules that noted the packet, and one that asked for a state it could not have (`core/story/notable-rules.ts`). */
const NOTABLE_EN =
  '{logs, plural, =0 {} one { {log} ({as}) noted it.} other { # rules noted it, the last one {log} ({as}).}}{untracked, select, none {} other {{state, select, none { Its state is UNTRACKED: {untracked} ({by}) took it out of conntrack.} other { {state} ({asks}) did not match: {untracked} ({by}) took the packet out of conntrack, and its state is UNTRACKED.}}}}';
const NOTABLE_KO =
  '{logs, plural, =0 {} =1 { {log}({as})이(가) 기록했습니다.} other { 규칙 #개가 기록했고 마지막은 {log}({as})입니다.}}{untracked, select, none {} other {{state, select, none { {untracked}({by})이(가) 패킷을 conntrack에서 빼서 상태가 UNTRACKED입니다.} other { {state}({asks})은(는) 맞지 않았습니다. {untracked}({by})이(가) 패킷을 conntrack에서 빼서 상태가 UNTRACKED입니다.}}}}';

/** How a packet ends that does not arrive. */
export const STORY_END_PHRASES = {
  'story.sent.named-by-none': {
    en: 'The packet carries {address}: no text names whose address that is.',
    ko: '패킷에는 {address}이(가) 적혀 있습니다. 누구의 주소인지 이름을 말해 주는 텍스트는 없습니다.',
  },
  'story.chosen.some-turn': {
    en: 'Shown is the turn of {pod}.',
    ko: '여기서는 {pod}의 차례를 보입니다.',
  },
  'story.chosen.socket': {
    en: 'The system call {call} already becomes one for {pod}: no packet has been sent yet.',
    ko: '시스템 호출 {call}의 목적지가 바로 {pod}(으)로 바뀝니다. 아직 패킷은 나가지 않았습니다.',
  },
  'story.chosen.vfp': {
    en: 'The virtual switch of {node} picks {pod} and writes its address into the packet.',
    ko: '{node}의 가상 스위치가 {pod}을(를) 골라 패킷에 그 주소를 씁니다.',
  },
  'story.chosen.program': {
    en: '{program} at {device} picks {pod} and writes its address into the packet.',
    ko: '{device}의 {program}이(가) {pod}을(를) 골라 패킷에 그 주소를 씁니다.',
  },
  'story.chosen.told': {
    en: '{program} at {device} picks {pod} and tells its node whose address was asked.',
    ko: '{device}의 {program}이(가) {pod}을(를) 고르고 요청된 주소를 그 노드에 알립니다.',
  },
  'story.travels': {
    en: '{route, select, none {} other {Of the routes of {node}, {route} fits best.{ways, plural, =1 {} other { It has # next hops, and a hash takes this one; others leave by {others}.}}}}{from, select, none {} other {{route, select, none {} other { }}The source stays {from}: {why, select, same {a rule gives it the one it has} unmarked {nothing marked the packet} other {no rule gives it another one}}.}}{passed, plural, =0 {} =1 { {chain} rule {number} let it pass.} other { # rules let it pass.}}{missed, plural, =0 {} one { # rule did not match ({chains}).} other { # rules did not match ({chains}).}}',
    ko: '{route, select, none {} other {{node}의 경로 가운데 {route}이(가) 가장 잘 맞습니다.{ways, plural, =1 {} other { 다음 홉이 #개이고 해시가 이것을 골랐습니다. 다른 흐름은 {others}(으)로 나갑니다.}}}}{from, select, none {} other {{route, select, none {} other { }}출발지는 그대로 {from}입니다({why, select, same {규칙이 주는 주소와 같음} unmarked {마크가 없음} other {바꾸는 규칙이 없음}}).}}{passed, plural, =0 {} =1 { {chain}의 규칙 {number}이(가) 통과시켰습니다.} other { 규칙 #개가 통과시켰습니다.}}{missed, plural, =0 {} other { 맞지 않은 규칙은 #개입니다({chains}).}}',
  },
  'story.back.socket': {
    en: 'The process is told that {service} answered.',
    ko: '프로세스에는 {service}이(가) 응답했다고 알립니다.',
  },
  'story.sent.asks': {
    en: '{from} asks its kernel for a connection to {to}.',
    ko: '{from}이(가) 커널에 {to}(으)로 연결해 달라고 합니다.',
  },
  'story.refused.no-pod': {
    en: '{node} refuses: no Pod stands behind {service}.',
    ko: '{node}이(가) 거부합니다. {service} 뒤에 Pod가 없습니다.',
  },
  'story.refused.none-ready': {
    en: '{node} refuses: no Pod of {service} is ready.',
    ko: '{node}이(가) 거부합니다. {service}의 Pod 가운데 준비된 것이 없습니다.',
  },
  'story.refused.none-here': {
    en: '{policy} is Local, and {here, plural, =0 {no endpoint of {service} is on {node}} one {the endpoint of {service} on {node} is not ready} other {none of the # endpoints of {service} on {node} is ready}}.{ready, plural, =0 {} one { The ready one is elsewhere.} other { The # ready ones are elsewhere.}}',
    ko: '{policy}이(가) Local인데 {here, plural, =0 {{node}에 {service}의 엔드포인트가 없습니다} other {{node}에 있는 {service}의 엔드포인트 #개는 준비되지 않았습니다}}.{ready, plural, =0 {} other { 준비된 #개는 다른 노드에 있습니다.}}',
  },
  'story.refused.none-for-port': {
    en: '{service} has endpoints, and none of them is for its port {port}, {protocol}{known, select, yes {: targetPort is {target}} other {}}.',
    ko: '{service}에 엔드포인트가 있지만 {port} 포트({protocol})의 엔드포인트는 없습니다{known, select, yes {. targetPort는 {target}입니다} other {}}.',
  },
  'story.refused.by': {
    en: '{node} refuses the packet.',
    ko: '{node}이(가) 패킷을 거부합니다.',
  },
  'story.refused.nobody-listens': {
    en: '{node} refuses: nobody listens on port {port}.',
    ko: '{node}이(가) 거부합니다. {port}번 포트에서 수신하는 프로세스가 없습니다.',
  },
  'story.refused.listens': {
    en: 'It listens on {ports} only.',
    ko: '{ports}번 포트에서만 수신합니다.',
  },
  'story.refused.stranger': {
    en: '{node} refuses: it never asked {from}.',
    ko: '{node}이(가) 거부합니다. {from}에게 물은 적이 없습니다.',
  },
  'story.refused.had-asked': {
    en: 'It had asked {asked} at {address}; this comes from {from}, so it fits no connection.',
    ko: '물어본 곳은 {asked}의 {address}인데 {from}에서 왔으므로 들어맞는 연결이 없습니다.',
  },
  'story.refused.selector': {
    en: 'Its selector asks for {selector}. {waiting, plural, =0 {{pods, plural, =0 {There are no Pods in its namespace.} other {No ready Pod of its namespace carries that.}}} one {One Pod carries that, and is not ready.} other {# Pods carry that, and none is ready.}}',
    ko: '셀렉터는 {selector}을(를) 찾습니다. {waiting, plural, =0 {{pods, plural, =0 {이 네임스페이스에는 Pod가 없습니다.} other {이 네임스페이스에 준비된 Pod 중 그 레이블을 단 것이 없습니다.}}} other {그 레이블을 단 Pod #개는 준비되지 않았습니다.}}',
  },
  'story.refused.no-selector': {
    en: 'It has no selector, and no EndpointSlice gives it an endpoint.',
    ko: '셀렉터가 없고, 엔드포인트를 주는 EndpointSlice도 없습니다.',
  },
  'story.dropped.by': {
    en: '{node} drops the packet{told, select, none {, and tells nobody} other {: {told, select, process {the process that sent it} other {{told}}} is told at once, by EPERM}}.',
    ko: '{node}이(가) 패킷을 폐기{told, select, none {하고 아무에게도 알리지 않습니다} other {합니다. {told, select, process {보낸 프로세스} other {{told}}}에는 곧바로 EPERM으로 알립니다}}.',
  },
  'story.dropped.by-rule': {
    en: `{rule} drops it in {hook}.${NOTABLE_EN}`,
    ko: `{hook}에서 {rule}이(가) 폐기합니다.${NOTABLE_KO}`,
  },
  'story.dropped.by-policy': {
    en: `No rule decided, so the policy of {chain} did: DROP.{missed, plural, =0 {} other { {missed, plural, one {# rule} other {# rules}} of {hook} did not match.}}${NOTABLE_EN}`,
    ko: `판정한 규칙이 없어 {chain}의 정책이 정합니다. DROP입니다.{missed, plural, =0 {} other { {hook}에서 맞지 않은 규칙은 #개입니다.}}${NOTABLE_KO}`,
  },
  'story.lost.at': {
    en: 'At {node} the packet is lost.',
    ko: '{node}에서 패킷이 사라집니다.',
  },
  'story.unknown.at': {
    en: 'What {node} does now is not known.',
    ko: '{node}이(가) 이제 무엇을 할지는 알 수 없습니다.',
  },
  'story.unknown.behind': {
    en: 'No text tells what becomes of it behind {device}{next, select, none {} other {: it is sent to {next}}}.',
    ko: '{device} 뒤에서 어떻게 되는지는 텍스트에 없습니다{next, select, none {} other {. 다음 홉은 {next}입니다}}.',
  },
  'story.unknown.left': {
    en: 'The packet leaves {node} by {device}: there the picture ends.',
    ko: '패킷이 {device}(으)로 {node}을(를) 떠납니다. 그림은 여기까지입니다.',
  },
} as const satisfies PhraseBook;
