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

/** All words of the page by language and room. */
export const ROOMS = inEach((locale): Translated<Messages> => ({
  ...fileOf(locale, FIRST).FIRST_MESSAGES,
  ...fileOf(locale, REST).MESSAGES,
  topology: fileOf(locale, STAGE).TOPOLOGY_MESSAGES,
}));

/** The same as the page hands them to what draws. */
export const MESSAGES = ROOMS as Readonly<Record<Locale, Messages>>;

/** Meanings of the glossary's terms by language. */
export const MEANINGS = inEach((locale) => fileOf(locale, REST).GLOSSARY_WORDS);
