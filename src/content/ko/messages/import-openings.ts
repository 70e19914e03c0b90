import type * as EN from '../../en/messages/import-openings';
import type { Translated } from '../../translated';

/** What pasted texts can be opened as, and why not yet. */
export const OPENING_WORDS = {
  cannotOpen: {
    empty: '아직 열 것이 없습니다. 텍스트를 붙여 넣거나 입력하거나 파일을 고르십시오.',
    typed: '상자 안의 텍스트가 아직 추가되지 않았습니다. ‘{add}’를 누르십시오.',
    working: '텍스트를 다 읽으면 열 수 있습니다.',
    unread: '텍스트를 끝까지 읽지 못했습니다. 다시 읽으십시오.',
    copies: '두 텍스트가 같은 테이블을 다르게 보여 줍니다. 어느 것을 쓸지 위에서 고르십시오.',
    noRules: '이 텍스트에는 노드의 규칙이 없어서 열 노드가 없습니다.',
  },
  kubernetes: '이 텍스트에는 Kubernetes 객체가 있습니다.',
  kubernetesAlone:
    'Kubernetes 객체만 있고 규칙은 없습니다. 클러스터로 열면 kube-proxy가 쓰는 규칙이 생기고, 노드로 열면 규칙이 없습니다.',
} satisfies Translated<typeof EN.OPENING_WORDS>;
