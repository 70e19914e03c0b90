import type { PhraseBook } from './phrase-book';

/** What is asked before a moment is shown, what may be answered, and why an answer is right or not. */
export const QUESTION_PHRASES = {
  'question.which-rule': {
    en: 'Which rule of {chain} takes the packet?',
    ko: '{chain}의 어느 규칙이 이 패킷을 받을까요?',
  },
  'question.which-pod': { en: 'Which Pod will get this packet?', ko: '어느 Pod가 이 패킷을 받을까요?' },
  'question.who-cannot': {
    en: 'Which of these can never get this packet?',
    ko: '이 가운데 이 패킷을 결코 받을 수 없는 것은 무엇일까요?',
  },
  'question.premise.local': {
    en: '{policy} of {service} is Local, and {here, plural, =0 {none of its Pods is on {node}} one {its Pod on {node} is not ready} other {its # Pods on {node} are not ready}}.',
    ko: '{service}의 {policy}은(는) Local이고, {here, plural, =0 {{node}에는 그 Pod가 없습니다} other {{node}에 있는 Pod #개는 준비되지 않았습니다}}.',
  },
  'question.premise.empty': {
    en: '{waiting, plural, =0 {No Pod stands behind {service}.} one {Behind {service} stands one Pod, and it is not ready.} other {Behind {service} stand # Pods, and none is ready.}}',
    ko: '{waiting, plural, =0 {{service} 뒤에 Pod가 없습니다.} other {{service} 뒤의 Pod #개는 준비되지 않았습니다.}}',
  },
  'question.premise.ranges': {
    en: '{service} lets in {ranges} only, and this packet comes from {source}.',
    ko: '{service}은(는) {ranges}만 들이는데, 이 패킷은 {source}에서 왔습니다.',
  },
  'question.premise.chain': {
    en: 'No rule of {chain} ({table}) decides here: the policy of the chain does, and on {node} it is DROP.',
    ko: '{chain}({table})의 어느 규칙도 판정하지 않습니다. 체인의 정책이 정하는데 {node}에서는 DROP입니다.',
  },
  'question.premise.hairpin': {
    en: 'On {node} the port of the bridge has hairpin mode off.',
    ko: '{node}에서 이 브리지 포트의 hairpin 모드는 꺼져 있습니다.',
  },
  'question.premise.policies': {
    en: '{count, plural, one {A NetworkPolicy stands beside the Service: {policies}.} other {NetworkPolicies stand beside the Service: {policies}.}}',
    ko: '{count, plural, other {Service 옆에 NetworkPolicy가 있습니다: {policies}.}}',
  },
  'question.premise.was-here': {
    en: '{service} has sessionAffinity: ClientIP, and {pod} answered this client a moment ago.',
    ko: '{service}의 sessionAffinity는 ClientIP이고, 조금 전 이 클라이언트에게 응답한 것은 {pod}입니다.',
  },
  'question.premise.weights': {
    en: '{object} gives weights: {weights}.',
    ko: '{object}의 가중치는 다음과 같습니다: {weights}.',
  },
  'question.premise.others': {
    en: 'Another program than kube-proxy has rules here, too: the chain {chain}.',
    ko: 'kube-proxy가 아닌 프로그램의 규칙도 있습니다: 체인 {chain}.',
  },
  'question.chance': {
    en: 'Before anything is drawn: how likely is {pod}?',
    ko: '아무것도 뽑기 전, {pod}이(가) 선택될 확률은 얼마일까요?',
  },
  'question.chance-again': {
    en: 'How likely is {pod} this time?',
    ko: '이번에 {pod}이(가) 선택될 확률은 얼마일까요?',
  },
  'question.odds-of-rest': {
    en: 'The first rule says yes to 1 in {count}. The second sees only the rest. How often must it say yes, so that all {count} Pods get the same?',
    ko: '첫 규칙은 {count}번에 한 번꼴로 ‘예’라고 합니다. 둘째 규칙은 나머지만 봅니다. Pod {count}개가 똑같이 받으려면 둘째는 얼마나 자주 ‘예’라고 해야 할까요?',
  },
  'question.next-turn': {
    en: 'If {pod} has just got a connection, who gets the next one?',
    ko: '방금 {pod}이(가) 연결을 받았다면, 다음 연결은 누가 받을까요?',
  },
  'question.destination': {
    en: 'Which destination will the packet carry once {node} has rewritten it?',
    ko: '{node}이(가) 바꾸고 나면 패킷에는 어떤 목적지가 적힐까요?',
  },
  'question.entry': {
    en: 'What will {node} remember of this connection?',
    ko: '{node}은(는) 이 연결에 대해 무엇을 기억할까요?',
  },
  'question.route': {
    en: 'Which route of {node} will the packet take?',
    ko: '패킷은 {node}의 어느 경로를 따라갈까요?',
  },
  'question.source-changes': {
    en: 'Will {node} change the source of the packet?',
    ko: '{node}이(가) 패킷의 출발지를 바꿀까요?',
  },
  'question.source-seen': {
    en: 'Whom will the one who gets the packet see as its sender?',
    ko: '패킷을 받는 쪽에는 누가 보낸 것으로 보일까요?',
  },
  'question.answers-to': { en: 'To whom will the answer be sent first?', ko: '응답은 먼저 누구에게 갈까요?' },
  'question.reply-carries': {
    en: 'From whom will {to} see the answer come?',
    ko: '{to}에게는 응답이 누구에게서 온 것으로 보일까요?',
  },
  'question.ends': { en: 'What will {from} get?', ko: '{from}은(는) 무엇을 받게 될까요?' },
  'question.where.chosen': {
    en: 'At which hook of {node} is the Pod chosen?',
    ko: '{node}의 어느 훅에서 Pod를 고를까요?',
  },
  'question.where.refused': {
    en: 'At which hook of {node} is the packet refused?',
    ko: '{node}의 어느 훅에서 패킷이 거부될까요?',
  },
  'question.other-mode': {
    en: 'In {mode} mode: at which hook of {node} would the Pod be chosen?',
    ko: '{mode} 모드라면 {node}의 어느 훅에서 Pod를 고를까요?',
  },
  'question.pod-gone': {
    en: 'If {pod} were not there: what would {from} get?',
    ko: '{pod}이(가) 없다면 {from}은(는) 무엇을 받게 될까요?',
  },
  'question.option.end': { en: '{name} ({text})', ko: '{name} ({text})' },
  'question.option.name': { en: '{name}', ko: '{name}' },
  'question.option.drawn': { en: 'that of the Pod that is drawn', ko: '뽑힌 Pod의 주소' },
  'question.option.rule': { en: '{text}', ko: '{text}' },
  'question.option.odds': {
    en: '{odds, select, 1 {certain} other {{odds}}}',
    ko: '{odds, select, 1 {확실함} other {{odds}}}',
  },
  'question.option.one-in': {
    en: '{of, plural, one {always} other {1 in #}}',
    ko: '{of, plural, =1 {언제나} other {#번에 한 번}}',
  },
  'question.option.next': {
    en: '{next, select, same {{pod} again} any {any of the {count}, by lot} other {another Pod, not {pod}}}',
    ko: '{next, select, same {다시 {pod}} any {{count}개 가운데 추첨으로 아무나} other {{pod}이(가) 아닌 다른 Pod}}',
  },
  'question.option.entry': {
    en: 'asked for {asked}, answers from {answers}',
    ko: '물어본 곳 {asked}, 응답하는 곳 {answers}',
  },
  'question.option.source-stays': { en: 'No, it stays {from}', ko: '아니요, 그대로 {from}입니다' },
  'question.option.source-changes': { en: 'Yes, it becomes an address of the node', ko: '예, 노드의 주소로 바뀝니다' },
  'question.option.answer': { en: 'an answer', ko: '응답' },
  'question.option.refused': { en: 'an error, at once', ko: '곧바로 오류' },
  'question.option.silence': {
    en: 'nothing, until it gives up waiting',
    ko: '기다리다 포기할 때까지 아무것도 받지 못함',
  },
  'question.why.rule-before': {
    en: 'Rule {number} was asked before, and did not match.',
    ko: '{number}번 규칙을 먼저 시험했지만 맞지 않았습니다.',
  },
  'question.why.rule-after': {
    en: 'Rule {number} comes later: it was not asked any more.',
    ko: '{number}번 규칙은 더 뒤에 있어서 시험하지 않았습니다.',
  },
  'question.why.rule-taken': {
    en: 'Rule {number} was the first that matched.',
    ko: '처음으로 맞은 규칙이 {number}번입니다.',
  },
  'question.why.pod-other': {
    en: 'It was offered, too, but the choice fell on {pod}.',
    ko: '이것도 후보였지만 {pod}이(가) 선택되었습니다.',
  },
  'question.why.pod-could': {
    en: 'It had a chance of {share}, but this time the choice fell on {pod}.',
    ko: '확률은 {share}이지만 이번에는 {pod}이(가) 선택되었습니다.',
  },
  'question.why.pod-waits': {
    en: '{pod} is not ready: no rule leads to it.',
    ko: '{pod}은(는) 준비되지 않아서 그리로 가는 규칙이 없습니다.',
  },
  'question.why.pod-may': {
    en: '{pod} is among those that may be chosen.',
    ko: '{pod}은(는) 선택될 수 있는 후보입니다.',
  },
  'question.why.pod-may-by': {
    en: '{pod} may be chosen: its chance is {share}.',
    ko: '{pod}은(는) 선택될 수 있습니다. 확률은 {share}입니다.',
  },
  'question.why.drawn': {
    en: 'The rule of whoever is drawn writes its own address.',
    ko: '뽑힌 쪽의 규칙이 자신의 주소를 적습니다.',
  },
  'question.why.not-drawn': {
    en: '{text} belongs to {name}; it becomes the address of whoever is drawn.',
    ko: '{text}은(는) {name}의 주소입니다. 여기서는 뽑힌 쪽의 주소로 바뀝니다.',
  },
  'question.why.share-waiting': {
    en: '{odds} would count a Pod that is not ready, too: it is {share}.',
    ko: '{odds}은(는) 준비되지 않은 Pod까지 센 것입니다. 확률은 {share}입니다.',
  },
  'question.why.not-seen': {
    en: 'Not {name}: here it is {right}.',
    ko: '{name}이(가) 아닙니다. 여기서는 {right}입니다.',
  },
  'question.why.pod-only': { en: 'The rules lead to {pod}.', ko: '규칙이 {pod}(으)로 이끕니다.' },
  'question.why.share': {
    en: 'Of all new connections, {share} go to {pod}.',
    ko: '새 연결 가운데 {share}이(가) {pod}(으)로 갑니다.',
  },
  'question.why.share-of-clients': {
    en: 'Of all clients that are not remembered, {share} go to {pod}; whoever is remembered is not drawn for.',
    ko: '기억되지 않은 클라이언트 가운데 {share}이(가) {pod}(으)로 갑니다. 기억된 클라이언트는 추첨하지 않습니다.',
  },
  'question.why.share-of-orders': {
    en: 'In which order the servers stand is not known, so {share} for {pod}. Whatever it is, one hash leads all that have this address to the same server.',
    ko: '서버가 놓인 순서를 알 수 없어 {pod}의 확률은 {share}입니다. 순서가 어떻든 같은 주소의 연결은 같은 해시로 같은 서버에 갑니다.',
  },
  'question.why.remembered': {
    en: '{node} remembers the client, and nothing is drawn: it is {pod} again.',
    ko: '{node}이(가) 이 클라이언트를 기억해서 추첨하지 않습니다. 이번에도 {pod}입니다.',
  },
  'question.why.not-drawn-again': {
    en: '{odds} is the chance of a client that is not remembered. {node} remembers this one: it is {pod} again.',
    ko: '{odds}은(는) 기억되지 않은 클라이언트의 확률입니다. {node}이(가) 이 클라이언트를 기억해서 이번에도 {pod}입니다.',
  },
  'question.why.own-odds': {
    en: '{odds} is the chance once its own rule is asked. Before that, another may say yes: all in all it is {share}.',
    ko: '{odds}은(는) 자신의 규칙까지 왔을 때의 확률입니다. 그 전에 다른 규칙이 ‘예’라고 할 수 있으므로 전체로는 {share}입니다.',
  },
  'question.why.rest': {
    en: '{left, plural, one {Of what the first let pass, one Pod is left, and it takes all.} other {Of what the first let pass, # Pods are left: an equal part for each.}}',
    ko: '{left, plural, =1 {첫 규칙이 놓아준 것은 남은 Pod 하나가 모두 받습니다.} other {첫 규칙이 놓아준 것을 남은 Pod #개가 똑같이 나눕니다.}}',
  },
  'question.why.rest-less': {
    en: '1 in {count} of the rest is less than 1 in {count} of all: {kept} in {whole}.',
    ko: '나머지의 1/{count}은(는) 전체의 1/{count}보다 적습니다. 전체로는 {kept}/{whole}입니다.',
  },
  'question.why.rest-always': {
    en: 'Then {later, plural, one {the Pod behind it} other {the # Pods behind it}} would never be asked.',
    ko: '그러면 뒤에 있는 Pod {later}개에는 차례가 오지 않습니다.',
  },
  'question.why.next': {
    en: '{right, select, same {It stays with {pod}.} other {Nothing is drawn: the scheduler goes round, and {pod} has had its turn.}}',
    ko: '{right, select, same {{pod}에 머뭅니다.} other {추첨은 없습니다. 스케줄러는 차례로 돌고, {pod}의 차례는 지났습니다.}}',
  },
  'question.why.share-not': {
    en: 'Not {odds}: it is {share}.',
    ko: '{odds}이(가) 아닙니다. 확률은 {share}입니다.',
  },
  'question.why.not-here': {
    en: '{text} belongs to {name}; here it is {right}.',
    ko: '{text}은(는) {name}의 주소입니다. 맞는 쪽은 {right}입니다.',
  },
  'question.why.engine': { en: 'It is {right}.', ko: '{right}입니다.' },
  'question.why.entry': {
    en: 'Asked for was {asked}, and {answers} will answer: the entry keeps both.',
    ko: '물어본 곳은 {asked}이고 응답하는 곳은 {answers}입니다. 항목은 둘 다 기억합니다.',
  },
  'question.why.route': {
    en: 'It holds {to}, and no route that is asked before does.',
    ko: '{to}이(가) 여기에 들어 있고, 먼저 찾아보는 경로 가운데 맞는 것이 없습니다.',
  },
  'question.why.route-not': { en: 'For {to}, the node takes {right}.', ko: '{to}(으)로는 {right} 경로를 씁니다.' },
  'question.why.saw': { en: 'It saw {to} as the sender.', ko: '보낸 쪽이 {to}(으)로 보였기 때문입니다.' },
  'question.why.ends': {
    en: '{end, select, answer {It is answered} refused {An error comes back} other {It gets neither an answer nor an error, and waits}}.',
    ko: '{end, select, answer {응답을 받습니다} refused {오류가 돌아옵니다} other {응답도 오류도 받지 못하고 기다립니다}}.',
  },
  'question.why.hook': { en: '{node} does it at {hook}.', ko: '{node}은(는) {hook}에서 합니다.' },
  'question.why.hook-not': {
    en: 'Not there: {node} does it at {hook}.',
    ko: '거기가 아닙니다. {node}은(는) {hook}에서 합니다.',
  },
} as const satisfies PhraseBook;
