import type * as EN from '../../en/messages/story-way';
import type { Translated } from '../../translated';

/** Words of the story's lens: what rules said, the way a packet went, the devices it passed, or within which machine it is. */
export const LENS_WAY = {
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
} satisfies Translated<typeof EN.LENS_WAY>;

/** Beside the Service on the stage: on what its address is. */
export const PILL_NOTES = {
  nowhere: 'Service: 어떤 장치에도 없는 주소',
  nowhereShort: '장치에 없음',
  device: 'dummy 장치 {device}에 있음',
  deviceShort: '{device}에 있음',
  nodePort: '모든 노드의 포트',
  nodePortShort: 'nodePort',
  wants: '{selector}인 Pod를 찾음',
} satisfies Translated<typeof EN.PILL_NOTES>;
