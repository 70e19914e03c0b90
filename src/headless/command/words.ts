import type { Locale } from '../../content/languages';
import { makeSpeaker } from '../../content/phrases/phrase-book';
import { SPOKEN } from '../../content/spoken';
import type { Phrase } from '../../core/lib/phrase';

type WordId = keyof (typeof SPOKEN)['en']['COMMAND_WORDS'];
type Values = Readonly<Record<string, string | number>>;

/** Says one of the command's own sentences. */
export type CommandWords = (id: WordId, values: Values) => string;

/** The command's own sentences in a language. */
export function createWords(locale: Locale): CommandWords {
  const say = makeSpeaker(locale, SPOKEN[locale].COMMAND_WORDS);
  // The command's ids are none of core's: they are said, never handed on.
  return (id, values) => say({ id, values } as unknown as Phrase);
}
