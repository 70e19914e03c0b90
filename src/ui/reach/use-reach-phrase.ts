import { phrasesWith } from '../i18n/use-phrase';

/** Says sentences of core in the language of the page, those about all packets among them. Suspends until they are there. */
export const useReachPhrase = phrasesWith({
  en: async () => (await import('../../content/phrases/reach?only=en')).REACH_PHRASES,
  ko: async () => (await import('../../content/phrases/reach?only=ko')).REACH_PHRASES,
});
