import type * as EN from '../../en/phrases/sheet';
import type { Translated } from '../../translated';

/** Sentences on faults of a Sheet's text, and those of figures that show more than one moment of a walk. */
export const SHEET_PHRASES = {
  'sheet.long': '이 Sheet는 {most}자보다 깁니다. 여러 개로 나누십시오.',
  'sheet.one': 'Sheet는 문서 하나인데 여기에는 {found}개가 있습니다. --- 없이 하나만 두십시오.',
  'sheet.field': '{field}: 여기에 있는 것은 {found}, 있어야 하는 것은 {expected}입니다.',
  'sheet.block': '“{name}” 블록은 없습니다. blocks의 항목마다 다음 가운데 하나를 적으십시오: {known}.',
  'sheet.prose':
    '{why, select, deep {조각이 너무 깊이 겹쳤습니다} name {이름이 없거나, 글자와 - 아닌 문자가 있습니다} other {닫히지 않은 조각이 있습니다}}. 근처: “{near}”.',
  'sheet.edit':
    '“{edit}” 편집은 없습니다. mode, scale 이름, ready 이름, 이름.externalTrafficPolicy, flow, flow.to.node, policy 테이블 체인, preStop 가운데 하나를 적으십시오.',
  'sheet.missing':
    '“{name}” {what, select, knob {손잡이는} note {메모는} figure {그림은 아래에} question {질문은 위에} other {값은}} 없습니다. 있는 것: {known}.',
  'sheet.variant': '이 문장에는 {knob}의 {left}에 해당하는 말이 없습니다. 경우를 더하거나 else=…를 적으십시오.',
  'sheet.double': '“{id}” id가 두 번 나옵니다. 그림과 질문마다 다른 id를 주십시오.',
  'sheet.bench': '“{name}” 작업대는 없습니다. 있는 것: {known}.',
  'sheet.no-flow': '이 그림의 작업대에는 그런 흐름이 없습니다.',
  'sheet.false.empty':
    '{where, select, none {지금 이대로에서} other {{where}에서}}{outcome, plural, =0 {} other { (여정의 다른 결과)}}{more, plural, =0 {} other {(그 밖에 #곳)}} 이 글에 남는 말이 없습니다. 경우마다 말을 적으십시오.',
  'sheet.false.value':
    '{where, select, none {지금 이대로에서} other {{where}에서}}{outcome, plural, =0 {} other { (여정의 다른 결과)}}{more, plural, =0 {} other {(그 밖에 #곳)}} 여정에 그런 값이 없어 ??로 읽힙니다. 값이 있는 [[손잡이|…]] 경우 안에만 두십시오.',
  'sheet.false.moment':
    '{where, select, none {지금 이대로에서} other {{where}에서}}{outcome, plural, =0 {} other { (여정의 다른 결과)}}{more, plural, =0 {} other {(그 밖에 #곳)}} 여정에 “{said}” 순간이 없어 그림이 “{instead}”을(를) 보여 줍니다. 그림의 at에 그 순간을 함께 적거나, 그 손잡이를 그림의 knobs에서 빼십시오.',
  'sheet.false.mode':
    '{where, select, none {지금 이대로에서} other {{where}에서}}{outcome, plural, =0 {} other { (여정의 다른 결과)}}{more, plural, =0 {} other {(그 밖에 #곳)}} kube-proxy의 모드는 {instead}인데 여기에는 {said}(이)라고 되어 있습니다. 그 자리에 모드 손잡이를 두십시오.',
  'sheet.false.name':
    '{where, select, none {지금 이대로에서} other {{where}에서}}{outcome, plural, =0 {} other { (여정의 다른 결과)}}{more, plural, =0 {} other {(그 밖에 #곳)}} “{said}”은(는) 없습니다. 있는 곳에서만 말하십시오: [[손잡이|값=…|else=…]].',
  'sheet.false.share':
    "{where, select, none {지금 이대로에서} other {{where}에서}}{outcome, plural, =0 {} other { (여정의 다른 결과)}}{more, plural, =0 {} other {(그 밖에 #곳)}} {instead}개 가운데 하나인데 여기에는 “{said}”(이)라고 되어 있습니다. 수 대신 '{=n}'을 적으십시오.",
  'sheet.false.chosen':
    "손잡이가 지금 있는 곳에서는 “{said}”이(가) 골라집니다. {where, select, none {지금 이대로에서} other {{where}에서}}{outcome, plural, =0 {} other { (여정의 다른 결과)}}{more, plural, =0 {} other {(그 밖에 #곳)}} {instead}이(가) 골라집니다. 그것을 말하는 문장이면 '{=chosen}'을 적으십시오.",
  'sheet.hand-in.none': '제출한 줄이 아닙니다. 제출한 줄은 마지막 점 뒤의 두 글자로 끝납니다. 줄 전체를 복사하십시오.',
  'sheet.hand-in.slip': '이 줄은 어딘가 바뀌었거나 잘렸습니다. 줄 전체를 복사해 다시 보내 달라고 하십시오.',
  'sheet.hand-in.other': '다른 Sheet이거나, 같은 Sheet의 다른 글에서 나온 줄입니다: {sheet}.',
  'sheet.compare':
    '같은 Pod, 같은 순간, 그중 하나에 이르는 {count, plural, =2 {두 가지} =3 {세 가지} other {#가지}} 방법.',
  'sheet.compare.packet': '{count, plural, =2 {두 모드} =3 {세 모드} other {모드 #가지}}에서 같은 패킷.',
  'sheet.compare.differs': '다른 것은 {node}이(가) 무엇에 묻느냐입니다.',
  'sheet.poster': '길 전체, 그리고 그것을 이어 주는 것.',
  'sheet.poster.out': '가는 길이 전부입니다. 돌아오는 것은 없습니다.',
  'sheet.poster.undoes': '순간 {back}이(가) 순간 {made}을(를) 되돌립니다. 규칙이 정하는 것이 아닙니다.',
} satisfies Translated<typeof EN.SHEET_PHRASES>;
