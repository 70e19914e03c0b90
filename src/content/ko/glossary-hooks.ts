import type * as EN from '../en/glossary-hooks';
import type { Translated } from '../translated';

/** Words of the glossary for where packets are stopped and whom they are held to there: hooks, kube-proxy's chains, lookups. */
export const HOOK_WORDS = {
  prerouting:
    '첫 번째 훅입니다. 장치로 들어온 모든 패킷이 경로를 찾기 전에 여기서 멈춥니다. Service로 가는 패킷은 여기서 목적지가 바뀝니다.',
  input: '이 머신 자신에게 온 패킷의 훅입니다. 경로를 찾은 뒤, 프로세스가 받기 전에 지나며 IPVS가 여기서 동작합니다.',
  forward: '이 머신을 지나가기만 하는 패킷의 훅입니다. 한 장치에서 다른 장치로 넘어가며 Pod의 패킷도 여기를 지납니다.',
  output: '이 머신의 프로세스가 보내는 패킷의 훅입니다.',
  postrouting: '마지막 훅입니다. 모든 패킷이 장치로 나가기 전에 여기서 멈추며, 출발지가 바뀐다면 여기서 바뀝니다.',
  'kube-services': '패킷을 모든 Service에 비추어 보는 kube-proxy의 체인입니다. 주소와 포트마다 규칙이 하나씩 있습니다.',
  'kube-nodeports': '노드 자신의 주소로 온 패킷을 보는 kube-proxy의 체인입니다. nodePort마다 규칙이 하나씩 있습니다.',
  'kube-forward':
    'FORWARD에 있는 kube-proxy의 체인입니다. iptables 모드에서는 먼저 conntrack이 INVALID로 보는 패킷을 폐기합니다(liberal conntrack이면 예외). 그리고 kube-proxy가 마크한 패킷과 이미 아는 연결의 패킷은 통과시킵니다. 앞에 있는 규칙은 이미 막았을 수 있고, 뒤에 있는 규칙은 더 묻지 않습니다.',
  'kube-postrouting': 'POSTROUTING에 있는 kube-proxy의 체인입니다. 마크가 있는 패킷만 출발지를 바꿉니다.',
  lookup:
    '커널의 집합이나 맵에서 키를 찾는 일입니다. 항목이 아무리 많아도 한 번에 찾습니다. 규칙은 하나씩 차례로 거칩니다.',
  'stand-in': '응답이 같은 길로 돌아오도록 패킷의 출발지에 자신의 주소를 적는 일입니다(마스커레이드).',
} satisfies Translated<typeof EN.HOOK_WORDS>;
