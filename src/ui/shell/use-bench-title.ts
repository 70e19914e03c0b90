import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';

/** What the thing on the bench is called: the document's title, or the pasted text's. Never empty. */
export function useBenchTitle(): string {
  const t = useTranslations('shell.top');
  const title = useBench(({ document: { present } }) =>
    present.subject === 'pasted' ? present.pasted.texts[0]?.title : present.title,
  );
  const pasted = useBench(({ document }) => document.present.subject === 'pasted');
  if (title !== undefined && title !== '') return title;
  return t(pasted ? 'pasted' : 'untitled');
}
