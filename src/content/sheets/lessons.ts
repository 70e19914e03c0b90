import type { Document } from '../../core/document/document';
import { SHEET_LIMITS } from '../../core/sheet/limits';
import type { MomentKind } from '../../core/story/moment';
import { eachTag } from '../../core/sheet/languages';
import type { QuestionKind } from '../../core/story/question';
import type { Locale, LocaleTexts } from '../languages';
import { LESSONS, TIME_LESSON, TIME_SCENES, type Lesson, type Scene, type TimeScene } from '../scenes';
import type { ShelfSheet } from './shelf';
import { lessonSheetId } from './titles';

/** A scene as a part of a Sheet: a heading, a question, a figure; what is to be said of it only who presents it sees. */
export interface SheetScene {
  readonly id: string;
  readonly title: LocaleTexts;
  readonly notes: LocaleTexts;
  /** A reason below the figure, shown once the question is answered. */
  readonly reason?: LocaleTexts | undefined;
  readonly question?: QuestionKind | undefined;
  /** The moment it is about, by its kind or by its number from 1. */
  readonly moment: MomentKind | number;
  /** Absent: the document's first. */
  readonly flow?: string | undefined;
  readonly document: (locale: Locale) => Document;
}

/** A scene that is told in the lanes of time. */
type LanesScene = Pick<TimeScene, 'id' | 'title' | 'notes' | 'question' | 'beside' | 'document'>;

/** A lesson, as a Sheet is made of it. */
export interface SheetLesson {
  readonly id: string;
  /** The lesson its scenes are told in. */
  readonly lesson: string;
  readonly title: LocaleTexts;
  readonly goal: LocaleTexts;
  readonly scenes: readonly (SheetScene | LanesScene)[];
}

/** Somebody reads, answers and looks so long at a scene, minutes. */
const MINUTES = 1.5;
/** The longest text of a block; what is longer stands in several. */
const LONGEST = SHEET_LIMITS.prose;

/** A text, letter by letter, as blocks of a kind; nothing of none. */
function plainBlocks(is: 'lede' | 'h' | 'p', texts: LocaleTexts): readonly object[] {
  const long = Math.max(...Object.values(texts).map((text) => text.length));
  return Array.from({ length: Math.ceil(long / LONGEST) }, (_, at) => {
    const part = (text: string): string => text.slice(at * LONGEST, (at + 1) * LONGEST) || '…';
    return { [is]: { ...eachTag(texts, part), plain: true } };
  });
}

/** A speaker's notes as a text that is taken letter by letter; nothing where there are none. */
function toSay(texts: LocaleTexts): object {
  if (Object.values(texts).every((text) => text === '')) return {};
  return { say: { ...eachTag(texts, (text) => text.slice(0, SHEET_LIMITS.say) || '…'), plain: true } };
}

/** A scene as the blocks of a Sheet: heading, question and figure; of one told in time its lanes. */
export function sceneBlocks(scene: SheetScene | LanesScene): readonly object[] {
  if (!('moment' in scene)) return lanesBlocks(scene);
  const { id, title, notes, reason, question, moment, flow } = scene;
  // A route is told by itself only where every moment is.
  const isFine = moment === 'routed' || moment === 'crosses';
  const where = typeof moment === 'number' ? { at: 'sent', moment } : { at: moment };
  return [
    ...plainBlocks('h', title),
    ...(question === undefined ? [] : [{ ask: { id: `q-${id}`, before: id, kind: question } }]),
    {
      stage: {
        id,
        bench: id,
        ...where,
        ...(isFine ? { fine: true } : {}),
        lens: true,
        ...(flow === undefined ? {} : { flow }),
      },
      ...toSay(notes),
      minutes: MINUTES,
    },
    ...(reason ? plainBlocks('p', reason) : []),
  ];
}

function lanesBlocks({ id, title, notes, question, beside }: LanesScene): readonly object[] {
  return [
    ...plainBlocks('h', title),
    { ask: { id: `q-${id}`, before: id, kind: question } },
    { lanes: { id, bench: id, ...(beside ? { beside } : {}) }, minutes: MINUTES },
    ...plainBlocks('p', notes),
  ];
}

/** So many scenes are a Sheet. */
const MOST_SCENES = 45;
/** A lesson as a Sheet: its scenes in their order, each with its question before its figure, and what is to be said with that. */
export function sheetOfLesson({ id, lesson, title, goal, scenes }: SheetLesson): ShelfSheet {
  const shown = scenes.slice(0, MOST_SCENES);
  const bench = shown[0]?.id ?? 'none';
  const blocks = [...plainBlocks('lede', goal), ...shown.flatMap(sceneBlocks)];
  const minutes = Math.max(1, Math.round(shown.length * MINUTES));
  return {
    id,
    lesson,
    text: JSON.stringify({ sheet: 1, id, title, minutes, bench, blocks }),
    benches: (locale) => Object.fromEntries(shown.map((scene) => [scene.id, scene.document(locale)])),
  };
}

const toScene = ({ id, title, notes, reason, question, moment, document }: Scene): SheetScene => ({
  id,
  title,
  notes,
  reason,
  question,
  moment,
  document,
});

const toSheet = ({ id, title, goal, scenes }: Lesson): ShelfSheet =>
  sheetOfLesson({ id: lessonSheetId(id), lesson: id, title, goal, scenes: scenes.map(toScene) });

const TIME_SHEET = sheetOfLesson({
  ...TIME_LESSON,
  id: lessonSheetId(TIME_LESSON.id),
  lesson: TIME_LESSON.id,
  scenes: TIME_SCENES,
});

/** The lessons as Sheets. */
export const LESSON_SHEETS: readonly ShelfSheet[] = [...LESSONS.map(toSheet), TIME_SHEET];

/** The lesson of a Sheet's id. */
export const findLessonSheet = (id: string): ShelfSheet | undefined => LESSON_SHEETS.find((sheet) => sheet.id === id);
