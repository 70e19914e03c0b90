/** Words of what comes after a story, and of its chance drawn again. */
export const ENDING_MESSAGES = {
  en: {
    label: 'What to try next',
    title: 'What would change this walk?',
    pods: 'The Pods behind {service}',
    modes: {
      title: 'Another mode',
      about:
        'The same packet, as other modes carry it. Rules tried there and back, on all machines, matched or not; then lookups in maps and in the table of IPVS that found something:',
      working: 'Walking it in the other modes…',
      failed: 'The other modes could not be compared.',
      here: 'this walk',
      lookups: '{count, plural, =0 {no lookup} one {# lookup} other {# lookups}}',
      ends: 'ends as “{verdict}”',
      source: 'the Pod sees {address}',
      crossings: '{count, plural, =0 {never} one {once} other {# times}} through a process',
      walk: 'Walk it in {mode}',
    },
    why: {
      title: 'What would let it through?',
      about: 'Each rule, policy and setting it depends on is changed, one at a time, and the packet sent again.',
      do: 'Try the changes',
    },
    predict: {
      title: 'Predict it',
      about: 'From the start, with what comes hidden: you are asked what decides, then it is shown.',
      do: 'Predict',
    },
    notReady: {
      title: 'A Pod is not ready',
      about: '{pod} got this packet. Who gets the next one when it fails its readiness probe?',
      do: 'Make {pod} not ready',
    },
    ready: {
      title: 'A Pod is ready',
      about: '{pod} is not ready. What happens to this packet once it is?',
      do: 'Make {pod} ready',
    },
    more: {
      title: 'One Pod more',
      about: 'What happens to this packet with one Pod more behind {service}?',
      do: 'One Pod more',
    },
    draws: {
      label: 'Drawn again',
      again: 'draw again',
      many: '{count, number} times',
      manyHint:
        'Until {count, number} are drawn in all: those before count, too. Where there are so many, so many others',
      drawn: '{count, plural, one {# new connection} other {# new connections}}{all, select, yes { in all} other {}}',
      drawing: 'drawing …',
      last: 'last: {name}',
      row: '{name}: {count, number} of {total, number}{odds, select, none {} other {, odds {odds}}}',
      inTurn: 'in turn',
      share: '{part, number} of {whole, number}',
      rowInTurn: '{name}: {count, number} of {total, number}, {part, number} of {whole, number} in turn',
      more: '{count, plural, one {# more place} other {# more places}}',
    },
  },
  ko: {
    label: '다음에 해 볼 것',
    title: '무엇이 이 길을 바꿀까요?',
    pods: '{service} 뒤의 Pod',
    modes: {
      title: '다른 모드',
      about:
        '같은 패킷을 다른 모드가 나르면 이렇습니다. 오가며 모든 머신에서 시험한 규칙(맞지 않은 것도 포함), 그리고 맵과 IPVS 테이블에서 찾아낸 조회입니다.',
      working: '다른 모드에서 보내 보는 중…',
      failed: '다른 모드와 비교하지 못했습니다.',
      here: '지금 본 것',
      lookups: '조회 {count, number}번',
      ends: '끝: {verdict}',
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
      about: '앞일을 가리고 처음부터 다시 봅니다. 결정되는 것을 먼저 묻고 그다음에 보여 줍니다.',
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
  },
} as const;
