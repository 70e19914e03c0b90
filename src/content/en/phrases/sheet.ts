import type { PhraseBook } from '../../phrases/phrase-book';

/** Sentences on faults of a Sheet's text, and those of figures that show more than one moment of a walk. */
export const SHEET_PHRASES = {
  'sheet.long': 'This Sheet is longer than {most} characters. Split it into several.',
  'sheet.one': 'A Sheet is one document, and here are {found}. Keep one, without --- between.',
  'sheet.field': '{field}: here stands {found}, and expected is {expected}.',
  'sheet.block': 'There is no block “{name}”. Each item of blocks has one of these: {known}.',
  'sheet.prose':
    '{why, select, deep {Pieces stand in each other too deep} name {A name is missing, or has other characters than letters and -} other {A piece is not closed}}, near “{near}”.',
  'sheet.edit':
    'There is no edit “{edit}”. Write mode, scale NAME, ready NAME, NAME.externalTrafficPolicy, flow, flow.to.node, policy TABLE CHAIN or preStop.',
  'sheet.missing':
    'There is no {what, select, knob {knob} note {note} figure {figure below} question {question above} other {value}} “{name}”. There are: {known}.',
  'sheet.variant': 'This sentence says nothing for {left} of {knob}. Add a case, or else=….',
  'sheet.double': 'The id “{id}” stands twice. Give each figure and question one of its own.',
  'sheet.bench': 'There is no bench “{name}”. There are: {known}.',
  'sheet.no-flow': 'The bench of this figure has no such flow.',
  'sheet.false.empty':
    '{where, select, none {As it stands} other {At {where}}}{outcome, plural, =0 {} other { on another outcome of the walk}}{more, plural, =0 {} one { (and at # more position)} other { (and at # more positions)}} nothing is left of this text. Give every case some words.',
  'sheet.false.value':
    '{where, select, none {As it stands} other {At {where}}}{outcome, plural, =0 {} other { on another outcome of the walk}}{more, plural, =0 {} one { (and at # more position)} other { (and at # more positions)}} the walk has no such value, and ?? is read. Keep it in the case of a [[knob|…]] that has one.',
  'sheet.false.moment':
    '{where, select, none {As it stands} other {At {where}}}{outcome, plural, =0 {} other { on another outcome of the walk}}{more, plural, =0 {} one { (and at # more position)} other { (and at # more positions)}} the walk has no moment “{said}”, and the figure shows “{instead}”. Name that one beside it in the figure’s at, or leave the knob out of its knobs.',
  'sheet.false.mode':
    '{where, select, none {As it stands} other {At {where}}}{outcome, plural, =0 {} other { on another outcome of the walk}}{more, plural, =0 {} one { (and at # more position)} other { (and at # more positions)}} kube-proxy is in {instead} mode, and this says {said}. Put the knob of the mode in its place.',
  'sheet.false.name':
    '{where, select, none {As it stands} other {At {where}}}{outcome, plural, =0 {} other { on another outcome of the walk}}{more, plural, =0 {} one { (and at # more position)} other { (and at # more positions)}} there is no “{said}”. Say it only where it is there: [[knob|value=…|else=…]].',
  'sheet.false.share':
    "{where, select, none {As it stands} other {At {where}}}{outcome, plural, =0 {} other { on another outcome of the walk}}{more, plural, =0 {} one { (and at # more position)} other { (and at # more positions)}} it is one of {instead}, and this says “{said}”. Write '{=n}' for the number.",
  'sheet.false.chosen':
    "“{said}” is chosen where the knobs stand now. {where, select, none {As it stands} other {At {where}}}{outcome, plural, =0 {} other { on another outcome of the walk}}{more, plural, =0 {} one { (and at # more position)} other { (and at # more positions)}} {instead} is. If that is what this says, write '{=chosen}'.",
  'sheet.hand-in.none':
    'This is no line that was handed in: it ends in two letters behind the last dot. Copy it whole.',
  'sheet.hand-in.slip': 'Something in this line was changed or cut off. Ask for it again, copied whole.',
  'sheet.hand-in.other': 'This line is of another Sheet, or of another text of it: {sheet}.',
  'sheet.compare':
    'The same Pods, the same moment, {count, plural, =2 {two ways} =3 {three ways} other {# ways}} to one of them.',
  'sheet.compare.packet': 'The same packet in {count, plural, =2 {two modes} =3 {three modes} other {# modes}}.',
  'sheet.compare.differs': 'What differs is what {node} has to ask.',
  'sheet.poster': 'The whole way, and what holds it together.',
  'sheet.poster.out': 'The whole way: nothing comes back.',
  'sheet.poster.undoes': 'Moment {back} undoes moment {made}. No rule decides it.',
} as const satisfies PhraseBook;
