/** The lines of a pasted text by how they were read or why they were left aside. */
export const ACCOUNT_MESSAGES = {
  en: {
    all: '{lines, plural, one {# line} other {# lines}}: {read, plural, =0 {none read} other {# read ({by})}}, {aside, plural, =0 {none left aside} other {# left aside ({why})}}',
    part: '{what} {lines, number}',
    why: {
      empty: 'empty',
      prompt: 'typed commands',
      fence: 'fences',
      comment: 'remarks',
      repeated: 'rules shown again or of another time',
      'too-long': 'longer than any tool prints',
      foreign: 'of other tools',
      failed: 'their reader failed',
      undressed: 'part of the line above',
      prose: 'prose',
    },
  },
  ko: {
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
      failed: '읽기 실패',
      undressed: '윗줄의 일부',
      prose: '설명글',
    },
  },
} as const;
