import type * as EN from '../../en/messages/account';
import type { Translated } from '../../translated';

/** The lines of a pasted text by how they were read or why they were left aside. */
export const ACCOUNT_MESSAGES = {
  all: '{lines, number}줄: {read, plural, =0 {읽은 줄 없음} other {읽음 # ({by})}}, {aside, plural, =0 {제외한 줄 없음} other {제외 # ({why})}}',
  part: '{what} {lines, number}',
  why: {
    empty: '빈 줄',
    prompt: '입력한 명령',
    fence: '코드 울타리',
    comment: '주석',
    repeated: '다시 나오거나 다른 시점의 규칙',
    'too-long': '어떤 도구도 출력하지 않는 긴 줄',
    foreign: '다른 도구의 출력',
    failed: '그대로는 읽을 수 없음',
    undressed: '윗줄의 일부',
    prose: '설명글',
  },
} satisfies Translated<typeof EN.ACCOUNT_MESSAGES>;
