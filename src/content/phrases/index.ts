import type { ICUArgs } from 'use-intl/core';
import type { Phrase } from '../../core/lib/phrase';
import type { PHRASES } from '../en/phrases';
import type { MORE_PHRASES } from '../en/phrases/more';
import { LOCALES, type Locale, type LocaleTexts } from '../languages';
import { SPOKEN } from '../spoken';
import { makeSpeaker, type PhraseBook } from './phrase-book';

export type { Locale } from '../languages';

/** What may stand for each kind of argument of a message. */
interface ArgumentTypes {
  readonly ICUArgument: string | number;
  readonly ICUNumberArgument: number;
  readonly ICUDateArgument: number;
}

/** The page's sentences, those a window loads with itself, and those of the command alone. */
type Words = typeof PHRASES & typeof MORE_PHRASES;

declare module '../../core/lib/phrase' {
  interface PhraseCatalog {
    /** Ids and what each takes, read off the English sentence. */
    readonly values: { readonly [Id in keyof Words]: ICUArgs<Words[Id], ArgumentTypes> };
  }
}

/**
 * Says core's sentences in one language, as {@link makeSpeaker} does, where every language is at hand: in a process. `more`:
 * sentences of that language beside the page's own.
 */
export function createSpeaker(locale: Locale, more: PhraseBook = {}): (phrase: Phrase) => string {
  return makeSpeaker(locale, { ...SPOKEN[locale].PHRASES, ...more });
}

/** Every id with its sentences, for the tests of completeness. */
export function allPhrases(): Readonly<Record<string, LocaleTexts>> {
  const books = LOCALES.map((locale): readonly [Locale, PhraseBook] => {
    const { PHRASES: page, MORE_PHRASES: more } = SPOKEN[locale];
    return [locale, { ...page, ...more }];
  });
  const ids = [...new Set(books.flatMap(([, book]) => Object.keys(book)))];
  const textsOf = (id: string) => Object.fromEntries(books.map(([locale, book]) => [locale, book[id]]));
  return Object.fromEntries(ids.map((id) => [id, textsOf(id) as unknown as LocaleTexts]));
}
