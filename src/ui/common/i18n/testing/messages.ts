import { LOCALES, type Locale } from '../../../../content/languages';
import type { Translated } from '../../../../content/translated';
import type { Messages } from '../messages';

type First = typeof import('../../../../content/en/first');
type Rest = typeof import('../../../../content/en/rest');
type Stage = typeof import('../../../../content/en/messages/topology');

const FIRST = import.meta.glob<First>('../../../../content/*/first.ts', { eager: true });
const REST = import.meta.glob<Rest>('../../../../content/*/rest.ts', { eager: true });
const STAGE = import.meta.glob<Stage>('../../../../content/*/messages/topology.ts', { eager: true });

/** The file of a language's folder among files of all. */
function fileOf<T>(locale: Locale, files: Readonly<Record<string, T>>): T {
  const found = Object.entries(files).find(([path]) => path.includes(`/content/${locale}/`));
  if (!found) throw new Error(`content/${locale} has no such file`);
  return found[1];
}

const inEach = <T>(of: (locale: Locale) => T): Readonly<Record<Locale, T>> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, of(locale)])) as Readonly<Record<Locale, T>>;

/** The page's words as it hands them to what draws. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = inEach((locale) => ({
  ...fileOf(locale, FIRST).FIRST_MESSAGES,
  ...fileOf(locale, REST).MESSAGES,
  topology: fileOf(locale, STAGE).TOPOLOGY_MESSAGES,
}));

/** The same by language and room, as texts. */
export const ROOMS: Readonly<Record<Locale, Translated<Messages>>> = MESSAGES;

/** Meanings of the glossary's terms by language. */
export const MEANINGS = inEach((locale) => fileOf(locale, REST).GLOSSARY_WORDS);
