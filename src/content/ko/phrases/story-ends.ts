import type * as EN from '../../en/phrases/story-ends';
import type { Translated } from '../../translated';

const NOTABLE =
  '{logs, plural, =0 {} =1 { {log}({as})이(가) 기록했습니다.} other { 규칙 #개가 기록했고 마지막은 {log}({as})입니다.}}{untracked, select, none {} other {{state, select, none { {untracked}({by})이(가) 패킷을 conntrack에서 빼서 상태가 UNTRACKED입니다.} other { {state}({asks})은(는) 맞지 않았습니다. {untracked}({by})이(가) 패킷을 conntrack에서 빼서 상태가 UNTRACKED입니다.}}}}';

/** How a packet ends that does not arrive. */
export const STORY_END_PHRASES = {
  'story.sent.named-by-none':
    '{written, select, yes {패킷에는 {address}이(가) 적혀 있습니다.} other {호출의 목적지는 {address}입니다.}} 누구의 주소인지 이름을 말해 주는 텍스트는 없습니다.',
  'story.chosen.some-turn': '여기서는 {pod}의 차례를 보입니다.',
  'story.chosen.socket': '시스템 호출 {call}의 목적지가 바로 {pod}(으)로 바뀝니다. 아직 패킷은 나가지 않았습니다.',
  'story.chosen.vfp': '{node}의 가상 스위치가 {pod}을(를) 골라 패킷에 그 주소를 씁니다.',
  'story.chosen.program': '{device}의 {program}이(가) {pod}을(를) 골라 패킷에 그 주소를 씁니다.',
  'story.chosen.told': '{device}의 {program}이(가) {pod}을(를) 고르고 요청된 주소를 그 노드에 알립니다.',
  'story.travels':
    '{route, select, none {} other {{node}의 경로 가운데 {route}이(가) 가장 잘 맞습니다.{ways, plural, =1 {} other { 다음 홉이 #개이고 해시가 이것을 골랐습니다. 다른 흐름은 {others}(으)로 나갑니다.}}}}{from, select, none {} other {{route, select, none {} other { }}출발지는 그대로 {from}입니다({why, select, same {규칙이 주는 주소와 같음} unmarked {마크가 없음} other {바꾸는 규칙이 없음}}).}}{passed, plural, =0 {} =1 { {chain}의 규칙 {number}이(가) 통과시켰습니다.} other { 규칙 #개가 통과시켰습니다.}}{missed, plural, =0 {} other { 맞지 않은 규칙은 #개입니다({chains}).}}',
  'story.back.socket': '프로세스에는 {service}이(가) 응답했다고 알립니다.',
  'story.sent.asks': '{from}이(가) 커널에 {to}(으)로 연결해 달라고 합니다.',
  'story.refused.no-pod': '{node}이(가) 거부합니다. {service} 뒤에 Pod가 없습니다.',
  'story.refused.none-ready': '{node}이(가) 거부합니다. {service}의 Pod 가운데 준비된 것이 없습니다.',
  'story.refused.none-here':
    '{policy}이(가) Local인데 {here, plural, =0 {{node}에 {service}의 엔드포인트가 없습니다} other {{node}에 있는 {service}의 엔드포인트 #개는 준비되지 않았습니다}}.{ready, plural, =0 {} other { 준비된 #개는 다른 노드에 있습니다.}}',
  'story.refused.none-for-port':
    '{service}에 엔드포인트가 있지만 {port} 포트({protocol})의 엔드포인트는 없습니다{known, select, yes {. targetPort는 {target}입니다} other {}}.',
  'story.refused.by': '{node}이(가) 패킷을 거부합니다.',
  'story.refused.call':
    '시스템 호출 {call}이(가) 실패합니다{why, select, waiting {. {service}의 Pod 가운데 준비된 것이 없습니다} empty {. {service} 뒤에 Pod가 없습니다} other {}}.',
  'story.refused.no-neighbour': '{node}이(가) 패킷을 넘겨줄 상대를 찾지 못합니다.',
  'story.refused.nobody-listens': '{node}이(가) 거부합니다. {port}번 포트에서 수신하는 프로세스가 없습니다.',
  'story.refused.listens': '{ports}번 포트에서만 수신합니다.',
  'story.refused.stranger': '{node}이(가) 거부합니다. {from}에 보낸 적이 없습니다.',
  'story.refused.had-asked': '요청한 곳은 {asked}의 {address}인데 {from}에서 왔으므로 일치하는 연결이 없습니다.',
  'story.refused.selector':
    '셀렉터는 {selector}을(를) 찾습니다. {waiting, plural, =0 {{pods, plural, =0 {이 네임스페이스에는 Pod가 없습니다.} other {이 네임스페이스에 준비된 Pod 중 그 레이블을 단 것이 없습니다.}}} other {그 레이블을 단 Pod #개는 준비되지 않았습니다.}}',
  'story.refused.no-selector': '셀렉터가 없고, 엔드포인트를 주는 EndpointSlice도 없습니다.',
  'story.dropped.by':
    '{node}이(가) 패킷을 폐기{told, select, none {하고 아무에게도 알리지 않습니다} other {합니다. {told, select, process {보낸 프로세스} other {{told}}}에는 곧바로 EPERM으로 알립니다}}.',
  'story.dropped.by-rule': `{hook}에서 {rule}이(가) 폐기합니다.${NOTABLE}`,
  'story.dropped.by-policy': `판정한 규칙이 없어 {chain}의 정책 DROP을 따릅니다.{missed, plural, =0 {} other { {hook}에서 맞지 않은 규칙은 #개입니다.}}${NOTABLE}`,
  'story.dropped.redirect': 'REDIRECT는 들어온 장치의 첫 주소로 보내는데 {device}에는 주소가 없어 커널이 폐기합니다.',
  'story.lost.at': '{node}에서 패킷이 사라집니다.',
  'story.lost.untranslated':
    '목적지가 여전히 {service}의 주소 {address}입니다. {why, select, port {{service}에는 {ports}만 있는데 이 패킷은 {asked}입니다} empty {{service}의 Pod 가운데 준비된 것이 없어 패킷을 보낼 규칙이 없습니다} outside {노드를 지나지 않아 어느 노드도 목적지를 바꾸지 못했습니다} refused {{node}에서 nft가 kube-proxy의 규칙을 모두 거부했습니다} other {{node}의 규칙 가운데 목적지를 바꾼 것이 없습니다}}.',
  'story.lost.beyond': '{address}이(가) 누구의 주소인지는 이 그림에 없고, {node}에는 그리로 가는 길이 없습니다.',
  'story.unknown.at': '{node}이(가) 이제 무엇을 할지는 알 수 없습니다.',
  'story.unknown.behind':
    '{device} 뒤에서 어떻게 되는지는 텍스트에 없습니다{next, select, none {} other {. 다음 홉은 {next}입니다}}.',
  'story.unknown.left': '패킷이 {device}(으)로 {node}을(를) 떠납니다. 그림은 여기까지입니다.',
} satisfies Translated<typeof EN.STORY_END_PHRASES>;
