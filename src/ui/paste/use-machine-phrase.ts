import { type Books, phrasesWith } from '../common/i18n/use-phrase';

/** Says sentences of core in the language of the page, those on what a machine is among them. Suspends until they are there. */
export const useMachinePhrase = phrasesWith(import.meta.glob<Books>('../../content/*/phrases/machine.ts'));
