import type * as EN from '../../en/messages/editors-list';
import type { Translated } from '../../translated';

/** Words at the edges of the list on the left: menus of its rows, what is behind a word, chips of flows. */
export const LIST_WORDS = {
  menuOf: '메뉴: {name}',
  menuHint: '목록의 행에도 스테이지와 같은 메뉴가 있습니다. 마우스 오른쪽 버튼이나 ⋮를 누르십시오.',
  menuHintRead: '알겠습니다',
  advanced: '고급',
  otherFlows: '{count, number}개 더',
  otherFlowsOf: '흐름 {count, number}개 더',
  otherRules: '규칙이 다른 패치',
  noPatch: '해당 없음',
} satisfies Translated<typeof EN.LIST_WORDS>;
