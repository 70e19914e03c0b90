import type * as EN from '../../en/phrases/story';
import type { Translated } from '../../translated';

const ASKED =
  '{passed, plural, =0 {} =1 { {chain}의 규칙 {number}{test, select, none {} other {({test})}}이(가) 통과시켰습니다.} other { 규칙 #개가 통과시켰고, 마지막은 {chain}의 규칙 {number}{test, select, none {} other {({test})}}입니다.}}{missed, plural, =0 {} other { 여기서 맞지 않은 규칙은 #개입니다({chains}{more, plural, =0 {} other { 외 #개}}).}}';

const OFFERED =
  '{of, select, all {{unnamed, plural, =0 {{service} 뒤에 Pod {count}개가 있습니다.} other {{service} 뒤에 Pod {total}개 이상이 있고 그중 #개는 어떤 텍스트도 이름을 말하지 않아 확률을 알 수 없습니다.}}} here {{node}에 {service}의 Pod {count}개가 있습니다.} other {{node}은(는) {service}의 엔드포인트 {count}개 가운데서 뽑습니다.}}';

const WAITING = '{waiting, plural, =0 {} other { 준비되지 않은 Pod #개로 가는 규칙은 없습니다.}}';

/** The moments of a walk: one sentence each, and why. Names first; an address only where it is what is meant. */
export const STORY_PHRASES = {
  'story.sent.service': '{from}이(가) {service}(으)로 {again, select, yes {다시 } other {}}패킷을 보냅니다.',
  'story.sent.name': '{from}이(가) {to}에 이름 {name}을(를) {again, select, yes {TCP로 다시 } other {}}묻습니다.',
  'story.received.name': '{to}이(가) {name}의 답을 {cut, select, yes {일부만 } other {}}받습니다.',
  'story.sent.nodePort': '{from}이(가) {node}의 {port}번 포트로 패킷을 보냅니다.',
  'story.sent.other': '{from}이(가) {to}(으)로 패킷을 보냅니다.',
  'story.sent.ongoing': '{from}이(가) {to}(으)로 맺은 연결을 이어 갑니다.',
  'story.sent.on-no-device':
    '{written, select, yes {패킷에는 {service}의 주소 {address}이(가) 적혀 있습니다.} other {호출의 목적지는 {service}의 주소 {address}입니다.}} 이 주소를 가진 장치는 없습니다.',
  'story.sent.on-device':
    '{written, select, yes {패킷에는 {service}의 주소 {address}이(가) 적혀 있습니다.} other {호출의 목적지는 {service}의 주소 {address}입니다.}} {all, select, yes {모든 노드가} other {노드가}} {device}에 이 주소를 두고 있습니다.',
  'story.sent.announced':
    '패킷에는 {service}의 주소 {address}이(가) 적혀 있습니다. 이 주소를 가진 장치는 없고, MetalLB의 L2 모드가 해시로 정한 {node}이(가) {ask}에 응답합니다.',
  'story.sent.routed-to':
    '패킷에는 {service}의 주소 {address}이(가) 적혀 있습니다. 이 주소를 가진 장치는 없고, 경로가 {machine}(으)로 이어집니다.',
  'story.sent.address-of':
    '{written, select, yes {패킷에는 {to}의 주소 {address}이(가) 적혀 있습니다.} other {호출의 목적지는 {to}의 주소 {address}입니다.}}',
  'story.sent.caught':
    '패킷에는 {address}이(가) 적혀 있습니다. 누구의 주소인지 말해 주는 텍스트는 없습니다. {node}의 규칙 {rule}이(가) 이 패킷을 잡아 {next}(으)로 보냅니다.',
  'story.sent.taken-for':
    '패킷에는 {address}이(가) 적혀 있습니다. 누구의 주소인지 말해 주는 텍스트가 없어 {node}의 주소로 봅니다.',
  'story.sent.nobody-known': '{address}이(가) 누구의 주소인지는 이 그림에 없습니다.',
  'story.recognised.name': '{node}이(가) 주소를 알아봅니다. {service}입니다.',
  'story.recognised.nodePort': '{node}이(가) 포트를 알아봅니다. {service}의 nodePort입니다.',
  'story.recognised.by-rule':
    '{asked, plural, =0 {처음 시험한 규칙이} other {규칙 #개는 맞지 않았고, 그다음 규칙이}} {service}의 규칙으로 넘깁니다.{own, select, yes { 주소가 노드 자신의 것이어서 포트를 확인합니다.} other {}}',
  'story.recognised.by-map': '항목 {size}개를 한 번 조회해서 {service}의 규칙을 찾습니다.',
  'story.recognised.by-portal': 'kube-proxy의 규칙이 {service}(으)로 가는 패킷을 kube-proxy 자신의 포트로 돌립니다.',
  'story.recognised.by-ipvs':
    '주소가 {device}에 있어서 패킷이 안으로 들어옵니다. 거기에 {service}을(를) 위한 IPVS 가상 서버가 있습니다.',
  'story.recognised.by-ipvs-here': 'IPVS에 {service}을(를) 위한 가상 서버가 있습니다.',
  'story.chosen.draw': '추첨 결과는 {pod}입니다.',
  'story.chosen.only': '보낼 곳은 {pod} 하나뿐입니다.',
  'story.chosen.kept': '이번에도 {pod}입니다.',
  'story.chosen.number': '뽑힌 수는 {number}, {pod}입니다.',
  'story.chosen.turn': '{pod}의 차례입니다.',
  'story.chosen.scheduler': '{scheduler}이(가) {pod}을(를) 고릅니다.',
  'story.chosen.process': '{process}이(가) {pod}을(를) 고릅니다.',
  'story.chosen.http': '{process}이(가) 요청을 읽고 {pod}을(를) 고릅니다.',
  'story.chosen.rule': '규칙이 패킷을 {pod}(으)로 보냅니다.',
  'story.chosen.draws': `{targets, select, nodes {노드 {count}개가 {service}의 패킷을 받습니다.} other {${OFFERED}}}{looked, plural, =0 {} other { 먼저 규칙 #개가 이 클라이언트가 최근에 왔는지 확인했고, ‘아니요’였습니다.}} {no, plural, =0 {첫 추첨이 ‘예’였습니다.} =1 {첫 추첨은 ‘아니요’, 두 번째가 ‘예’였습니다.} other {추첨 #번이 ‘아니요’였고 그다음이 ‘예’였습니다.}}${WAITING}`,
  'story.chosen.rest': `{targets, select, nodes {노드 {count}개가 {service}의 패킷을 받습니다.} other {${OFFERED}}}{looked, plural, =0 {} other { 먼저 규칙 #개가 이 클라이언트가 최근에 왔는지 확인했고, ‘아니요’였습니다.}} {no, plural, =1 {앞선 추첨이} =2 {앞선 두 추첨이 모두} other {앞선 추첨 #번이 모두}} ‘아니요’였고, 마지막 규칙은 추첨하지 않습니다.${WAITING}`,
  'story.chosen.only-endpoint': '{service}에서 받을 수 있는 엔드포인트가 하나뿐이어서 추첨할 것이 없습니다.',
  'story.chosen.stale':
    '{node}의 kube-proxy가 멈춰 있어 규칙은 멈춘 때 그대로입니다. {is, select, gone {사라진} other {이제 준비되지 않은}} {pod}(으)로 여전히 보냅니다.',
  'story.chosen.affinity':
    'sessionAffinity: {node}이(가) 이 클라이언트가 쓰던 Pod를 아직 기억하고 있습니다. 추첨보다 앞선 규칙이 ‘예’여서 추첨하지 않습니다.',
  'story.chosen.one-number': `${OFFERED}{looked, plural, =0 {} other { 먼저 규칙 #개가 이 클라이언트가 최근에 왔는지 확인했고, ‘아니요’였습니다.}} 0부터 {last}까지에서 한 번 뽑아 정합니다.${WAITING}`,
  'story.chosen.turn-unknown':
    '{count}개가 차례대로 받으며 지금이 누구의 차례인지는 밖에서 알 수 없습니다. {pod}은(는) {kept, select, yes {기억되지 않은 클라이언트} other {새 연결}} 전체의 {odds}을(를) 받습니다.',
  'story.chosen.by-scheduler':
    '{scheduler, select, lc {연결이 가장 적은 서버가 뽑힙니다.} wlc {가중치에 비해 연결이 가장 적은 서버가 뽑힙니다.} sed {예상 지연이 가장 짧은 서버가 뽑힙니다. 이 연결까지 센 연결 수를 가중치로 나눈 값입니다.} nq {연결이 없는 서버를 먼저, 없으면 예상 지연이 가장 짧은 서버를 고릅니다.} sh {출발지 주소의 해시로 고릅니다. 같은 클라이언트는 같은 서버로 갑니다.} other {목적지 주소의 해시로 고릅니다. 같은 주소는 같은 서버로 갑니다.}}{odds, select, none {} other { 서버가 놓인 순서는 알 수 없어 확률은 {odds}입니다.}}',
  'story.rewritten.pod': '목적지가 {pod}(으)로 바뀝니다.',
  'story.rewritten.process': '목적지가 {process}(으)로 바뀝니다.',
  'story.rewritten.by-rule':
    '선택된 Pod의 규칙이 DNAT를 지시{kept, select, yes {하고, {node}은(는) 무엇을 바꿨는지 기억} other {}}합니다.',
  'story.rewritten.by-endpoint':
    '선택된 엔드포인트의 규칙이 DNAT를 지시{kept, select, yes {하고, {node}은(는) 무엇을 바꿨는지 기억} other {}}합니다.',
  'story.rewritten.by-other-rule':
    '규칙이 목적지를 {kept, select, yes {바꾸고, {node}은(는) 무엇을 바꿨는지 기억합니다} other {바꿉니다}}.',
  'story.rewritten.by-ipvs': 'IPVS가 {service}의 주소를 이 주소로 덮어쓰고, {node}은(는) 무엇을 바꿨는지 기억합니다.',
  'story.rewritten.by-memory': '{node}이(가) 이 연결을 알고 있어서 첫 패킷과 똑같이 바꿉니다.',
  'story.marked.masquerade': '{node}이(가) 패킷에 마크를 붙입니다. 출발지도 바꾸라는 뜻입니다.',
  'story.marked.drop': '{node}이(가) 패킷에 폐기하라는 마크를 붙입니다.',
  'story.marked.by-rule':
    '앞의 규칙이 {test, select, none {} other {‘{test}’에 맞는 패킷에 }}마크 {mark}을(를) 붙이게 합니다.{outside, select, none {} other { {source}은(는) {outside}에 없습니다.}}',
  'story.routed.via': '{device}을(를) 거쳐 {next}(으)로 갑니다.',
  'story.routed.device': '{device}(으)로 나갑니다.',
  'story.routed.local': '{node}이(가) 패킷을 받아들입니다. 자신의 주소입니다.',
  'story.routed.by-route': `{node}의 경로 가운데 {route}이(가) 가장 잘 맞습니다.{ways, plural, =1 {} other { 다음 홉이 #개이고 해시가 이것을 골랐습니다. 다른 흐름은 {others}(으)로 나갑니다.}}${ASKED}`,
  'story.routed.no-rule': `{passed, plural, =0 {{missed, plural, =0 {{led, plural, =0 {지나온 규칙이 없습니다.} other {규칙 {led}개가 맞았지만 스스로 판정하지는 않았습니다{did, select, none {} other {({did})}}.}}} other {}}} other {}}${ASKED}`,
  'story.source.rewritten':
    '출발지가 {address, select, none {{node}} other {{node}의 다른 주소인 {address}}}(으)로 바뀝니다.',
  'story.source.port': '출발지의 포트가 {port}번이 됩니다.',
  'story.source.kept': '출발지는 그대로 {from}입니다.',
  'story.source.because-marked':
    '패킷에 마크가 있었으므로 응답은 {node}을(를) 거쳐 돌아와야 합니다.{device, select, none {} other { MASQUERADE는 {src, select, none {} other {경로의 src {src}이(가) 아니라 }}{device}이(가) 다음 홉 쪽에 가진 주소 {address}을(를) 씁니다.}}',
  'story.source.because-same': '{node}의 규칙이 출발지를 정해 주지만, 이미 가진 주소와 같습니다.',
  'story.source.because-rule':
    '규칙이 {target}을(를) 지시{kept, select, yes {하고, {node}은(는) 무엇을 바꿨는지 기억} other {}}합니다.{device, select, none {} other { MASQUERADE는 {src, select, none {} other {경로의 src {src}이(가) 아니라 }}{device}이(가) 다음 홉 쪽에 가진 주소 {address}을(를) 씁니다.}}',
  'story.source.because-unmarked': '패킷에 마크가 없으므로 {node}(으)로 바꾸라는 규칙이 없습니다.',
  'story.source.because-untouched': '{node}에는 출발지를 바꾸는 규칙이 없습니다.',
  'story.crosses.machine': '패킷이 {to}(으)로 건너갑니다.',
  'story.crosses.reply': '{role, select, error {오류가} other {응답이}} {to}(으)로 건너갑니다.',
  'story.crosses.through': '{role, select, request {패킷이} error {오류가} other {응답이}} {to}을(를) 지나갑니다.',
  'story.crosses.reaches': '{role, select, request {패킷이} error {오류가} other {응답이}} {to}에 이릅니다.',
  'story.crosses.in': '{device}(으)로 들어옵니다.',
  'story.crosses.round':
    '{role, select, request {패킷이} error {오류가} other {응답이}} {to}을(를) 떠나지 않고 {device}(으)로 다시 들어옵니다.',
  'story.crosses.own': `{node} 자신의 주소여서 {device}(으)로 돕니다.${ASKED}`,
  'story.crosses.process': '패킷이 프로세스인 {process}(으)로 올라갑니다.',
  'story.crosses.wrapped': '{node}이(가) 패킷을 감쌉니다. 회선에서는 {node}과(와) {far}만 보입니다.',
  'story.crosses.wrapped-by':
    '{device}이(가) 패킷을 {from}에서 {to}(으)로 가는 다른 패킷에 넣고, {node}이(가) 그것을 자기 패킷처럼 보냅니다. OUTPUT과 POSTROUTING은 그 바깥 패킷에 적용됩니다.',
  'story.crosses.unwrapped': '{node}이(가) 안쪽 패킷을 다시 꺼냅니다.',
  'story.crosses.unwrapped-by':
    '{from}에서 {to}(으)로 온 바깥 패킷은 INPUT 다음에 여기서 끝납니다. 싣고 온 패킷은 {device}(으)로 들어와 PREROUTING부터 다시 거칩니다.',
  'story.crosses.by': `{device}(으)로 {node}을(를) 떠납니다.${ASKED}`,
  'story.crosses.by-health':
    '{machine}은(는) 상태 확인을 통과한 노드로만 보냅니다. {count, plural, =1 {통과한 노드는 {to}뿐입니다} other {통과한 노드 #개 가운데 연결의 해시가 {to}을(를) 고릅니다}}.',
  'story.crosses.bridged':
    '브리지 {bridge}이(가) 프레임을 바로 {device}(으)로 넘깁니다. {setting}이(가) 꺼져 있어 규칙도 conntrack도 이 프레임을 보지 못합니다.',
  'story.crosses.accepted': '클라이언트의 연결 상대는 {process}입니다. 연결을 받은 뒤 자신이 새 연결을 엽니다.',
  'story.crosses.taken': '클라이언트의 연결 상대는 {process}입니다. 여기서 연결을 받습니다.',
  'story.arrives.at': '{pod}이(가) 받습니다. 보낸 쪽은 {from}(으)로 보입니다.',
  'story.arrives.as-sent': '출발지는 보낼 때 그대로입니다.',
  'story.arrives.other-port': '출발지 주소는 보낼 때 그대로이고, 포트만 다릅니다.',
  'story.arrives.rewritten': '실제로 보낸 {sender}은(는) 더 이상 보이지 않습니다.',
  'story.arrives.same': '출발지는 {from} 자신의 다른 주소입니다.',
  'story.arrives.process': '{process}이(가) 자신의 연결로 보냈으므로 {sender}은(는) 보이지 않습니다.',
  'story.arrives.process-here': '{process}이(가) {node}에서 자신의 연결로 다시 보냈습니다.',
} satisfies Translated<typeof EN.STORY_PHRASES>;
