import { phrasesWith } from '../i18n/use-phrase';

/** Says sentences of core in the language of the page, those on what a machine is among them. Suspends until they are there. */
export const useMachinePhrase = phrasesWith({
  en: async () => (await import('../../content/phrases/machine?only=en')).MACHINE_PHRASES,
  ko: async () => (await import('../../content/phrases/machine?only=ko')).MACHINE_PHRASES,
});
