import type * as EN from '../../en/messages/changes';
import type { Translated } from '../../translated';

/** Words of what an edit changed in the kernel. */
export const CHANGES_MESSAGES = {
  title: '마지막 편집으로 바뀐 것',
  short: '편집된 줄',
  list: '바뀐 줄',
  told: '마지막 편집으로 {added, number}줄이 추가되고 {removed, number}줄이 삭제되고 {moved, number}줄이 옮겨졌습니다.',
  counts: '추가 {added, number}줄, 삭제 {removed, number}줄{moved, plural, =0 {} other {, 이동 #줄}}',
  added: '추가:',
  removed: '삭제:',
  moved: '이동:',
  changed: '마지막 편집으로 추가됨',
  more: '{count, number}개 더',
  moreLines: '… 외 {count, number}줄',
} satisfies Translated<typeof EN.CHANGES_MESSAGES>;
