import type * as EN from '../../en/phrases/steps-rules';
import type { Translated } from '../../translated';

/** What is said of a step at a hook: rules that matched, rules that did not, the end of a chain. Forms as in `steps.ts`. */
export const RULE_STEPS = {
  'step.hook.caption':
    '패킷이 {hook} 훅에 왔습니다{indev, select, none {} other {(들어온 장치 {indev})}}{outdev, select, none {} other {(나갈 장치 {outdev})}}. 이곳의 테이블을 차례로 거칩니다.',
  'step.hook.trace':
    '{hook} 훅에 이릅니다{indev, select, none {} other {, 들어온 장치 {indev}}}{outdev, select, none {} other {, 나갈 장치 {outdev}}}',
  'step.hook.line': '{rules, plural, =0 {규칙 없음} other {규칙 #개 검사}}{lookups, plural, =0 {} other {, 조회 #번}}',
  'step.ruleJump.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 {service, select, none {} other {{service}의 }}{to}(으)로 갑니다{about, select, none {} other {(확률 {about})}}.',
  'step.ruleJump.trace':
    'JUMP: {to} 체인으로 갑니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleJump.line': '{table} {chain} {number}',
  'step.ruleGoto.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 {service, select, none {} other {{service}의 }}{to}(으)로 갑니다{about, select, none {} other {(확률 {about})}}.',
  'step.ruleGoto.trace':
    'GOTO: {to} 체인으로 가서 되돌아오지 않습니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleGoto.line': '{table} {chain} {number}',
  'step.ruleLookup.caption':
    '{set}(원소 {size, number}개)를 한 번 조회하여 {key}을(를) 찾고 {service, select, none {} other {{service}의 }}{to}(으)로 갑니다{about, select, none {} other {(확률 {about})}}.',
  'step.ruleLookup.trace':
    '{verdict, select, GOTO {GOTO: {to} 체인으로 가서 되돌아오지 않습니다} other {JUMP: {to} 체인으로 갑니다}} — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleLookup.line': '{table} {chain} {number}',
  'step.ruleReturn.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 호출한 체인으로 돌아갑니다.',
  'step.ruleReturn.trace':
    'RETURN: 호출한 체인으로 돌아갑니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleReturn.line': '{table} {chain} {number}',
  'step.ruleAccept.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 {table} 테이블을 통과합니다.',
  'step.ruleAccept.trace':
    'ACCEPT: 이 테이블을 통과합니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleAccept.line': '{table} {chain} {number}',
  'step.ruleRewrite.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 이 연결의 {side, select, DST {목적지} other {출발지}}를 바꿉니다.',
  'step.ruleRewrite.trace':
    'ACCEPT: 이 연결의 {side, select, DST {목적지} other {출발지}}를 바꿉니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleRewrite.line': '{table} {chain} {number}',
  'step.ruleDrop.caption': '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 폐기됩니다.',
  'step.ruleDrop.trace':
    'DROP: 패킷이 여기서 끝납니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleDrop.line': '{table} {chain} {number}',
  'step.ruleReject.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 {with}(으)로 거부됩니다.',
  'step.ruleReject.trace':
    'REJECT: {with} 메시지로 거부합니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleReject.line': '{table} {chain} {number}',
  'step.ruleMark.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 마크 {before}이(가) {mark}(으)로 바뀝니다.',
  'step.ruleMark.trace':
    'MARK: {before} 마크가 {mark} 마크로 바뀝니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleMark.line': '{table} {chain} {number}',
  'step.ruleContinue.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하지만 아무것도 결정하지 않아 다음 규칙으로 넘어갑니다.',
  'step.ruleContinue.trace':
    'CONTINUE: 다음 규칙으로 갑니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleContinue.line': '{table} {chain} {number}',
  'step.ruleStolen.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치합니다: {by}{about, select, none {} other {(확률 {about})}}.',
  'step.ruleStolen.trace':
    '{by}: 패킷을 가져갑니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  'step.ruleStolen.line': '{table} {chain} {number}',
  'step.skip.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {from}{count, plural, =1 {} other {–{to}}}번은 일치하지 않습니다.',
  'step.skip.trace':
    '{count, plural, =1 {{table} {chain} 규칙 {from}: 일치하지 않습니다} other {{table} {chain} 규칙 {from}–{to}: 일치하지 않습니다}}',
  'step.skip.line': '{count, number}개 불일치: {chain}',
  'step.return.caption': '{of, select, none {} other {{of}: }}{table} {chain}의 끝이므로 호출한 체인으로 돌아갑니다.',
  'step.return.trace': 'RETURN: 호출한 체인으로 돌아갑니다 — {table} {chain} 체인의 끝입니다',
  'step.return.line': '{chain}의 끝',
  'step.policy.caption': '{table} {chain}의 어떤 규칙도 결정하지 않았으므로 정책에 따릅니다: {verdict}.',
  'step.policy.trace': '{verdict}: 기본 정책입니다 — {table} {chain} 체인에서 결정한 규칙이 없습니다',
  'step.policy.line': '{chain}의 기본 정책',
} satisfies Translated<typeof EN.RULE_STEPS>;
