import type * as EN from '../../en/phrases/compare';
import type { Translated } from '../../translated';

/** Sentences for a pane of a comparison that has no packet to show. */
export const COMPARE_PHRASES = {
  'document.compare.no-flow':
    '이 문서에는 여기서 보낼 수 있는 흐름이 없습니다. 흐름을 추가하거나 다른 문서를 고르십시오.',
  'document.compare.no-pod-on-node':
    '{node}에는 이 흐름을 보낼 수 있는 Pod가 없습니다. 다른 노드를 고르거나 그 노드에 Pod를 두십시오.',
  'document.compare.gone': '이 열의 문서가 더 이상 없습니다. 너무 커서 보관되지 않았습니다. 다시 고르십시오.',
} satisfies Translated<typeof EN.COMPARE_PHRASES>;
