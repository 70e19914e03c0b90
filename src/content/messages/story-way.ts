/** Words of the story's lens for the way a packet went: the devices it passed, or within which machine it is. */
export const LENS_WAY = {
  en: {
    way: 'The devices it passed',
    wayMade: 'Made on {where} itself: it has passed no device yet.',
    wayGiven: 'Within {where}: no device lies on its way there.',
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
    way: '지나간 장치',
    wayMade: '{where}에서 만들어져 아직 어떤 장치도 지나지 않았습니다.',
    wayGiven: '{where} 안에서는 지나갈 장치가 없습니다.',
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
