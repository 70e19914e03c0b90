import type * as EN from '../../en/phrases/story-questions';
import type { Translated } from '../../translated';

/** What is asked before a moment is shown, what may be answered, and why an answer is right or not. */
export const QUESTION_PHRASES = {
  'question.which-rule': '{chain}의 어느 규칙이 이 패킷을 받을까요?',
  'question.which-pod': '어느 Pod가 이 패킷을 받을까요?',
  'question.who-cannot': '이 가운데 이 패킷을 결코 받을 수 없는 것은 무엇일까요?',
  'question.premise.local':
    '{service}의 {policy}은(는) Local이고, {here, plural, =0 {{node}에는 그 Pod가 없습니다} other {{node}에 있는 Pod #개는 준비되지 않았습니다}}.',
  'question.premise.empty':
    '{waiting, plural, =0 {{service} 뒤에 Pod가 없습니다.} other {{service} 뒤의 Pod #개는 준비되지 않았습니다.}}',
  'question.premise.ranges': '{service}은(는) {ranges}만 들이는데, 이 패킷은 {source}에서 왔습니다.',
  'question.premise.chain':
    '{chain}({table})의 어느 규칙도 판정하지 않습니다. 체인의 정책이 정하는데 {node}에서는 DROP입니다.',
  'question.premise.hairpin': '{node}에서 이 브리지 포트의 hairpin 모드는 꺼져 있습니다.',
  'question.premise.policies': '{count, plural, other {Service 옆에 NetworkPolicy가 있습니다: {policies}.}}',
  'question.premise.was-here':
    '{service}의 sessionAffinity는 ClientIP이고, 조금 전 이 클라이언트에게 응답한 것은 {pod}입니다.',
  'question.premise.weights': '{object}의 가중치는 다음과 같습니다: {weights}.',
  'question.premise.others': 'kube-proxy가 아닌 프로그램의 규칙도 있습니다: 체인 {chain}.',
  'question.chance': '아무것도 뽑기 전, {pod}이(가) 선택될 확률은 얼마일까요?',
  'question.chance-again': '이번에 {pod}이(가) 선택될 확률은 얼마일까요?',
  'question.odds-of-rest':
    '첫 규칙은 {count}번에 한 번꼴로 ‘예’라고 합니다. 둘째 규칙은 나머지만 봅니다. Pod {count}개가 똑같이 받으려면 둘째는 얼마나 자주 ‘예’라고 해야 할까요?',
  'question.next-turn': '방금 {pod}이(가) 연결을 받았다고 합시다. 누가 보내든 그다음 연결은 누가 받을까요?',
  'question.destination': '{node}이(가) 바꾸고 나면 패킷에는 어떤 목적지가 적힐까요?',
  'question.entry': '{node}은(는) 이 연결에 대해 무엇을 기억할까요?',
  'question.route': '패킷은 {node}의 어느 경로를 따라갈까요?',
  'question.source-changes': '{node}이(가) 패킷의 출발지를 바꿀까요?',
  'question.source-seen': '패킷을 받는 쪽에는 누가 보낸 것으로 보일까요?',
  'question.answers-to': '응답은 먼저 누구에게 갈까요?',
  'question.reply-carries': '{to}에게는 응답이 누구에게서 온 것으로 보일까요?',
  'question.ends': '{from}은(는) 무엇을 받게 될까요?',
  'question.where.chosen': '{node}의 어느 훅에서 Pod를 고를까요?',
  'question.where.refused': '{node}의 어느 훅에서 패킷이 거부될까요?',
  'question.other-mode': '{mode} 모드라면 {node}의 어느 훅에서 Pod를 고를까요?',
  'question.pod-gone': '{pod}이(가) 없다면 {from}은(는) 무엇을 받게 될까요?',
  'question.option.end': '{name} ({text})',
  'question.option.name': '{name}',
  'question.option.drawn': '뽑힌 Pod의 주소',
  'question.option.rule': '{text}',
  'question.option.odds': '{odds, select, 1 {확실함} other {{odds}}}',
  'question.option.one-in': '{of, plural, =1 {언제나} other {#번에 한 번}}',
  'question.option.next':
    '{next, select, same {다시 {pod}} any {{count}개 가운데 추첨으로 아무나} other {{pod}이(가) 아닌 다른 Pod}}',
  'question.option.entry': '요청한 곳 {asked}, 응답하는 곳 {answers}',
  'question.option.source-stays': '아니요, 그대로 {from}입니다',
  'question.option.source-changes': '예, 노드의 주소로 바뀝니다',
  'question.option.answer': '응답',
  'question.option.refused': '곧바로 오류',
  'question.option.silence': '기다리다 포기할 때까지 아무것도 받지 못함',
  'question.why.rule-before': '{number}번 규칙을 먼저 시험했지만 맞지 않았습니다.',
  'question.why.rule-after': '{number}번 규칙은 더 뒤에 있어서 시험하지 않았습니다.',
  'question.why.rule-taken': '처음으로 맞은 규칙이 {number}번입니다.',
  'question.why.pod-other': '이것도 후보였지만 {pod}이(가) 선택되었습니다.',
  'question.why.pod-could': '확률은 {share}이지만 이번에는 {pod}이(가) 선택되었습니다.',
  'question.why.pod-waits': '{pod}은(는) 준비되지 않아서 그리로 가는 규칙이 없습니다.',
  'question.why.pod-may': '{pod}은(는) 선택될 수 있는 후보입니다.',
  'question.why.pod-may-by': '{pod}은(는) 선택될 수 있습니다. 확률은 {share}입니다.',
  'question.why.drawn': '뽑힌 쪽의 규칙이 자신의 주소를 적습니다.',
  'question.why.not-drawn': '{text}은(는) {name}의 주소입니다. 여기서는 뽑힌 쪽의 주소로 바뀝니다.',
  'question.why.share-waiting': '{odds}은(는) 준비되지 않은 Pod까지 센 것입니다. 확률은 {share}입니다.',
  'question.why.not-seen': '{name}이(가) 아닙니다. 여기서는 {right}입니다.',
  'question.why.pod-only': '규칙이 {pod}(으)로 보냅니다.',
  'question.why.share': '새 연결 가운데 {share}이(가) {pod}(으)로 갑니다.',
  'question.why.share-of-clients':
    '기억되지 않은 클라이언트 가운데 {share}이(가) {pod}(으)로 갑니다. 기억된 클라이언트는 추첨하지 않습니다.',
  'question.why.share-of-orders':
    '서버가 놓인 순서를 알 수 없어 {pod}의 확률은 {share}입니다. 순서가 어떻든 같은 주소의 연결은 같은 해시로 같은 서버에 갑니다.',
  'question.why.remembered': '{node}이(가) 이 클라이언트를 기억해서 추첨하지 않습니다. 이번에도 {pod}입니다.',
  'question.why.not-drawn-again':
    '{odds}은(는) 기억되지 않은 클라이언트의 확률입니다. {node}이(가) 이 클라이언트를 기억해서 이번에도 {pod}입니다.',
  'question.why.own-odds':
    '{odds}은(는) 자신의 규칙까지 왔을 때의 확률입니다. 그 전에 다른 규칙이 ‘예’라고 할 수 있으므로 전체로는 {share}입니다.',
  'question.why.rest':
    '{left, plural, =1 {첫 규칙이 놓아준 것은 남은 Pod 하나가 모두 받습니다.} other {첫 규칙이 놓아준 것을 남은 Pod #개가 똑같이 나눕니다.}}',
  'question.why.rest-less': '나머지의 1/{count}은(는) 전체의 1/{count}보다 적습니다. 전체로는 {kept}/{whole}입니다.',
  'question.why.rest-always': '그러면 뒤에 있는 Pod {later}개에는 차례가 오지 않습니다.',
  'question.why.next':
    '{right, select, same {{pod}에 머뭅니다.} other {추첨은 없습니다. 스케줄러는 차례로 돌고, {pod}의 차례는 지났습니다.}}',
  'question.why.share-not': '{odds}이(가) 아닙니다. 확률은 {share}입니다.',
  'question.why.not-here': '{text}은(는) {name}의 주소입니다. 맞는 쪽은 {right}입니다.',
  'question.why.engine': '{right}입니다.',
  'question.why.entry': '요청한 곳은 {asked}, 응답하는 곳은 {answers}입니다. 항목은 둘 다 기억합니다.',
  'question.why.route': '{to}이(가) 여기에 들어 있고, 먼저 찾아보는 경로 가운데 맞는 것이 없습니다.',
  'question.why.route-not': '{to}(으)로는 {right} 경로를 씁니다.',
  'question.why.saw': '보낸 쪽이 {to}(으)로 보였기 때문입니다.',
  'question.why.ends':
    '{end, select, answer {응답을 받습니다} refused {오류가 돌아옵니다} other {응답도 오류도 받지 못하고 기다립니다}}.',
  'question.why.hook': '{node}은(는) {hook}에서 합니다.',
  'question.why.hook-not': '거기가 아닙니다. {node}은(는) {hook}에서 합니다.',
} satisfies Translated<typeof EN.QUESTION_PHRASES>;
