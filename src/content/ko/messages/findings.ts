import type * as EN from '../../en/messages/findings';
import type { Translated } from '../../translated';

/** Words of what is odd about a pasted node. */
export const FINDINGS_MESSAGES = {
  title: '발견한 문제',
  evidence: '이 텍스트에서 알 수 있는 것',
  lineOf: '‘{title}’ {line, number}번째 줄',
  about: '이 텍스트에서 드러나거나 글로 적힌 이상한 점입니다. 텍스트에 없는 것은 추측하지 않습니다.',
  none: '이 텍스트에서 이상한 점을 찾지 못했습니다.',
  working: '규칙을 검사하는 중입니다… {percent, number, percent}',
  stop: '중지',
  stopped: '중지했습니다.',
  failed: '검사가 중단되었습니다: {message}',
  again: '다시 검사',
  large: '텍스트가 커서({size, number}MB) 검사에 시간이 걸립니다.',
  check: '규칙 검사',
  severity: { error: '오류', warning: '경고', info: '참고' },
  counts:
    '{error, plural, =0 {} other {오류 #개}} {warning, plural, =0 {} other {경고 #개}} {info, plural, =0 {} other {참고 #개}}',
  next: '다음 단계:',
  jump: '규칙에서 보기: {place}',
  morePlaces: '그 밖에 {count, number}곳',
  more: '{count, number}개 더 보기',
  alike: '같은 종류 {count, number}개 더',
  rule: '{table} {chain}, 규칙 {index, number}',
  chain: '{table} {chain}',
} satisfies Translated<typeof EN.FINDINGS_MESSAGES>;
