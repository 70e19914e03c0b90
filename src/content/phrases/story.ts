import type { PhraseBook } from './phrase-book';

/** Behind a sentence: which rule let the packet pass, and how many did not match (`core/story/asked-rules.ts`). */
const ASKED_EN =
  '{passed, plural, =0 {} =1 { {chain} rule {number}{test, select, none {} other { ({test})}} let it pass.} other { # rules let it pass, the last one {chain} rule {number}{test, select, none {} other { ({test})}}.}}{missed, plural, =0 {} other { Here {missed, plural, one {# rule} other {# rules}} did not match ({chains}{more, plural, =0 {} other { and # more}}).}}';
const ASKED_KO =
  '{passed, plural, =0 {} =1 { {chain}의 규칙 {number}{test, select, none {} other {({test})}}이(가) 통과시켰습니다.} other { 규칙 #개가 통과시켰고, 마지막은 {chain}의 규칙 {number}{test, select, none {} other {({test})}}입니다.}}{missed, plural, =0 {} other { 여기서 맞지 않은 규칙은 #개입니다({chains}{more, plural, =0 {} other { 외 #개}}).}}';

/** Among whom a Service is drawn: all that are ready, those of the node that draws, or others that are fewer. */
const OFFERED_EN =
  '{of, select, all {{count, plural, one {One Pod stands} other {# Pods stand}} behind {service}.} here {{count, plural, one {One Pod of {service} stands} other {# Pods of {service} stand}} on {node}.} other {{node} draws among {count, plural, one {one endpoint} other {# endpoints}} of {service}.}}';
const OFFERED_KO =
  '{of, select, all {{service} 뒤에 Pod {count}개가 있습니다.} here {{node}에 {service}의 Pod {count}개가 있습니다.} other {{node}은(는) {service}의 엔드포인트 {count}개 가운데서 뽑습니다.}}';
const WAITING_EN =
  '{waiting, plural, =0 {} one { # Pod is not ready: no rule leads to it.} other { # Pods are not ready: no rule leads to them.}}';
const WAITING_KO = '{waiting, plural, =0 {} other { 준비되지 않은 Pod #개로 가는 규칙은 없습니다.}}';

