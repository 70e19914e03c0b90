import type { Locale } from '../../content/phrases';

export const LOCALES: readonly Locale[] = ['en', 'ko'];

function toLocale(tag: string | null | undefined): Locale | undefined {
  const language = tag?.toLowerCase().split(/[-_]/)[0];
  return LOCALES.find((locale) => locale === language);
}

/** Which language to speak: `?lang=` first, then what was chosen before, then the browser's list, else English. */
export function pickLocale(from: {
  readonly search: string;
  readonly chosen?: string | null;
  readonly languages: readonly string[];
}): Locale {
  const asked = toLocale(new URLSearchParams(from.search).get('lang'));
  return asked ?? toLocale(from.chosen) ?? from.languages.map(toLocale).find((locale) => locale) ?? 'en';
}
