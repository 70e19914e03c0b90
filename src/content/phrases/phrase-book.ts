export type Locale = 'en' | 'ko';

/** Sentences by id, each in every language. */
export type PhraseBook = Readonly<Record<string, Readonly<Record<Locale, string>>>>;