/** The moments of a walk: one sentence each, and why. Names first; an address only where it is what is meant. */
export const STORY_PHRASES = {
  'story.sent.service': {
    en: '{from} asks for {service}{again, select, yes { again} other {}}.',
    ko: '{from}이(가) {service}을(를) {again, select, yes {다시 } other {}}찾습니다.',
  },
  'story.sent.name': {
    en: '{from} asks {to} for the name {name}{again, select, yes { once more, by TCP} other {}}.',
    ko: '{from}이(가) {to}에 이름 {name}을(를) {again, select, yes {TCP로 다시 } other {}}묻습니다.',
  },
  'story.received.name': {
    en: '{to} is told {cut, select, yes {only a part of } other {}}what {name} is.',
    ko: '{to}이(가) {name}의 답을 {cut, select, yes {일부만 } other {}}받습니다.',
  },
  'story.sent.nodePort': {
    en: '{from} asks {node} on port {port}.',
    ko: '{from}이(가) {node}의 {port}번 포트를 찾습니다.',
  },
  'story.sent.other': {
    en: '{from} sends to {to}.',
    ko: '{from}이(가) {to}(으)로 패킷을 보냅니다.',
  },
  'story.sent.ongoing': {
    en: '{from} goes on with its connection to {to}.',
    ko: '{from}이(가) {to}(으)로 맺은 연결을 이어 갑니다.',
  },
  'story.sent.on-no-device': {
    en: 'The packet carries {address}, the address of {service}: no device has it.',
    ko: '패킷에는 {service}의 주소 {address}이(가) 적혀 있습니다. 이 주소를 가진 장치는 없습니다.',
  },
  'story.sent.on-device': {
    en: 'The packet carries {address}, the address of {service}: {all, select, yes {every node has it} other {a node has it}} on {device}.',
    ko: '패킷에는 {service}의 주소 {address}이(가) 적혀 있습니다. {all, select, yes {모든 노드가} other {노드가}} {device}에 이 주소를 두고 있습니다.',
  },
  'story.sent.announced': {
    en: 'The packet carries {address}, the address of {service}. No device has it: {node} answers {ask}, which MetalLB’s L2 mode decides by a hash.',
    ko: '패킷에는 {service}의 주소 {address}이(가) 적혀 있습니다. 이 주소를 가진 장치는 없고, MetalLB의 L2 모드가 해시로 정한 {node}이(가) {ask}에 응답합니다.',
  },
  'story.sent.routed-to': {
    en: 'The packet carries {address}, the address of {service}. No device has it: a route leads to {machine}.',
    ko: '패킷에는 {service}의 주소 {address}이(가) 적혀 있습니다. 이 주소를 가진 장치는 없고, 경로가 {machine}(으)로 이어집니다.',
  },
  'story.sent.address-of': {
    en: 'The packet carries {address}, which is an address of {to}.',
    ko: '패킷에는 {to}의 주소 {address}이(가) 적혀 있습니다.',
  },
  'story.sent.caught': {
    en: 'The packet carries {address}. No text tells whose address that is: on {node} rule {rule} takes the packet and sends it to {next}.',
    ko: '패킷에는 {address}이(가) 적혀 있습니다. 누구의 주소인지 말해 주는 텍스트는 없습니다. {node}의 규칙 {rule}이(가) 이 패킷을 잡아 {next}(으)로 보냅니다.',
  },
  'story.sent.taken-for': {
    en: 'The packet carries {address}. No text tells whose address that is: it is taken to be one of {node}.',
    ko: '패킷에는 {address}이(가) 적혀 있습니다. 누구의 주소인지 말해 주는 텍스트가 없어 {node}의 주소로 봅니다.',
  },
  'story.sent.nobody-known': {
    en: 'Who has {address} is not in the picture.',
    ko: '{address}이(가) 누구의 주소인지는 이 그림에 없습니다.',
  },
  'story.recognised.name': {
    en: '{node} knows the address: it is {service}.',
    ko: '{node}이(가) 주소를 알아봅니다. {service}입니다.',
  },
  'story.recognised.nodePort': {
    en: '{node} knows the port: it is {service}.',
    ko: '{node}이(가) 포트를 알아봅니다. {service}의 nodePort입니다.',
  },
  'story.recognised.by-rule': {
    en: '{asked, plural, =0 {The first rule asked} other {After # {asked, plural, one {rule} other {rules}} that did not match, one}} leads to the rules of {service}.{own, select, yes { Ports are asked for as the address is the node’s own.} other {}}',
    ko: '{asked, plural, =0 {처음 물어본 규칙이} other {규칙 #개는 맞지 않았고, 그다음 규칙이}} {service}의 규칙으로 이끕니다.{own, select, yes { 주소가 노드 자신의 것이어서 포트를 물어봅니다.} other {}}',
  },
  'story.recognised.by-map': {
    en: 'One lookup among {size, plural, one {# entry} other {# entries}} finds the rules of {service}.',
    ko: '항목 {size}개를 한 번 조회해서 {service}의 규칙을 찾습니다.',
  },
  'story.recognised.by-portal': {
    en: 'A rule of kube-proxy leads what is for {service} to a port of its own.',
    ko: 'kube-proxy의 규칙이 {service}(으)로 가는 패킷을 자신의 포트로 이끕니다.',
  },
  'story.recognised.by-ipvs': {
    en: 'The address is on {device}, so the packet comes in; there IPVS has a virtual server for {service}.',
    ko: '주소가 {device}에 있어서 패킷이 안으로 들어옵니다. 거기에 {service}을(를) 위한 IPVS 가상 서버가 있습니다.',
  },
  'story.recognised.by-ipvs-here': {
    en: 'IPVS has a virtual server for {service}.',
    ko: 'IPVS에 {service}을(를) 위한 가상 서버가 있습니다.',
  },
  'story.chosen.draw': {
    en: 'The draw falls on {pod}.',
    ko: '추첨 결과는 {pod}입니다.',
  },
  'story.chosen.only': {
    en: '{pod} is the only one there is.',
    ko: '보낼 곳은 {pod} 하나뿐입니다.',
  },
  'story.chosen.kept': {
    en: 'It is {pod} again.',
    ko: '이번에도 {pod}입니다.',
  },
  'story.chosen.number': {
    en: 'The number drawn is {number}: {pod}.',
    ko: '뽑힌 수는 {number}, {pod}입니다.',
  },
  'story.chosen.turn': {
    en: 'It is the turn of {pod}.',
    ko: '{pod}의 차례입니다.',
  },
  'story.chosen.scheduler': {
    en: '{scheduler} picks {pod}.',
    ko: '{scheduler}이(가) {pod}을(를) 고릅니다.',
  },
  'story.chosen.process': {
    en: '{process} takes {pod}.',
    ko: '{process}이(가) {pod}을(를) 고릅니다.',
  },
  'story.chosen.http': {
    en: '{process} reads the request and takes {pod}.',
    ko: '{process}이(가) 요청을 읽고 {pod}을(를) 고릅니다.',
  },
  'story.chosen.rule': {
    en: 'A rule leads it to {pod}.',
    ko: '규칙이 패킷을 {pod}(으)로 이끕니다.',
  },
  'story.chosen.draws': {
    en: `{targets, select, nodes {{count, plural, one {One node takes} other {# nodes take}} packets for {service}.} other {${OFFERED_EN}}}{looked, plural, =0 {} one { One rule first asked whether this client came lately: no.} other { # rules first asked whether this client came lately: no.}} {no, plural, =0 {The first draw said yes.} =1 {The first draw said no, the second said yes.} other {# draws said no, the next said yes.}}${WAITING_EN}`,
    ko: `{targets, select, nodes {노드 {count}개가 {service}의 패킷을 받습니다.} other {${OFFERED_KO}}}{looked, plural, =0 {} other { 먼저 규칙 #개가 이 클라이언트가 최근에 왔는지 확인했고, ‘아니요’였습니다.}} {no, plural, =0 {첫 추첨이 ‘예’였습니다.} =1 {첫 추첨은 ‘아니요’, 두 번째가 ‘예’였습니다.} other {추첨 #번이 ‘아니요’였고 그다음이 ‘예’였습니다.}}${WAITING_KO}`,
  },
  'story.chosen.rest': {
    en: `{targets, select, nodes {{count} nodes take packets for {service}.} other {${OFFERED_EN}}}{looked, plural, =0 {} one { One rule first asked whether this client came lately: no.} other { # rules first asked whether this client came lately: no.}} {no, plural, =1 {The draw before it} =2 {Both draws before it} other {All # draws before it}} said no, and the last rule needs none.${WAITING_EN}`,
    ko: `{targets, select, nodes {노드 {count}개가 {service}의 패킷을 받습니다.} other {${OFFERED_KO}}}{looked, plural, =0 {} other { 먼저 규칙 #개가 이 클라이언트가 최근에 왔는지 확인했고, ‘아니요’였습니다.}} {no, plural, =1 {앞선 추첨이} =2 {앞선 두 추첨이 모두} other {앞선 추첨 #번이 모두}} ‘아니요’였고, 마지막 규칙은 추첨하지 않습니다.${WAITING_KO}`,
  },
  'story.chosen.only-endpoint': {
    en: 'Only one endpoint of {service} can take it, so there is nothing to draw.',
    ko: '{service}에서 받을 수 있는 엔드포인트가 하나뿐이어서 추첨할 것이 없습니다.',
  },
  'story.chosen.stale': {
    en: 'kube-proxy is stopped on {node}: its rules are those of then, and still lead to {pod}, which {is, select, gone {is gone} other {is not ready any more}}.',
    ko: '{node}의 kube-proxy가 멈춰 있어 규칙은 멈춘 때 그대로입니다. {is, select, gone {사라진} other {이제 준비되지 않은}} {pod}(으)로 여전히 보냅니다.',
  },
  'story.chosen.affinity': {
    en: 'sessionAffinity: {node} still remembers which Pod this client had. A rule before the draws says yes, so nothing is drawn.',
    ko: 'sessionAffinity: {node}이(가) 이 클라이언트가 쓰던 Pod를 아직 기억하고 있습니다. 추첨보다 앞선 규칙이 ‘예’여서 추첨하지 않습니다.',
  },
  'story.chosen.one-number': {
    en: `${OFFERED_EN}{looked, plural, =0 {} one { One rule first asked whether this client came lately: no.} other { # rules first asked whether this client came lately: no.}} One draw from 0 to {last} decides.${WAITING_EN}`,
    ko: `${OFFERED_KO}{looked, plural, =0 {} other { 먼저 규칙 #개가 이 클라이언트가 최근에 왔는지 확인했고, ‘아니요’였습니다.}} 0부터 {last}까지에서 한 번 뽑아 정합니다.${WAITING_KO}`,
  },
  'story.chosen.turn-unknown': {
    en: 'The {count} take turns, and whose turn it is nobody outside can know: {pod} gets {odds} of all {kept, select, yes {clients that are not remembered} other {new connections}}.',
    ko: '{count}개가 차례대로 받으며 지금이 누구의 차례인지는 밖에서 알 수 없습니다. {pod}은(는) {kept, select, yes {기억되지 않은 클라이언트} other {새 연결}} 전체의 {odds}을(를) 받습니다.',
  },
  'story.chosen.by-scheduler': {
    en: '{scheduler, select, lc {The fewest connections win.} wlc {The fewest connections for its weight win.} sed {The shortest expected delay wins: connections, this one too, by weight.} nq {A server without connections is taken first, else the shortest expected delay.} sh {A hash of the source address picks: the same client, the same server.} other {A hash of the destination address picks: the same address, the same server.}}{odds, select, none {} other { In which order they stand is not known: {odds} each.}}',
    ko: '{scheduler, select, lc {연결이 가장 적은 서버가 뽑힙니다.} wlc {가중치에 비해 연결이 가장 적은 서버가 뽑힙니다.} sed {예상 지연이 가장 짧은 서버가 뽑힙니다. 이 연결까지 센 연결 수를 가중치로 나눈 값입니다.} nq {연결이 없는 서버를 먼저, 없으면 예상 지연이 가장 짧은 서버를 고릅니다.} sh {출발지 주소의 해시로 고릅니다. 같은 클라이언트는 같은 서버로 갑니다.} other {목적지 주소의 해시로 고릅니다. 같은 주소는 같은 서버로 갑니다.}}{odds, select, none {} other { 서버가 놓인 순서는 알 수 없어 확률은 {odds}입니다.}}',
  },
  'story.rewritten.pod': {
    en: 'The destination becomes {pod}.',
    ko: '목적지가 {pod}(으)로 바뀝니다.',
  },
  'story.rewritten.process': {
    en: 'The destination becomes {process}.',
    ko: '목적지가 {process}(으)로 바뀝니다.',
  },
  'story.rewritten.by-rule': {
    en: 'The rule of the chosen Pod says DNAT{kept, select, yes {, and {node} remembers what it changed} other {}}.',
    ko: '선택된 Pod의 규칙이 DNAT를 지시{kept, select, yes {하고, {node}은(는) 무엇을 바꿨는지 기억} other {}}합니다.',
  },
  'story.rewritten.by-endpoint': {
    en: 'The rule of the chosen endpoint says DNAT{kept, select, yes {, and {node} remembers what it changed} other {}}.',
    ko: '선택된 엔드포인트의 규칙이 DNAT를 지시{kept, select, yes {하고, {node}은(는) 무엇을 바꿨는지 기억} other {}}합니다.',
  },
  'story.rewritten.by-other-rule': {
    en: 'A rule gives it another destination{kept, select, yes {, and {node} remembers what it changed} other {}}.',
    ko: '규칙이 목적지를 {kept, select, yes {바꾸고, {node}은(는) 무엇을 바꿨는지 기억합니다} other {바꿉니다}}.',
  },
  'story.rewritten.by-ipvs': {
    en: 'IPVS writes it over the address of {service}, and {node} remembers what it changed.',
    ko: 'IPVS가 {service}의 주소를 이 주소로 덮어쓰고, {node}은(는) 무엇을 바꿨는지 기억합니다.',
  },
  'story.rewritten.by-memory': {
    en: '{node} knows the connection and changes this packet as it changed the first.',
    ko: '{node}이(가) 이 연결을 알고 있어서 첫 패킷과 똑같이 바꿉니다.',
  },
  'story.marked.masquerade': {
    en: '{node} marks it: its source is to change, too.',
    ko: '{node}이(가) 패킷에 마크를 붙입니다. 출발지도 바꾸라는 뜻입니다.',
  },
  'story.marked.drop': {
    en: '{node} marks the packet to be dropped.',
    ko: '{node}이(가) 패킷에 폐기하라는 마크를 붙입니다.',
  },
  'story.marked.by-rule': {
    en: 'A rule before it asks for the mark {mark}{test, select, none {} other { on what matches “{test}”}}.{outside, select, none {} other { {source} is not in {outside}.}}',
    ko: '앞의 규칙이 {test, select, none {} other {‘{test}’에 맞는 패킷에 }}마크 {mark}을(를) 붙이게 합니다.{outside, select, none {} other { {source}은(는) {outside}에 없습니다.}}',
  },
  'story.routed.via': {
    en: 'The way leads by {device} to {next}.',
    ko: '가는 길은 {device}을(를) 지나 {next}(으)로 이어집니다.',
  },
  'story.routed.device': {
    en: 'The way leads out by {device}.',
    ko: '가는 길은 {device}(으)로 나갑니다.',
  },
  'story.routed.local': {
    en: '{node} keeps it: the address is its own.',
    ko: '{node}이(가) 패킷을 받아들입니다. 자신의 주소입니다.',
  },
  'story.routed.by-route': {
    en: `Of the routes of {node}, {route} fits best.{ways, plural, =1 {} other { It has # next hops, and a hash takes this one; others leave by {others}.}}${ASKED_EN}`,
    ko: `{node}의 경로 가운데 {route}이(가) 가장 잘 맞습니다.{ways, plural, =1 {} other { 다음 홉이 #개이고 해시가 이것을 골랐습니다. 다른 흐름은 {others}(으)로 나갑니다.}}${ASKED_KO}`,
  },
  'story.routed.no-rule': {
    en: `{passed, plural, =0 {{missed, plural, =0 {{led, plural, =0 {No rule was asked.} other {{led, plural, one {# rule} other {# rules}} matched, without a verdict of {led, plural, one {its} other {their}} own{did, select, none {} other {: {led, plural, one {} other {the last that did something }}{did}}}.}}} other {}}} other {}}${ASKED_EN}`,
    ko: `{passed, plural, =0 {{missed, plural, =0 {{led, plural, =0 {지나온 규칙이 없습니다.} other {규칙 {led}개가 맞았지만 스스로 판정하지는 않았습니다{did, select, none {} other {({did})}}.}}} other {}}} other {}}${ASKED_KO}`,
  },
  'story.source.rewritten': {
    en: 'The source becomes {address, select, none {{node}} other {{address}, another address of {node}}}.',
    ko: '출발지가 {address, select, none {{node}} other {{node}의 다른 주소인 {address}}}(으)로 바뀝니다.',
  },
  'story.source.port': {
    en: 'The source gets port {port}.',
    ko: '출발지의 포트가 {port}번이 됩니다.',
  },
  'story.source.kept': {
    en: 'The source stays {from}.',
    ko: '출발지는 그대로 {from}입니다.',
  },
  'story.source.because-marked': {
    en: 'The packet was marked, so the answer has to come back through {node}.{device, select, none {} other { MASQUERADE takes the address of {device} towards the next hop, {address}{src, select, none {} other {, not the src {src} of the route}}.}}',
    ko: '패킷에 마크가 있었으므로 응답은 {node}을(를) 거쳐 돌아와야 합니다.{device, select, none {} other { MASQUERADE는 {src, select, none {} other {경로의 src {src}이(가) 아니라 }}{device}이(가) 다음 홉 쪽에 가진 주소 {address}을(를) 씁니다.}}',
  },
  'story.source.because-same': {
    en: 'A rule of {node} gives it a source, and that is the one it has.',
    ko: '{node}의 규칙이 출발지를 정해 주지만, 이미 가진 주소와 같습니다.',
  },
  'story.source.because-rule': {
    en: 'A rule says {target}{kept, select, yes {, and {node} remembers what it changed} other {}}.{device, select, none {} other { MASQUERADE takes the address of {device} towards the next hop, {address}{src, select, none {} other {, not the src {src} of the route}}.}}',
    ko: '규칙이 {target}을(를) 지시{kept, select, yes {하고, {node}은(는) 무엇을 바꿨는지 기억} other {}}합니다.{device, select, none {} other { MASQUERADE는 {src, select, none {} other {경로의 src {src}이(가) 아니라 }}{device}이(가) 다음 홉 쪽에 가진 주소 {address}을(를) 씁니다.}}',
  },
  'story.source.because-unmarked': {
    en: 'Nothing marked the packet, so no rule asks {node} to stand in.',
    ko: '패킷에 마크가 없으므로 {node}(으)로 바꾸라는 규칙이 없습니다.',
  },
  'story.source.because-untouched': {
    en: 'No rule of {node} gives it another source.',
    ko: '{node}에는 출발지를 바꾸는 규칙이 없습니다.',
  },
  'story.crosses.machine': {
    en: 'The packet crosses to {to}.',
    ko: '패킷이 {to}(으)로 건너갑니다.',
  },
  'story.crosses.reply': {
    en: '{role, select, error {The error} other {The reply}} crosses to {to}.',
    ko: '{role, select, error {오류가} other {응답이}} {to}(으)로 건너갑니다.',
  },
  'story.crosses.through': {
    en: '{role, select, request {The packet} error {The error} other {The reply}} passes {to}.',
    ko: '{role, select, request {패킷이} error {오류가} other {응답이}} {to}을(를) 지나갑니다.',
  },
  'story.crosses.reaches': {
    en: '{role, select, request {The packet} error {The error} other {The reply}} reaches {to}.',
    ko: '{role, select, request {패킷이} error {오류가} other {응답이}} {to}에 이릅니다.',
  },
  'story.crosses.in': {
    en: 'It comes in by {device}.',
    ko: '{device}(으)로 들어옵니다.',
  },
  'story.crosses.round': {
    en: '{role, select, request {The packet} error {The error} other {The reply}} stays on {to}, and comes in again by {device}.',
    ko: '{role, select, request {패킷이} error {오류가} other {응답이}} {to}을(를) 떠나지 않고 {device}(으)로 다시 들어옵니다.',
  },
  'story.crosses.own': {
    en: `The address is one of {node} itself, so it goes by {device}.${ASKED_EN}`,
    ko: `{node} 자신의 주소여서 {device}(으)로 돕니다.${ASKED_KO}`,
  },
  'story.crosses.process': {
    en: 'It goes up to {process}, a process.',
    ko: '패킷이 프로세스인 {process}(으)로 올라갑니다.',
  },
  'story.crosses.wrapped': {
    en: '{node} wraps it: the wire sees only {node} and {far}.',
    ko: '{node}이(가) 패킷을 감쌉니다. 회선에서는 {node}과(와) {far}만 보입니다.',
  },
  'story.crosses.wrapped-by': {
    en: '{device} puts the packet into another one, from {from} to {to}, which {node} sends as its own: OUTPUT and POSTROUTING are asked of that one.',
    ko: '{device}이(가) 패킷을 {from}에서 {to}(으)로 가는 다른 패킷에 넣고, {node}이(가) 그것을 자기 패킷처럼 보냅니다. OUTPUT과 POSTROUTING은 그 바깥 패킷에 적용됩니다.',
  },
  'story.crosses.unwrapped': {
    en: '{node} takes the packet out again.',
    ko: '{node}이(가) 안쪽 패킷을 다시 꺼냅니다.',
  },
  'story.crosses.unwrapped-by': {
    en: 'The outer packet, from {from} to {to}, ended here after INPUT; what it carried comes in by {device} and is asked from PREROUTING on.',
    ko: '{from}에서 {to}(으)로 온 바깥 패킷은 INPUT 다음에 여기서 끝납니다. 싣고 온 패킷은 {device}(으)로 들어와 PREROUTING부터 다시 거칩니다.',
  },
  'story.crosses.by': {
    en: `It leaves {node} by {device}.${ASKED_EN}`,
    ko: `{device}(으)로 {node}을(를) 떠납니다.${ASKED_KO}`,
  },
  'story.crosses.by-health': {
    en: '{machine} sends only to nodes that pass its health check: {count, plural, =1 {{to} alone does} other {# do, and a hash of the connection takes {to}}}.',
    ko: '{machine}은(는) 상태 확인을 통과한 노드로만 보냅니다. {count, plural, =1 {통과한 노드는 {to}뿐입니다} other {통과한 노드 #개 가운데 연결의 해시가 {to}을(를) 고릅니다}}.',
  },
  'story.crosses.bridged': {
    en: 'The bridge {bridge} passes the frame on to {device} by itself: with {setting} off no rule sees it, and conntrack does not either.',
    ko: '브리지 {bridge}이(가) 프레임을 바로 {device}(으)로 넘깁니다. {setting}이(가) 꺼져 있어 규칙도 conntrack도 이 프레임을 보지 못합니다.',
  },
  'story.crosses.accepted': {
    en: 'For the client, {process} is the other end: it accepts, and asks on by itself.',
    ko: '클라이언트에게는 {process}이(가) 상대방입니다. 받아들인 뒤 자신이 다시 묻습니다.',
  },
  'story.crosses.taken': {
    en: 'For the client, {process} is the other end: it accepts.',
    ko: '클라이언트에게는 {process}이(가) 상대방입니다. 여기서 받아들입니다.',
  },
  'story.arrives.at': {
    en: '{pod} gets it, and sees {from}.',
    ko: '{pod}이(가) 받습니다. 보낸 쪽은 {from}(으)로 보입니다.',
  },
  'story.arrives.as-sent': {
    en: 'The source is still the one it was sent with.',
    ko: '출발지는 보낼 때 그대로입니다.',
  },
  'story.arrives.rewritten': {
    en: 'Who really asked, {sender}, can no longer be seen.',
    ko: '실제로 물어본 {sender}은(는) 더 이상 보이지 않습니다.',
  },
  'story.arrives.same': {
    en: 'The source is another address of {from} itself.',
    ko: '출발지는 {from} 자신의 다른 주소입니다.',
  },
  'story.arrives.process': {
    en: '{process} asked it over a connection of its own; {sender} cannot be seen.',
    ko: '{process}이(가) 자신의 연결로 물었으므로 {sender}은(는) 보이지 않습니다.',
  },
  'story.arrives.process-here': {
    en: '{process} asked it over a connection of its own, from {node} itself.',
    ko: '{process}이(가) {node}에서 자신의 연결로 다시 물었습니다.',
  },
} as const satisfies PhraseBook;
