import { LANGUAGE as en } from './en/language';
import { LANGUAGE as ko } from './ko/language';

/** The languages of the page: one line each, by the folder of its words. English first: the others are typed by it. */
export const LANGUAGES = { en, ko } as const;

/** A language by its folder, which is its BCP 47 tag. */
export type Locale = keyof typeof LANGUAGES;

/** A text in every language. */
export type LocaleTexts = Readonly<Record<Locale, string>>;

export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[];

/** Is it a language of the page? */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The language of a tag as browsers and terminals write it (`ko-KR`, `ko_KR.UTF-8`); undefined: it is none of the page's. */
export function toLocale(tag: string | null | undefined): Locale | undefined {
  const language = tag?.toLowerCase().split(/[-_.]/)[0];
  return LOCALES.find((locale) => locale === language);
}

/** The language offered to who reads `locale`: the next of the table, after the last the first. */
export function nextLocale(locale: Locale): Locale {
  return LOCALES[(LOCALES.indexOf(locale) + 1) % LOCALES.length] ?? 'en';
}
