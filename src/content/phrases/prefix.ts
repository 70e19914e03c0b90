import type { PhraseBook } from './phrase-book';

/** A book whose ids all begin with a room's name. */
export function below(room: string, book: PhraseBook): PhraseBook {
  return Object.fromEntries(Object.entries(book).map(([id, words]) => [`${room}.${id}`, words]));
}
