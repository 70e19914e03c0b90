import { phrasesWith } from '../i18n/use-phrase';

/** Says sentences of core in the language of the page, those about all packets of a host among them. Suspends until they are there. */
export const useHostPhrase = phrasesWith({
  en: async () => ({
    ...(await import('../../content/phrases/reach?only=en')).REACH_PHRASES,
    ...(await import('../../content/phrases/reach-hosts?only=en')).REACH_HOST_PHRASES,
  }),
  ko: async () => ({
    ...(await import('../../content/phrases/reach?only=ko')).REACH_PHRASES,
    ...(await import('../../content/phrases/reach-hosts?only=ko')).REACH_HOST_PHRASES,
  }),
});
