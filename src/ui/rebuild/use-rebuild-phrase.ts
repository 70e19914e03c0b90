import { phrasesWith } from '../i18n/use-phrase';

/** Says sentences of core in the language of the page, those about objects made out of rules among them. Suspends until they are there. */
export const useRebuildPhrase = phrasesWith({
  en: async () => (await import('../../content/phrases/reconstruct?only=en')).RECONSTRUCT_PHRASES,
  ko: async () => (await import('../../content/phrases/reconstruct?only=ko')).RECONSTRUCT_PHRASES,
});
