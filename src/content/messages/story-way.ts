/** Words of the story's lens for the way a packet went: the devices it passed, or within which machine it is. */
export const LENS_WAY = {
  en: {
    way: 'The devices it passed',
    wayMade: 'Made on {where} itself: it has passed no device yet.',
    wayGiven: 'Within {where}: no device lies on its way there.',
    wayStopped: 'It came no further than {where}.',
    stopsHere: 'goes no further',
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
    socket: '그 소켓',
    kernel: '커널',
    noSocket: '프로세스 없이',
  },
} as const;
