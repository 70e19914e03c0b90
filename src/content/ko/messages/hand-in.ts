import type * as EN from '../../en/messages/hand-in';
import type { Translated } from '../../translated';

/** Words of what is handed in of a Sheet, and of what a class handed in. */
export const HAND_IN_MESSAGES = {
  title: '제출하기',
  about:
    '무엇이라고 답했는지 한 줄에 담았습니다. 제출하라고 한 사람에게 복사해 보내십시오. 이 페이지는 아무것도 보내지 않습니다.',
  state:
    '{open, plural, =0 {질문 {count, number}개에 모두 답함} other {질문 {count, number}개 가운데 {done, number}개에 답함}}, 처음에 맞힌 것 {first, number}개.',
  name: '이름(필요하면)',
  line: '복사할 줄',
  copy: '줄 복사',
  copied: '복사했습니다.',
  notCopied: '복사하지 못했습니다. 줄을 선택해 직접 복사하십시오.',
  collect: '한 반이 제출한 것',
  collectAbout: '한 사람에 한 줄씩 붙여 넣으십시오. 이 페이지 밖으로 나가지 않습니다.',
  lines: '제출된 줄',
  nobody: '아직 줄이 없습니다.',
  table: '한 반의 답',
  who: '이름',
  noName: '이름 없음',
  question: '질문 {number, number}',
  first: '처음에 맞힘',
  minutes: '분',
  right: '{tried}, 맞음',
  shown: '{tried, select, none {그냥 봄} other {{tried}, 그 뒤 그냥 봄}}',
  open: '{tried, select, none {답하지 않음} other {{tried}, 아직 맞히지 못함}}',
  fault: '{line, number}번째 줄: {message}',
  weakest:
    '{number, number}번 질문은 처음에 맞힌 사람이 가장 적습니다. {count, number}명 가운데 {right, number}명입니다.',
  again: '다시 보여 주기',
  readAgain: '다시 읽기',
  pupils: '{count, number}명',
  rightOf: '{count, number}명 맞힘',
  firstOf: '{count, number}개 중 {first, number}개',
} satisfies Translated<typeof EN.HAND_IN_MESSAGES>;
