import type { PhraseBook } from './phrase-book';

/** Sentences on faults of a Sheet's text, and those of figures that show more than one moment of a walk. */
export const SHEET_PHRASES = {
  'sheet.long': {
    en: 'This Sheet is longer than {most} characters. Split it into several.',
    ko: '이 Sheet는 {most}자보다 깁니다. 여러 개로 나누십시오.',
  },
  'sheet.one': {
    en: 'A Sheet is one document, and here are {found}. Keep one, without --- between.',
    ko: 'Sheet는 문서 하나인데 여기에는 {found}개가 있습니다. --- 없이 하나만 두십시오.',
  },
  'sheet.field': {
    en: '{field}: here stands {found}, and expected is {expected}.',
    ko: '{field}: 여기에 있는 것은 {found}, 있어야 하는 것은 {expected}입니다.',
  },
  'sheet.block': {
    en: 'There is no block “{name}”. Each item of blocks has one of these: {known}.',
    ko: '“{name}” 블록은 없습니다. blocks의 항목마다 다음 가운데 하나를 적으십시오: {known}.',
  },
  'sheet.prose': {
    en: '{why, select, deep {Pieces stand in each other too deep} name {A name is missing, or has other characters than letters and -} other {A piece is not closed}}, near “{near}”.',
    ko: '{why, select, deep {조각이 너무 깊이 겹쳤습니다} name {이름이 없거나, 글자와 - 아닌 문자가 있습니다} other {닫히지 않은 조각이 있습니다}}. 근처: “{near}”.',
  },
  'sheet.edit': {
    en: 'There is no edit “{edit}”. Write mode, scale NAME, ready NAME, NAME.externalTrafficPolicy, flow, flow.to.node, policy TABLE CHAIN or preStop.',
    ko: '“{edit}” 편집은 없습니다. mode, scale 이름, ready 이름, 이름.externalTrafficPolicy, flow, flow.to.node, policy 테이블 체인, preStop 가운데 하나를 적으십시오.',
  },
  'sheet.missing': {
    en: 'There is no {what, select, knob {knob} note {note} figure {figure below} other {value}} “{name}”. There are: {known}.',
    ko: '“{name}” {what, select, knob {손잡이는} note {메모는} figure {그림은 아래에} other {값은}} 없습니다. 있는 것: {known}.',
  },
  'sheet.variant': {
    en: 'This sentence says nothing for {left} of {knob}. Add a case, or else=….',
    ko: '이 문장에는 {knob}의 {left}에 해당하는 말이 없습니다. 경우를 더하거나 else=…를 적으십시오.',
  },
  'sheet.double': {
    en: 'The id “{id}” stands twice. Give each figure and question one of its own.',
    ko: '“{id}” id가 두 번 나옵니다. 그림과 질문마다 다른 id를 주십시오.',
  },
  'sheet.bench': {
    en: 'There is no bench “{name}”. There are: {known}.',
    ko: '“{name}” 작업대는 없습니다. 있는 것: {known}.',
  },
  'sheet.no-flow': {
    en: 'The bench of this figure has no such flow.',
    ko: '이 그림의 작업대에는 그런 흐름이 없습니다.',
  },
  'sheet.compare': {
    en: 'The same Pods, the same moment, {count, plural, =2 {two ways} =3 {three ways} other {# ways}} to choose.',
    ko: '같은 Pod, 같은 순간, 고르는 방법 {count, plural, =2 {두 가지} =3 {세 가지} other {#가지}}.',
  },
  'sheet.compare.packet': {
    en: 'The same packet in {count, plural, =2 {two modes} =3 {three modes} other {# modes}}.',
    ko: '{count, plural, =2 {두 모드} =3 {세 모드} other {모드 #가지}}에서 같은 패킷.',
  },
  'sheet.compare.differs': {
    en: 'What differs is what {node} has to ask.',
    ko: '다른 것은 {node}이(가) 무엇에 묻느냐입니다.',
  },
  'sheet.poster': { en: 'The whole way, and what holds it together.', ko: '길 전체, 그리고 그것을 이어 주는 것.' },
  'sheet.poster.undoes': {
    en: 'Moment {back} undoes moment {made}. No rule decides it.',
    ko: '순간 {back}이(가) 순간 {made}을(를) 되돌립니다. 규칙이 정하는 것이 아닙니다.',
  },
} as const satisfies PhraseBook;
