import { LOCALES } from '../../../../content/languages';
import { FIRST_WORDS, REST_OF_WORDS, STAGE_WORDS } from '../../words';

/** The page loads the words of its language before it is drawn; a test draws at once, in any. */
await Promise.all(LOCALES.flatMap((locale) => [FIRST_WORDS[locale](), REST_OF_WORDS[locale](), STAGE_WORDS[locale]()]));
