import { phrasesWith } from '../i18n/use-phrase';

/** Says sentences of core in the language of the page, those that Sheets alone say among them. Suspends until they are there. */
export const useSheetPhrase = phrasesWith({
  en: async () => {
    const [sheet, report, reach, machine] = await Promise.all([
      import('../../content/phrases/sheet?only=en'),
      import('../../content/phrases/report?only=en'),
      import('../../content/phrases/reach?only=en'),
      import('../../content/phrases/machine?only=en'),
    ]);
    return { ...sheet.SHEET_PHRASES, ...report.REPORT_PHRASES, ...reach.REACH_PHRASES, ...machine.MACHINE_PHRASES };
  },
  ko: async () => {
    const [sheet, report, reach, machine] = await Promise.all([
      import('../../content/phrases/sheet?only=ko'),
      import('../../content/phrases/report?only=ko'),
      import('../../content/phrases/reach?only=ko'),
      import('../../content/phrases/machine?only=ko'),
    ]);
    return { ...sheet.SHEET_PHRASES, ...report.REPORT_PHRASES, ...reach.REACH_PHRASES, ...machine.MACHINE_PHRASES };
  },
});
