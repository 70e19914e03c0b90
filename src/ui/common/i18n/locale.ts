import { type Locale, toLocale } from '../../../content/languages';

/** Which language to speak to a newcomer: that of `?lang=`, else the first of the browser's list we know, else English. */
export function pickLocale(from: { readonly search: string; readonly languages: readonly string[] }): Locale {
  const asked = toLocale(new URLSearchParams(from.search).get('lang'));
  return asked ?? from.languages.map(toLocale).find((locale) => locale) ?? 'en';
}
