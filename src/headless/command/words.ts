import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '../../content/languages';
import { settleParticles } from '../../content/particles';
import { SPOKEN } from '../../content/spoken';

type WordId = keyof (typeof SPOKEN)['en']['COMMAND_WORDS'];
type Values = Readonly<Record<string, string | number>>;

/** Says one of the command's own sentences. */
export type CommandWords = (id: WordId, values: Values) => string;

/** The command's own sentences in a language. */
export function createWords(locale: Locale): CommandWords {
  const words = SPOKEN[locale].COMMAND_WORDS;
  return (id, values) => {
    const said = String(new IntlMessageFormat(words[id], locale).format(values));
    return locale === 'ko' ? settleParticles(said) : said;
  };
}
