import type { LocaleTexts } from '../scenes/scene';

/** The Sheets of the house by their titles, for whoever offers them: the texts are loaded when one is read. */
export const SHEETS: readonly { readonly id: string; readonly title: LocaleTexts }[] = [
  {
    id: 'where-a-packet-goes',
    title: { en: 'Where a Service’s packet really goes', ko: 'Service로 보낸 패킷은 정말 어디로 갈까' },
  },
  { id: 'reading-a-real-node', title: { en: 'Reading a real node', ko: '진짜 노드 읽기' } },
  {
    id: 'why-my-source-address-is-gone',
    title: { en: 'Why my source address is gone', ko: '출발지 주소는 왜 사라졌을까' },
  },
  {
    id: 'one-rollout-four-lost-requests',
    title: { en: 'One rollout, four lost requests', ko: '배포 한 번, 잃어버린 요청 넷' },
  },
  { id: 'leaving-ipvs', title: { en: 'Leaving IPVS', ko: 'IPVS를 떠나며' } },
];
