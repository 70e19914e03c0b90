import { useLocale, useTranslations } from 'use-intl';
import { EXAMPLES } from '../../content/examples';
import { useBench } from '../../store/hooks';

/** The title of an example in the language of the page, whichever it was opened in; any other as it was written. */
export function titleIn(locale: string, title: string): string {
  const example = EXAMPLES.find((each) => Object.values(each.title).includes(title));
  return example ? example.title[locale === 'ko' ? 'ko' : 'en'] : title;
}

/** What the thing on the bench is called: the document's title, or the pasted text's. Never empty. */
export function useBenchTitle(): string {
  const t = useTranslations('shell.top');
  const locale = useLocale();
  const title = useBench(({ document: { present } }) =>
    present.subject === 'pasted' ? present.pasted.texts[0]?.title : present.title,
  );
  const pasted = useBench(({ document }) => document.present.subject === 'pasted');
  if (title !== undefined && title !== '') return titleIn(locale, title);
  return t(pasted ? 'pasted' : 'untitled');
}
