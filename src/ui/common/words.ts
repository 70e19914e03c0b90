import { LOCALES, type Locale } from '../../content/languages';
import { retriedLoad, type Loader } from './late';
import { when } from './when';

/** A file of each language's folder, or some, by their paths: as `import.meta.glob` gives them. */
export type Files<T> = Readonly<Record<string, () => Promise<T>>>;

/** The files among them that are of one language. */
export function filesIn<T>(locale: Locale, files: Files<T>): readonly (() => Promise<T>)[] {
  return Object.entries(files).flatMap(([path, load]) => (path.includes(`/content/${locale}/`) ? [load] : []));
}

/** Something of each language, loaded when it is first asked for. */
export function eachLanguage<T>(load: (locale: Locale) => Promise<T>): Readonly<Record<Locale, Loader<T>>> {
  const loaders = LOCALES.map((locale) => [locale, retriedLoad(() => load(locale))]);
  return Object.fromEntries(loaders) as Readonly<Record<Locale, Loader<T>>>;
}

const fileOfEach = <T>(files: Files<T>): Readonly<Record<Locale, Loader<T>>> =>
  eachLanguage(async (locale) => await filesIn(locale, files)[0]!());

/** Core's sentences, and the words of the first frame. */
export const FIRST_WORDS = fileOfEach(
  import.meta.glob<typeof import('../../content/en/first')>('../../content/*/first.ts'),
);

/** Words of every other room but the stage, and the glossary. */
export const REST_OF_WORDS = fileOfEach(
  import.meta.glob<typeof import('../../content/en/rest')>('../../content/*/rest.ts'),
);

/** Words of the stage with all devices, which come with it. */
export const STAGE_WORDS = fileOfEach(
  import.meta.glob<typeof import('../../content/en/messages/topology')>('../../content/*/messages/topology.ts'),
);

/** Asks for all words of a language once the page is free. */
export function loadRestSoon(locale: Locale): void {
  when('free', () => void REST_OF_WORDS[locale]().catch(() => undefined));
}
