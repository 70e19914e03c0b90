/** Words of the story's lens: what rules said, the way a packet went, the devices it passed, or within which machine it is. */
export const LENS_WAY = {
  en: {
    said: { yes: 'yes', no: 'no, next rule', 'not asked': 'not asked' },
    saidShort: { yes: 'yes', no: 'no', 'not asked': 'not asked' },
    way: 'The devices it passed',
    draws: 'The draw, again',
    wayMade: 'Made on {where} itself: it has passed no device yet.',
    wayGiven: 'In {where} already: no more device lies between here and the socket.',
    wayStopped: 'It came no further than {where}.',
    stopsHere: 'goes no further',
    endedByRule: 'The rule that ended it',
    endedByPolicy: 'No rule decided: the policy of the chain did',
    ruleAt: '{place}, rule {number, number}',
    socket: 'its socket',
    kernel: 'the kernel',
    noSocket: 'without a process',
  },
  ko: {
    said: { yes: '예', no: '아니요, 다음 규칙', 'not asked': '시험하지 않음' },
    saidShort: { yes: '예', no: '아니요', 'not asked': '시험하지 않음' },
    draws: '다시 하는 추첨',
    way: '지나간 장치',
    wayMade: '{where}에서 만들어져 아직 어떤 장치도 지나지 않았습니다.',
    wayGiven: '이미 {where} 안에 있어, 소켓까지 더 지날 장치가 없습니다.',
    wayStopped: '{where}보다 더 나아가지 못했습니다.',
    stopsHere: '더 나아가지 못함',
    endedByRule: '패킷을 끝낸 규칙',
    endedByPolicy: '결정한 규칙이 없어 체인의 정책을 따랐습니다',
    ruleAt: '{place}의 {number, number}번 규칙',
    socket: '그 소켓',
    kernel: '커널',
    noSocket: '프로세스 없이',
  },
} as const;

/** Beside the Service on the stage: on what its address is. */
export const PILL_NOTES = {
  en: {
    nowhere: 'a Service: on no device',
    nowhereShort: 'on no device',
    device: 'on {device}, a dummy device',
    deviceShort: 'on {device}',
    nodePort: 'a port of every node',
    nodePortShort: 'a nodePort',
    wants: 'wants Pods with {selector}',
  },
  ko: {
    nowhere: 'Service: 어떤 장치에도 없는 주소',
    nowhereShort: '장치에 없음',
    device: 'dummy 장치 {device}에 있음',
    deviceShort: '{device}에 있음',
    nodePort: '모든 노드의 포트',
    nodePortShort: 'nodePort',
    wants: '{selector}인 Pod를 찾음',
  },
} as const;
