import type * as EN from '../../en/messages/ending';
import type { Translated } from '../../translated';

/** Words of what comes after a story, and of its chance drawn again. */
export const ENDING_MESSAGES = {
  label: '다음에 해 볼 것',
  title: '무엇을 바꾸면 결과가 달라질까요?',
  pods: '{service} 뒤의 Pod',
  modes: {
    title: '다른 모드',
    about: '같은 패킷이 오가며 시험한 규칙 수와 값을 찾은 조회 수입니다.',
    working: '다른 모드에서 보내 보는 중…',
    failed: '다른 모드와 비교하지 못했습니다.',
    here: '지금 본 것',
    lookups: '조회 {count, number}번',
    ends: '끝: {verdict}',
    elsewhere: '받는 곳: {name}',
    source: 'Pod가 보는 출발지 {address}',
    crossings: '프로세스를 {count, number}번 거침',
    walk: '{mode} 모드로 보기',
  },
  why: {
    title: '무엇을 바꾸면 통과할까요?',
    about: '이 결과가 달린 규칙, 정책, 설정을 하나씩 바꾸어 패킷을 다시 보냅니다.',
    do: '바꾸어 보기',
  },
  predict: {
    title: '맞혀 보기',
    about: '다음 내용을 가리고 처음부터 다시 봅니다. 무엇이 결정될지 먼저 묻고 나서 보여 줍니다.',
    do: '맞혀 보기',
  },
  notReady: {
    title: '준비되지 않은 Pod',
    about: '이 패킷은 {pod} Pod가 받았습니다. 그 Pod가 준비 상태 확인에 실패하면 다음 패킷은 누가 받을까요?',
    do: '{pod}: 준비 안 됨으로 바꾸기',
  },
  ready: {
    title: '준비된 Pod',
    about: '{pod} Pod는 준비되지 않았습니다. 준비되면 이 패킷은 어떻게 될까요?',
    do: '{pod}: 준비됨으로 바꾸기',
  },
  more: {
    title: 'Pod 하나 더',
    about: '{service} 뒤에 Pod가 하나 더 있으면 이 패킷은 어떻게 될까요?',
    do: 'Pod 하나 더',
  },
  draws: {
    label: '다시 추첨한 결과',
    again: '다시 추첨',
    many: '{count, number}번',
    manyHint:
      '지금까지 추첨한 것을 포함해 모두 {count, number}번이 될 때까지 추첨합니다. 이미 그만큼이면 새로 {count, number}번 추첨합니다',
    drawn: '새 연결 {all, select, yes {모두 } other {}}{count, number}개',
    drawing: '추첨하는 중…',
    last: '마지막: {name}',
    row: '{name}: {total, number}개 중 {count, number}개{odds, select, none {} other {, 확률 {odds}}}',
    inTurn: '차례대로',
    share: '{whole, number} 중 {part, number}',
    rowInTurn: '{name}: {total, number}개 중 {count, number}개, 차례대로 {whole, number} 중 {part, number}',
    more: '그 밖의 {count, number}곳',
  },
} satisfies Translated<typeof EN.ENDING_MESSAGES>;
