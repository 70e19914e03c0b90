/** Fields of a packet that the form of a flow and that of a pasted node's packet have. */
export const PACKET_FIELD_WORDS = {
  en: {
    before: {
      to: 'came before, to',
      new: 'never: a new client',
      drawn: 'whoever was drawn',
      seconds: 'so many seconds ago',
      now: 'just now',
    },
    segment: 'TCP segment',
    segments: {
      SYN: 'SYN: a new connection',
      'SYN-ACK': 'SYN-ACK: an answer nobody asked for',
      ACK: 'ACK: in the middle of a connection',
      FIN: 'FIN: the end of a connection',
      RST: 'RST: a reset',
      'out-of-window': 'ACK out of the window (INVALID)',
      'late-answer': 'Late ACK of the server, out of the window (INVALID)',
    },
  },
  ko: {
    before: {
      to: '전에 왔던 곳',
      new: '없음: 처음 온 클라이언트',
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
  },
} as const;
