import { type Books, phrasesWith } from '../common/i18n/use-phrase';

/** Says sentences of core in the language of the page, those that Sheets alone say among them. Suspends until they are there. */
export const useSheetPhrase = phrasesWith(
  import.meta.glob<Books>('../../content/*/phrases/{sheet,report,reach,reach-hosts,machine}.ts'),
);
