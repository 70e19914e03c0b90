import type * as EN from '../../en/phrases/lesson';
import type { Translated } from '../../translated';

/** An author's own lesson: its file and its link. */
export const LESSON_PHRASES = {
  'document.lesson.none':
    'Sheet가 담긴 파일이 아닙니다. 여기서 저장한 Sheet의 이름은 .sheet.json으로, 예전 강의의 이름은 .lesson.json으로 끝납니다.',
  'document.lesson.large':
    '브라우저가 보관할 수 있는 크기를 넘는 Sheet들입니다. 붙여 넣은 덤프를 빼거나, Sheet 하나를 파일로 내보내고 지우십시오.',
  'document.lesson.long': '이 Sheet는 링크로 담기에 너무 큽니다({length}자, 최대 {limit}자). 대신 파일로 내보내십시오.',
  'document.lesson.no-scene': '“{name}” 장면은 없습니다. 비슷한 장면: {near}. 모든 장면은 강의에 있습니다.',
} satisfies Translated<typeof EN.LESSON_PHRASES>;
