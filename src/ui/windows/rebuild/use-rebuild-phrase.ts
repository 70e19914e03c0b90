import { type Books, phrasesWith } from '../../common/i18n/use-phrase';

/** Says sentences of core in the language of the page, those about objects made out of rules among them. Suspends until they are there. */
export const useRebuildPhrase = phrasesWith(import.meta.glob<Books>('../../../content/*/phrases/reconstruct.ts'));
