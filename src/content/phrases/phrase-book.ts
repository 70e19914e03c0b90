export type Locale = 'en' | 'ko';

/** Sentences by id, each in every language, as ICU messages: `{count, plural, one {# rule} other {# rules}}`. */
export type PhraseBook = Readonly<Record<string, Readonly<Record<Locale, string>>>>;

/** A book whose ids all begin with a room's name. */
type Below<Room extends string, Book extends PhraseBook> = {
  readonly [Id in keyof Book & string as `${Room}.${Id}`]: Book[Id];
};

/** Puts a room's name before every id of a book: for the sentences that two rooms share. */
export function below<Room extends string, const Book extends PhraseBook>(room: Room, book: Book): Below<Room, Book> {
  return Object.fromEntries(Object.entries(book).map(([id, words]) => [`${room}.${id}`, words])) as Below<Room, Book>;
}
