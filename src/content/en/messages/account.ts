/** The lines of a pasted text by how they were read or why they were left aside. */
export const ACCOUNT_MESSAGES = {
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
    failed: 'not readable as they stand',
    undressed: 'part of the line above',
    prose: 'prose',
  },
} as const;
