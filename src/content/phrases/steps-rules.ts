import type { PhraseBook } from './phrase-book';

/** What is said of a step at a hook: rules that matched, rules that did not, the end of a chain. Forms as in `steps.ts`. */
export const RULE_STEPS = {
  'step.hook.caption': {
    en: 'It reaches {hook}{indev, select, none {} other {, in by {indev}}}{outdev, select, none {} other {, out by {outdev}}}: the tables there are asked in order.',
    ko: '패킷이 {hook} 훅에 왔습니다{indev, select, none {} other {(들어온 장치 {indev})}}{outdev, select, none {} other {(나갈 장치 {outdev})}}. 이곳의 테이블을 차례로 거칩니다.',
  },
  'step.hook.trace': {
    en: '{hook} is reached{indev, select, none {} other {, in by {indev}}}{outdev, select, none {} other {, out by {outdev}}}',
    ko: '{hook} 훅에 이릅니다{indev, select, none {} other {, 들어온 장치 {indev}}}{outdev, select, none {} other {, 나갈 장치 {outdev}}}',
  },
  'step.hook.line': {
    en: '{rules, plural, =0 {no rules} one {# rule examined} other {# rules examined}}{lookups, plural, =0 {} one {, # lookup} other {, # lookups}}',
    ko: '{rules, plural, =0 {규칙 없음} other {규칙 #개 검사}}{lookups, plural, =0 {} other {, 조회 #번}}',
  },
  'step.ruleJump.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: on to {service, select, none {} other {{service}, }}{to}{about, select, none {} other {, a chance of {about}}}.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 {service, select, none {} other {{service}의 }}{to}(으)로 갑니다{about, select, none {} other {(확률 {about})}}.',
  },
  'step.ruleJump.trace': {
    en: 'JUMP to {to} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'JUMP: {to} 체인으로 갑니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleJump.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleGoto.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: on to {service, select, none {} other {{service}, }}{to}{about, select, none {} other {, a chance of {about}}}.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 {service, select, none {} other {{service}의 }}{to}(으)로 갑니다{about, select, none {} other {(확률 {about})}}.',
  },
  'step.ruleGoto.trace': {
    en: 'GOTO {to}, not to come back — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'GOTO: {to} 체인으로 가서 되돌아오지 않습니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleGoto.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleLookup.caption': {
    en: 'One lookup in {set}, {size, plural, one {# element} other {# elements}}, finds {key}: on to {service, select, none {} other {{service}, }}{to}{about, select, none {} other {, a chance of {about}}}.',
    ko: '{set}(원소 {size, number}개)를 한 번 조회하여 {key}을(를) 찾고 {service, select, none {} other {{service}의 }}{to}(으)로 갑니다{about, select, none {} other {(확률 {about})}}.',
  },
  'step.ruleLookup.trace': {
    en: '{verdict, select, GOTO {GOTO {to}, not to come back} other {JUMP to {to}}} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: '{verdict, select, GOTO {GOTO: {to} 체인으로 가서 되돌아오지 않습니다} other {JUMP: {to} 체인으로 갑니다}} — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleLookup.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleReturn.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: back to the calling chain.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 호출한 체인으로 돌아갑니다.',
  },
  'step.ruleReturn.trace': {
    en: 'RETURN to the caller — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'RETURN: 호출한 체인으로 돌아갑니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleReturn.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleAccept.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: the {table} table lets it pass.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 {table} 테이블을 통과합니다.',
  },
  'step.ruleAccept.trace': {
    en: 'ACCEPT: this table lets it pass — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'ACCEPT: 이 테이블을 통과합니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleAccept.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleRewrite.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: it gives the connection {side, select, DST {a new destination} other {a new source}}.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 이 연결의 {side, select, DST {목적지} other {출발지}}를 바꿉니다.',
  },
  'step.ruleRewrite.trace': {
    en: 'ACCEPT: the connection gets {side, select, DST {a new destination} other {a new source}} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'ACCEPT: 이 연결의 {side, select, DST {목적지} other {출발지}}를 바꿉니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleRewrite.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleDrop.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: it is dropped.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 폐기됩니다.',
  },
  'step.ruleDrop.trace': {
    en: 'DROP: the packet ends here — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'DROP: 패킷이 여기서 끝납니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleDrop.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleReject.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: it is refused with {with}.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 {with}(으)로 거부됩니다.',
  },
  'step.ruleReject.trace': {
    en: 'REJECT with {with} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'REJECT: {with} 메시지로 거부합니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleReject.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleMark.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: its mark {before} becomes {mark}.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하여 마크 {before}이(가) {mark}(으)로 바뀝니다.',
  },
  'step.ruleMark.trace': {
    en: 'MARK: {before} becomes {mark} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'MARK: {before} 마크가 {mark} 마크로 바뀝니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleMark.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleContinue.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches and decides nothing; the next rule is asked.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치하지만 아무것도 결정하지 않아 다음 규칙으로 넘어갑니다.',
  },
  'step.ruleContinue.trace': {
    en: 'CONTINUE: the next rule is asked — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: 'CONTINUE: 다음 규칙으로 갑니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleContinue.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.ruleStolen.caption': {
    en: '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: {by}{about, select, none {} other {, a chance of {about}}}.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {number}번이 일치합니다: {by}{about, select, none {} other {(확률 {about})}}.',
  },
  'step.ruleStolen.trace': {
    en: '{by} takes the packet — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
    ko: '{by}: 패킷을 가져갑니다 — {table} {chain} 규칙 {number}에 일치합니다{odds, select, none {} other { (도달했을 때의 확률 {odds}{kernel, select, none {} other {, 이는 의도한 값이고 {drawn, select, written {적힌 그대로의} other {추첨되는 그대로의}} 값은 {kernel}}})}}',
  },
  'step.ruleStolen.line': {
    en: '{table} {chain} {number}',
    ko: '{table} {chain} {number}',
  },
  'step.skip.caption': {
    en: '{of, select, none {} other {{of}: }}{count, plural, one {{table} {chain} rule {from} does not match} other {{table} {chain} rules {from} to {to} do not match}}.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain} 규칙 {from}{count, plural, =1 {} other {–{to}}}번은 일치하지 않습니다.',
  },
  'step.skip.trace': {
    en: '{count, plural, =1 {Rule {from} of {table} {chain} does not match} other {Rules {from}–{to} of {table} {chain} do not match}}',
    ko: '{count, plural, =1 {{table} {chain} 규칙 {from}: 일치하지 않습니다} other {{table} {chain} 규칙 {from}–{to}: 일치하지 않습니다}}',
  },
  'step.skip.line': {
    en: '{count, plural, one {# does not match} other {# do not match}}: {chain}',
    ko: '{count, number}개 불일치: {chain}',
  },
  'step.return.caption': {
    en: '{of, select, none {The end} other {{of}: the end}} of {table} {chain}: back to the calling chain.',
    ko: '{of, select, none {} other {{of}: }}{table} {chain}의 끝이므로 호출한 체인으로 돌아갑니다.',
  },
  'step.return.trace': {
    en: 'RETURN to the caller — end of {table} {chain}',
    ko: 'RETURN: 호출한 체인으로 돌아갑니다 — {table} {chain} 체인의 끝입니다',
  },
  'step.return.line': {
    en: 'end of {chain}',
    ko: '{chain}의 끝',
  },
  'step.policy.caption': {
    en: 'No rule of {table} {chain} decides: its policy is {verdict}.',
    ko: '{table} {chain}의 어떤 규칙도 결정하지 않았으므로 정책에 따릅니다: {verdict}.',
  },
  'step.policy.trace': {
    en: '{verdict} by policy — no rule of {table} {chain} decided',
    ko: '{verdict}: 기본 정책입니다 — {table} {chain} 체인에서 결정한 규칙이 없습니다',
  },
  'step.policy.line': {
    en: 'policy of {chain}',
    ko: '{chain}의 기본 정책',
  },
} as const satisfies PhraseBook;
