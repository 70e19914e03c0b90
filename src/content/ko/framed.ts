import type * as EN from '../en/framed';
import type { Translated } from '../translated';

/** What the page says in the frame of another one; and its link, which opens it in a window of its own. */
export const FRAMED_WORDS = {
  says: '다른 페이지가 Rulewalk를 프레임 안에 띄웠습니다. 작업 내용은 Rulewalk를 따로 연 창에서만 보입니다.',
  open: 'Rulewalk 열기',
} satisfies Translated<typeof EN.FRAMED_WORDS>;
