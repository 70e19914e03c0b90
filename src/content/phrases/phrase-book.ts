import { IntlMessageFormat } from 'intl-messageformat';
import type { Phrase } from '../../core/lib/phrase';
import type { Locale } from '../languages';
import { settleParticles } from '../particles';

/** Sentences of one language by id, as ICU messages: `{count, plural, one {# rule} other {# rules}}`. */
export type PhraseBook = Readonly<Record<string, string>>;

/** A book whose ids all begin with a room's name. */
type Below<Room extends string, Book extends PhraseBook> = {
  readonly [Id in keyof Book & string as `${Room}.${Id}`]: Book[Id];
};

/** Puts a room's name before every id of a book: for the sentences that two rooms share. */
export function below<Room extends string, const Book extends PhraseBook>(room: Room, book: Book): Below<Room, Book> {
  return Object.fromEntries(Object.entries(book).map(([id, text]) => [`${room}.${id}`, text])) as Below<Room, Book>;
}

/**
 * Says sentences of a book, which is of the language `locale`. Keep the function: a message is compiled once for each, and
 * saying it again costs a microsecond. Particles of Korean are settled by the values' sound. An id nobody wrote down (of a
 * document from elsewhere) is said as itself, and a message whose values are missing as it is written.
 */
export function makeSpeaker(locale: Locale, book: PhraseBook): (phrase: Phrase) => string {
  const compiled = new Map<string, IntlMessageFormat>();
  const formatOf = (id: string, text: string): IntlMessageFormat => {
    const known = compiled.get(id);
    if (known) return known;
    const format = new IntlMessageFormat(text, locale);
    compiled.set(id, format);
    return format;
  };
  return ({ id, values }) => {
    const text = book[id];
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
