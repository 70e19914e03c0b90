import type { PhraseBook } from '../../phrases/phrase-book';

/** What is said of a step at a hook: rules that matched, rules that did not, the end of a chain. Forms as in `steps.ts`. */
export const RULE_STEPS = {
  'step.hook.caption':
    'It reaches {hook}{indev, select, none {} other {, in by {indev}}}{outdev, select, none {} other {, out by {outdev}}}: the tables there are asked in order.',
  'step.hook.trace':
    '{hook} is reached{indev, select, none {} other {, in by {indev}}}{outdev, select, none {} other {, out by {outdev}}}',
  'step.hook.line':
    '{rules, plural, =0 {no rules} one {# rule examined} other {# rules examined}}{lookups, plural, =0 {} one {, # lookup} other {, # lookups}}',
  'step.ruleJump.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: on to {service, select, none {} other {{service}, }}{to}{about, select, none {} other {, a chance of {about}}}.',
  'step.ruleJump.trace':
    'JUMP to {to} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleJump.line': '{table} {chain} {number}',
  'step.ruleGoto.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: on to {service, select, none {} other {{service}, }}{to}{about, select, none {} other {, a chance of {about}}}.',
  'step.ruleGoto.trace':
    'GOTO {to}, not to come back — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleGoto.line': '{table} {chain} {number}',
  'step.ruleLookup.caption':
    'One lookup in {set}, {size, plural, one {# element} other {# elements}}, finds {key}: on to {service, select, none {} other {{service}, }}{to}{about, select, none {} other {, a chance of {about}}}.',
  'step.ruleLookup.trace':
    '{verdict, select, GOTO {GOTO {to}, not to come back} other {JUMP to {to}}} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleLookup.line': '{table} {chain} {number}',
  'step.ruleReturn.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: back to the calling chain.',
  'step.ruleReturn.trace':
    'RETURN to the caller — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleReturn.line': '{table} {chain} {number}',
  'step.ruleAccept.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: the {table} table lets it pass.',
  'step.ruleAccept.trace':
    'ACCEPT: this table lets it pass — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleAccept.line': '{table} {chain} {number}',
  'step.ruleRewrite.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: it gives the connection {side, select, DST {a new destination} other {a new source}}.',
  'step.ruleRewrite.trace':
    'ACCEPT: the connection gets {side, select, DST {a new destination} other {a new source}} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleRewrite.line': '{table} {chain} {number}',
  'step.ruleDrop.caption': '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: it is dropped.',
  'step.ruleDrop.trace':
    'DROP: the packet ends here — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleDrop.line': '{table} {chain} {number}',
  'step.ruleReject.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: it is refused with {with}.',
  'step.ruleReject.trace':
    'REJECT with {with} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleReject.line': '{table} {chain} {number}',
  'step.ruleMark.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: its mark {before} becomes {mark}.',
  'step.ruleMark.trace':
    'MARK: {before} becomes {mark} — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleMark.line': '{table} {chain} {number}',
  'step.ruleContinue.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches and decides nothing; the next rule is asked.',
  'step.ruleContinue.trace':
    'CONTINUE: the next rule is asked — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleContinue.line': '{table} {chain} {number}',
  'step.ruleStolen.caption':
    '{of, select, none {} other {{of}: }}{table} {chain} rule {number} matches: {by}{about, select, none {} other {, a chance of {about}}}.',
  'step.ruleStolen.trace':
    '{by} takes the packet — {table} {chain} rule {number} matches{odds, select, none {} other {, a chance of {odds}{kernel, select, none {} other { as meant; {drawn, select, written {as written} other {as drawn}} {kernel},}} once reached}}',
  'step.ruleStolen.line': '{table} {chain} {number}',
  'step.skip.caption':
    '{of, select, none {} other {{of}: }}{count, plural, one {{table} {chain} rule {from} does not match} other {{table} {chain} rules {from} to {to} do not match}}.',
  'step.skip.trace':
    '{count, plural, =1 {Rule {from} of {table} {chain} does not match} other {Rules {from}–{to} of {table} {chain} do not match}}',
  'step.skip.line': '{count, plural, one {# does not match} other {# do not match}}: {chain}',
  'step.return.caption':
    '{of, select, none {The end} other {{of}: the end}} of {table} {chain}: back to the calling chain.',
  'step.return.trace': 'RETURN to the caller — end of {table} {chain}',
  'step.return.line': 'end of {chain}',
  'step.policy.caption': 'No rule of {table} {chain} decides: its policy is {verdict}.',
  'step.policy.trace': '{verdict} by policy — no rule of {table} {chain} decided',
  'step.policy.line': 'policy of {chain}',
} as const satisfies PhraseBook;
