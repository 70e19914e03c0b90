import type { LocaleTexts } from '../scenes/scene';

/** The Sheets of the house by their titles, for whoever offers them: the texts are loaded when one is read. */
export const SHEETS: readonly { readonly id: string; readonly title: LocaleTexts }[] = [
  {
    id: 'where-a-packet-goes',
    title: { en: 'Where a Service’s packet really goes', ko: 'Service로 보낸 패킷은 정말 어디로 갈까' },
  },
];
