import * as en from './en/titles';
import * as ko from './ko/titles';
import { LOCALES, type Locale, type LocaleTexts } from './languages';
import type { Translated } from './translated';

type Titles = Translated<typeof en>;

/** Titles and what stands beside them, in every language: one line each, as in languages.ts. */
const TITLES: Readonly<Record<Locale, Titles>> = { en, ko };

/** A text of each language: `textIn(({ SCENE_WORDS }) => SCENE_WORDS['a-name'].title)`. */
export function textIn(pick: (titles: Titles) => string): LocaleTexts {
  return Object.fromEntries(LOCALES.map((locale) => [locale, pick(TITLES[locale])])) as unknown as LocaleTexts;
}

export type ExampleId = keyof Titles['EXAMPLE_WORDS'];
export type LessonWordsId = keyof Titles['LESSON_WORDS'];
export type SceneId = keyof Titles['SCENE_WORDS'];
type ReasonedId = keyof Titles['SCENE_REASONS'];

/** True of a scene with a reason below its figure. */
export const isReasoned = (id: SceneId): id is SceneId & ReasonedId =>
  LOCALES.every((locale) => id in TITLES[locale].SCENE_REASONS);

export type TimeSceneId = keyof Titles['TIME_SCENE_WORDS'];
export type SheetId = keyof Titles['SHEET_WORDS'];
