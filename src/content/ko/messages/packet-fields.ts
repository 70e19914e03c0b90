import type * as EN from '../../en/messages/packet-fields';
import type { Translated } from '../../translated';

/** Fields of a packet that the form of a flow and that of a pasted node's packet have. */
export const PACKET_FIELD_WORDS = {
  before: {
    to: '앞선 연결의 목적지',
    new: '없음: 새 클라이언트',
    drawn: '그때 뽑힌 곳',
    seconds: '몇 초 전',
    now: '방금',
  },
  segment: 'TCP 세그먼트',
  segments: {
    SYN: 'SYN: 새 연결',
    'SYN-ACK': 'SYN-ACK: 요청 없는 응답',
    ACK: 'ACK: 연결 도중',
    FIN: 'FIN: 연결 끝',
    RST: 'RST: 연결 초기화',
    'out-of-window': '윈도우를 벗어난 ACK (INVALID)',
    'late-answer': '서버가 늦게 보낸, 윈도우를 벗어난 ACK (INVALID)',
  },
} satisfies Translated<typeof EN.PACKET_FIELD_WORDS>;
