import type * as EN from '../../en/messages/two-dumps';
import type { Translated } from '../../translated';

/** Words of comparing two dumps. */
export const TWO_DUMPS_MESSAGES = {
  open: '다른 덤프와 비교',
  title: '다른 덤프와 비교',
  about: '어떤 규칙이 다르고 어떤 흐름이 다르게 끝나는지 보여 줍니다. 두 텍스트 모두 이 브라우저를 벗어나지 않습니다.',
  box: '다른 덤프',
  boxHint:
    '다른 덤프를 여기에 붙여 넣거나 파일을 끌어다 놓으십시오: iptables-save, nft list ruleset, ipset save, ipvsadm -Sn …',
  file: '파일 선택…',
  use: '이 텍스트와 비교',
  unreadable: '파일을 읽을 수 없습니다. 다른 파일을 선택하거나 텍스트를 붙여 넣으십시오.',
  pasted: '붙여 넣은 텍스트',
  other: '다른 덤프',
  lines: '{title}, {lines, plural, other {#줄}}',
  replace: '다른 텍스트로 바꾸기',
  relation: '두 덤프의 관계',
  times: '한 노드의 이전과 이후',
  nodes: '서로 다른 두 노드',
  order: '붙여 넣은 노드는',
  isBefore: '이전',
  isAfter: '이후',
  side: { before: '이전', after: '이후', a: '이 노드', b: '다른 노드' },
  working: '두 덤프를 읽고 비교하며 흐름을 보내는 중입니다… {percent, number, percent}',
  stop: '중지',
  stopped: '중지했습니다. 잃은 것은 없습니다.',
  failed: '비교가 중단되었습니다: {message}',
  again: '다시 시도',
  noRules:
    '{side}에서 규칙, 집합, 가상 서버를 찾지 못했습니다. "iptables-save", "nft list ruleset", "ipvsadm -Sn"의 출력을 붙여 넣으십시오.',
  rules: '규칙',
  flows: '흐름',
  flowsChange:
    '{changed, plural, =0 {달라지는 흐름이 없습니다.} other {흐름 {all, number}개 가운데 #개가 달라집니다.}}',
  noFlows: '두 덤프 모두 제안하는 흐름이 없습니다. 붙여 넣은 노드로 흐름을 보내면 여기에서도 비교합니다.',
  flowsAbout: '직접 보낸 흐름과 두 덤프가 제안하는 흐름을 양쪽으로 모두 보냅니다.',
  change: { yes: '달라짐', no: '같음' },
  seen: '받는 쪽에 보이는 주소:',
  thisNode: '노드 자신',
  noSender: '보낼 수 없습니다. 이쪽에는 {device} 장치가 없습니다',
  silent: '응답이 돌아오지 않습니다',
  more: '그 밖에 {count, number}가지 결과',
  truncated: '모든 경우를 다 따라가지는 않았습니다.',
  what: {
    destination: '목적지를 정한 규칙',
    source: '출발지를 바꾼 규칙',
    refused: '끝낸 규칙',
    accepted: '통과시킨 규칙',
  },
  nothingDecided: '바꾸거나 끝낸 규칙이 없습니다',
  packets: '모든 패킷',
  packetsLegend:
    '한 줄은 들어오는 장치: 프로토콜 출발지 -> 목적지:포트입니다. *는 모두, !는 제외한 모두(10.96.0.0/12 !10.96.0.1은 그 주소를 뺀 범위), …는 더 있음을 뜻합니다. 일부러 보내는 사람이 없는 패킷은 줄에서 뺐습니다.',
  morePackets: '이 줄이 말하는 것보다 더 많은 패킷',
  unknownRule: '언제 일치하는지 알 수 없는 규칙:',
} satisfies Translated<typeof EN.TWO_DUMPS_MESSAGES>;
