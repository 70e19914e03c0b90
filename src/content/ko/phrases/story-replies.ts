import type * as EN from '../../en/phrases/story-replies';
import type { Translated } from '../../translated';

/** The way back of a walk: who answers, what is translated back, and who gets it. */
export const STORY_REPLY_PHRASES = {
  'story.answers.reply': '{from}이(가) {to}에 응답합니다.',
  'story.answers.http': '{from}이(가) 요청을 읽고 직접 {status}(으)로 응답합니다.',
  'story.answers.error':
    '{from}이(가) {itself, select, yes {자신에게} other {{to}에}} {late, select, yes {마지막에} other {곧바로}} 알립니다.',
  'story.answers.closes': '{from}이(가) {to}의 연결을 닫습니다.',
  'story.answers.knows': '보낸 쪽으로 보인 상대에게 응답할 뿐, {service}에 대해서는 모릅니다.',
  'story.answers.sender': '보낸 쪽으로 보인 상대에게 응답합니다.',
  'story.answers.own': '요청된 주소를 자신이 가지고 있으므로 그 주소로 응답합니다.',
  'story.answers.accepts': '{from}이(가) {to}의 연결을 받아들입니다.',
  'story.answers.held': '커널이 {to}과(와)의 핸드셰이크를 마칩니다. {from}은(는) 연결을 받아들이지 않습니다.',
  'story.answers.nobody-yet': '연결은 여기서 끝납니다. 아직 어느 Pod에도 보내지 않았습니다.',
  'story.answers.with':
    '{fits, select, yes {아무도 기다리지 않도록 {what}을(를) 보냅니다} late {다음 홉을 물어도 아무도 답하지 않으면 {what}을(를) 보냅니다} other {받은 것이 요청한 것과 맞지 않아 {what}을(를) 보냅니다}}.',
  'story.back.source': '{role, select, error {오류의 출발지가} other {응답의 출발지가 다시}} {to}의 주소가 됩니다.',
  'story.back.destination': '{role, select, error {오류의} other {응답의}} 목적지가 다시 {to}이(가) 됩니다.',
  'story.back.quoted': '오류가 다시 {to}에 관한 것이 됩니다.',
  'story.back.remembered': '규칙이 정하는 변경이 아닙니다. {node}이(가) 순간 {moment}의 변경을 기억했다가 되돌립니다.',
  'story.back.known': '규칙이 정하는 변경이 아닙니다. {node}이(가) 이 연결을 알고 있어 변경을 되돌립니다.',
  'story.received.asked': '{to}이(가) {from}의 응답을 받습니다.',
  'story.received.passes-on': '{to}이(가) {from}의 응답을 받아 {asker}에 전합니다.',
  'story.received.as-before': '{asker}이(가) 순간 {moment}에 맺은 연결로 돌려줍니다.',
  'story.received.connected': '{to}이(가) {proxied, select, yes {보기에는 } other {}}{from}에 연결되었습니다.',
  'story.received.held': '{to}이(가) {from}에 연결된 채 기다리지만 응답은 오지 않습니다.',
  'story.received.connected-to': '주소는 요청한 그대로지만 반대쪽 끝에는 {process}이(가) 있습니다.',
  'story.received.other': '{to}이(가) {from}의 응답을 받습니다.',
  'story.received.error': '{to}이(가) 실패했음을 알게 됩니다.',
  'story.received.unheard':
    '{to}의 프로세스는 이를 알지 못{waits, select, yes {하고, {asker}은(는) 계속 기다립니다} other {합니다}}.',
  'story.received.unheard-is':
    '커널이 {what}을(를) 받{half, select, yes {고 반쯤 열린 연결을 지웁니다. accept()는 이 연결을 돌려주지 않습니다} other {았습니다. 자신이 보낸 응답에 대한 것입니다}}.',
  'story.received.error-is':
    '{what}{meaning, select, net { (네트워크에 닿을 수 없음)} host { (호스트에 닿을 수 없음)} port { (포트에 닿을 수 없음)} forbidden { (필터가 금지함)} reset { (연결 거부)} closed { (상대가 연결을 닫음)} other {}}을(를) 받았습니다.',
  'story.received.match': '출발지가 요청한 주소 그대로이므로 자신의 연결과 일치합니다.',
  'story.received.no-match': '요청한 곳은 {asked}입니다.',
} satisfies Translated<typeof EN.STORY_REPLY_PHRASES>;
