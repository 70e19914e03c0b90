import type { PhraseBook } from './phrase-book';

/** What is said of a step of conntrack, of NAT and of IPVS. Forms as in `steps.ts`. */
export const CONNECTION_STEPS = {
  'step.ctNew.caption': {
    en: 'conntrack has no entry for it: {state}. One is made, and the nat table is asked this once.',
    ko: 'conntrack에 항목이 없어 {state}입니다. 항목을 만들고 이번 한 번만 nat 테이블을 거칩니다.',
  },
  'step.ctNew.trace': {
    en: 'conntrack: {state} — no entry yet, so one is made, and nat is asked this once',
    ko: 'conntrack: {state} — 항목이 없어 새로 만들고, nat은 이번 한 번만 거칩니다',
  },
  'step.ctNew.card': {
    en: 'No entry yet: a new one is made, and the nat tables are asked this once.',
    ko: '아직 항목이 없어 새로 만들고, nat 테이블은 이번 한 번만 거칩니다.',
  },
  'step.ctNew.line': {
    en: 'conntrack: {state}',
    ko: 'conntrack: {state}',
  },
  'step.ctOriginal.caption': {
    en: 'conntrack knows the connection: {state}. The nat table is not asked again.',
    ko: 'conntrack이 아는 연결이라 {state}입니다. nat 테이블을 다시 거치지 않습니다.',
  },
  'step.ctOriginal.trace': {
    en: 'conntrack: {state} — a known connection, the way it was opened',
    ko: 'conntrack: {state} — 이미 아는 연결이며 연결을 연 방향입니다',
  },
  'step.ctOriginal.card': {
    en: 'A packet of a known connection, the way it was opened.',
    ko: '이미 아는 연결의 패킷이며 연결을 연 방향입니다.',
  },
  'step.ctOriginal.line': {
    en: 'conntrack: {state}',
    ko: 'conntrack: {state}',
  },
  'step.ctReply.caption': {
    en: 'conntrack knows it as the way back: {state}. The nat table is not asked.',
    ko: 'conntrack이 아는 연결의 돌아오는 방향이라 {state}입니다. nat 테이블을 거치지 않습니다.',
  },
  'step.ctReply.trace': {
    en: 'conntrack: {state} — a known connection, on the way back',
    ko: 'conntrack: {state} — 이미 아는 연결이며 돌아오는 방향입니다',
  },
  'step.ctReply.card': {
    en: 'A packet of a known connection, on the way back.',
    ko: '이미 아는 연결의 패킷이며 돌아오는 방향입니다.',
  },
  'step.ctReply.line': {
    en: 'conntrack: {state}',
    ko: 'conntrack: {state}',
  },
  'step.ctNone.caption': {
    en: 'conntrack keeps no entry for it: {state}.',
    ko: 'conntrack이 항목을 두지 않습니다: {state}.',
  },
  'step.ctNone.trace': {
    en: 'conntrack: {state} — no connection',
    ko: 'conntrack: {state} — 해당하는 연결이 없습니다',
  },
  'step.ctNone.card': {
    en: 'No entry.',
    ko: '항목이 없습니다.',
  },
  'step.ctNone.line': {
    en: 'conntrack: {state}',
    ko: 'conntrack: {state}',
  },
  'step.ctUnanswered.caption': {
    en: 'conntrack has its entry already, but has seen no answer to it: {state}.',
    ko: 'conntrack에 항목이 이미 있지만 응답은 아직 보지 못해 {state}입니다.',
  },
  'step.ctUnanswered.trace': {
    en: 'conntrack: {state} — the entry is there already, but no answer to it has been seen',
    ko: 'conntrack: {state} — 항목이 이미 있지만 응답은 아직 보지 못했습니다',
  },
  'step.ctUnanswered.card': {
    en: 'The entry is there already, but no answer to it has been seen.',
    ko: '항목이 이미 있지만 응답은 아직 보지 못했습니다.',
  },
  'step.ctUnanswered.line': {
    en: 'conntrack: {state}',
    ko: 'conntrack: {state}',
  },
  'step.ctRelated.caption': {
    en: 'conntrack knows the connection that it is about: {state}.',
    ko: '이 패킷이 가리키는 연결을 conntrack이 알고 있어 {state}입니다.',
  },
  'step.ctRelated.trace': {
    en: 'conntrack: {state} — it is about a connection that is known',
    ko: 'conntrack: {state} — 이미 아는 연결에 관한 패킷입니다',
  },
  'step.ctRelated.card': {
    en: 'A packet about a connection that is known.',
    ko: '이미 아는 연결에 관한 패킷입니다.',
  },
  'step.ctRelated.line': {
    en: 'conntrack: {state}',
    ko: 'conntrack: {state}',
  },
  'step.natDst.caption': {
    en: 'DNAT: the destination {before} becomes {after}{about, select, none {} other {, a chance of {about}}}.',
    ko: 'DNAT: 목적지 {before}이(가) {after}(으)로 바뀝니다{about, select, none {} other {(확률 {about})}}.',
  },
  'step.natDst.trace': {
    en: 'DNAT: the destination is rewritten — by the rule that matched; conntrack remembers it',
    ko: 'DNAT: 목적지가 바뀝니다 — 일치한 규칙에 따른 것이며, conntrack이 기억합니다',
  },
  'step.natDst.card': {
    en: 'by the rule above',
    ko: '위 규칙에 의해',
  },
  'step.natSrc.caption': {
    en: 'SNAT: the source {before} becomes {after}.',
    ko: 'SNAT: 출발지 {before}이(가) {after}(으)로 바뀝니다.',
  },
  'step.natSrc.trace': {
    en: 'SNAT: the source is rewritten — by the rule that matched; conntrack remembers it',
    ko: 'SNAT: 출발지가 바뀝니다 — 일치한 규칙에 따른 것이며, conntrack이 기억합니다',
  },
  'step.natSrc.card': {
    en: 'by the rule above',
    ko: '위 규칙에 의해',
  },
  'step.natBack.caption': {
    en: 'conntrack translates it back: {before} becomes {after}.',
    ko: 'conntrack이 원래대로 되돌립니다. {before}이(가) {after}(으)로 바뀝니다.',
  },
  'step.natBack.trace': {
    en: '{side, select, DST {DNAT: the destination is rewritten} other {SNAT: the source is rewritten}} — no rule is asked: the connection is bound',
    ko: '{side, select, DST {DNAT: 목적지가 바뀝니다} other {SNAT: 출발지가 바뀝니다}} — 규칙을 거치지 않고 연결의 바인딩을 따릅니다',
  },
  'step.natBack.card': {
    en: 'by the binding of the connection',
    ko: '연결의 바인딩에 의해',
  },
  'step.natBound.caption': {
    en: 'No rule is asked, the connection is bound: {before} becomes {after}.',
    ko: '연결에 묶인 변환이라 규칙을 거치지 않습니다. {before}이(가) {after}(으)로 바뀝니다.',
  },
  'step.natBound.trace': {
    en: '{side, select, DST {DNAT: the destination is rewritten} other {SNAT: the source is rewritten}} — no rule is asked: the connection is bound',
    ko: '{side, select, DST {DNAT: 목적지가 바뀝니다} other {SNAT: 출발지가 바뀝니다}} — 규칙을 거치지 않고 연결의 바인딩을 따릅니다',
  },
  'step.natBound.card': {
    en: 'by the binding of the connection',
    ko: '연결의 바인딩에 의해',
  },
  'step.ipvsChosen.caption': {
    en: 'IPVS finds {service} in its hash table; {scheduler} chooses {chosen}, one of {count, plural, one {# server} other {# servers}}{about, select, none {} other {{turns, select, yes {, each in turn: whose turn it is nobody outside can know} other {, a chance of {about}}}}}.',
    ko: 'IPVS가 해시 테이블에서 {service}을(를) 찾고, {scheduler} 스케줄러가 서버 {count, number}개 중 {chosen}을(를) 고릅니다{about, select, none {} other {{turns, select, yes {(차례대로, 지금 누구의 차례인지는 밖에서 알 수 없음)} other {(확률 {about})}}}}.',
  },
  'step.ipvsChosen.trace': {
    en: 'IPVS: {service} goes to {chosen} — {scheduler} chose among {count, plural, one {# server} other {# servers}}{odds, select, none {} other {{turns, select, yes {, each in turn} other {, a chance of {odds}}}}}',
    ko: 'IPVS: {service} 요청을 {chosen} 서버로 보냅니다 — {scheduler} 스케줄러가 서버 {count, number}개 중에서 골랐습니다{odds, select, none {} other {{turns, select, yes { (차례대로)} other { (확률 {odds})}}}}',
  },
  'step.ipvsChosen.card': {
    en: 'IPVS chooses a real server',
    ko: 'IPVS가 실제 서버를 고릅니다',
  },
  'step.ipvsChosen.line': {
    en: '{scheduler} chooses {chosen}',
    ko: '{scheduler}의 선택: {chosen}',
  },
  'step.ipvsKnown.caption': {
    en: 'IPVS knows this connection to {service}: on to {chosen}.',
    ko: 'IPVS가 아는 {service} 연결이므로 {chosen}(으)로 보냅니다.',
  },
  'step.ipvsKnown.trace': {
    en: 'IPVS: {service} goes to {chosen} — no scheduler is asked',
    ko: 'IPVS: {service} 요청을 {chosen} 서버로 보냅니다 — 스케줄러에 묻지 않습니다',
  },
  'step.ipvsKnown.card': {
    en: 'IPVS chooses a real server',
    ko: 'IPVS가 실제 서버를 고릅니다',
  },
  'step.ipvsKnown.line': {
    en: 'known connection to {chosen}',
    ko: '이미 아는 연결: {chosen}',
  },
  'step.ipvsNone.caption': {
    en: '{service} has no server that takes it.',
    ko: '{service} 요청을 받을 서버가 없습니다.',
  },
  'step.ipvsNone.trace': {
    en: 'IPVS: {service} has no server that takes it',
    ko: 'IPVS: {service} 요청을 받을 서버가 없습니다',
  },
  'step.ipvsNone.card': {
    en: 'IPVS chooses a real server',
    ko: 'IPVS가 실제 서버를 고릅니다',
  },
  'step.ipvsNone.line': {
    en: '{service} has no server that takes it',
    ko: '{service}: 요청을 받을 서버가 없습니다',
  },
  'step.ipvsBack.caption': {
    en: 'IPVS gives the answer its address back: {before} becomes {after}.',
    ko: 'IPVS가 응답의 출발지를 되돌립니다. {before}이(가) {after}(으)로 바뀝니다.',
  },
  'step.ipvsBack.trace': {
    en: 'IPVS: the answer gets the address of {service} back',
    ko: 'IPVS: 응답의 출발지를 {service} 주소로 되돌립니다',
  },
  'step.ipvsBack.card': {
    en: 'IPVS translates the answer',
    ko: 'IPVS가 응답을 되돌립니다',
  },
  'step.ipvsBack.line': {
    en: 'the answer gets the address of {service} back',
    ko: '응답의 출발지를 {service} 주소로 되돌립니다',
  },
} as const satisfies PhraseBook;
