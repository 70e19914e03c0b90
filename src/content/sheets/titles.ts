import type { LocaleTexts } from '../languages';
import { type SheetId, textIn } from '../titles';

const IDS: readonly SheetId[] = [
  'where-a-packet-goes',
  'reading-a-real-node',
  'why-my-source-address-is-gone',
  'one-rollout-four-lost-requests',
  'leaving-ipvs',
];

/** The Sheets of the house by their titles, for whoever offers them: the texts are loaded when one is read. */
export const SHEETS: readonly { readonly id: string; readonly title: LocaleTexts }[] = IDS.map((id) => ({
  id,
  title: textIn(({ SHEET_WORDS }) => SHEET_WORDS[id].title),
}));

/** The Sheet that comes after one on the shelf; after the last the first. */
export function sheetAfter(id: string): (typeof SHEETS)[number] | undefined {
  const at = IDS.findIndex((each) => each === id);
  return at < 0 ? undefined : SHEETS[(at + 1) % SHEETS.length];
}

const LESSON = 'lesson-';

/** The Sheet that a lesson is. */
export const lessonSheetId = (lesson: string): string => `${LESSON}${lesson}`;

/** Tests an id of a Sheet for being that of a lesson, as {@link lessonSheetId} names it. */
export const isLessonSheet = (id: string): boolean => id.startsWith(LESSON);
