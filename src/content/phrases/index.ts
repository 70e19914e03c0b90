import { IntlMessageFormat } from 'intl-messageformat';
import type { ICUArgs } from 'use-intl/core';
import type { Phrase } from '../../core/lib/phrase';
import { settleParticles } from '../particles';
import type { Locale, PhraseBook } from './phrase-book';

export type { Locale } from './phrase-book';

/** What may stand for each kind of argument of a message. */
interface ArgumentTypes {
  readonly ICUArgument: string | number;
  readonly ICUNumberArgument: number;
  readonly ICUDateArgument: number;
}

/** The page's sentences, those a window loads with itself, and those of the command alone. */
type Words = unknown;

declare module '../../core/lib/phrase' {
  interface PhraseCatalog {
    /** Ids and what each takes, read off the English sentence. */
    readonly values: { readonly [Id in keyof Words]: ICUArgs<Words[Id]['en'], ArgumentTypes> };
  }
}

const TEXTS: PhraseBook = BOOK;

/**
 * Says core's sentences in one language. Keep the function: a message is compiled once for each, and saying it again
 * costs a microsecond. Particles of Korean are settled by the values' sound. An id nobody wrote down (of a document
 * from elsewhere) is said as itself, and a message whose values are missing as it is written. `more`: sentences beside the
 * page's own.
 */
export function createSpeaker(locale: Locale, more: PhraseBook = {}): (phrase: Phrase) => string {
  const compiled = new Map<string, IntlMessageFormat>();
  const formatOf = (id: string, text: string): IntlMessageFormat => {
    const known = compiled.get(id);
    if (known) return known;
    const format = new IntlMessageFormat(text, locale);
    compiled.set(id, format);
    return format;
  };
  return ({ id, values }) => {
    const text = (TEXTS[id] ?? more[id])?.[locale];
    if (text === undefined) return id;
    const said = formatted(formatOf(id, text), values) ?? text;
    return locale === 'ko' ? settleParticles(said) : said;
  };
}

function formatted(format: IntlMessageFormat, values: Phrase['values']): string | undefined {
  try {
    return String(format.format(values));
  } catch {
    return undefined;
  }
}

/** Every id with its sentences, for the tests of completeness. */
export function allPhrases(): PhraseBook {
  return {};
}
