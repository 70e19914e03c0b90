import { type Books, phrasesWith } from '../common/i18n/use-phrase';

/** Says sentences of core in the language of the page, those about all packets of a host among them. Suspends until they are there. */
export const useHostPhrase = phrasesWith(import.meta.glob<Books>('../../content/*/phrases/{reach,reach-hosts}.ts'));
