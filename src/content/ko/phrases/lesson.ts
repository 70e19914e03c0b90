import type * as EN from '../../en/phrases/lesson';
import type { Translated } from '../../translated';

/** An author's own lesson: its file and its link. */
export const LESSON_PHRASES = {
  'document.lesson.none': '강의가 담긴 파일이 아닙니다. 내보낸 강의의 이름은 .lesson.json으로 끝납니다.',
  'document.lesson.large':
    '브라우저가 보관할 수 있는 크기를 넘는 장면들입니다. 붙여 넣은 덤프를 빼거나, 장면을 줄여 내보내십시오.',
  'document.lesson.long': '이 강의는 링크로 담기에 너무 큽니다({length}자, 최대 {limit}자). 대신 파일로 내보내십시오.',
  'document.lesson.occupied':
    '링크에 담긴 강의 “{title}”, 이것을 열면 여기서 만든 강의 “{own}”의 자리를 대신하게 되므로 열지 않았습니다. 강의 목록(l)에서 내 강의를 내보내고 장면을 모두 뺀 다음 링크를 다시 여십시오.',
  'document.lesson.no-scene': '“{name}” 장면은 없습니다. 비슷한 장면: {near}. 모든 장면은 강의에 있습니다.',
} satisfies Translated<typeof EN.LESSON_PHRASES>;
