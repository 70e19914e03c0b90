import type { Locale } from '../../content/phrases';

type Rooms = typeof ROOMS;

/** The shape every key and argument is checked against: English. */
export type Messages = { readonly [Room in keyof Rooms]: Rooms[Room]['en'] };

function getWords(locale: Locale): Messages {
  return Object.fromEntries(Object.entries(ROOMS).map(([room, words]) => [room, words[locale]])) as unknown as Messages;
}

/** All words by language. */
export const MESSAGES: Readonly<Record<Locale, Messages>> = { en: getWords('en'), ko: getWords('ko') };

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Locale;
  }
}
