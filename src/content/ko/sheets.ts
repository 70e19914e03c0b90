import type * as EN from '../en/sheets';
import type { Translated } from '../translated';

/** Titles of the Sheets of the house. */
export const SHEET_WORDS = {
  'where-a-packet-goes': {
    title: 'Service로 보낸 패킷은 정말 어디로 갈까',
  },
  'reading-a-real-node': {
    title: '진짜 노드 읽기',
  },
  'why-my-source-address-is-gone': {
    title: '출발지 주소는 왜 사라졌을까',
  },
  'one-rollout-four-lost-requests': {
    title: '배포 한 번, 잃어버린 요청 넷',
  },
  'leaving-ipvs': {
    title: 'IPVS를 떠나며',
  },
} satisfies Translated<typeof EN.SHEET_WORDS>;
