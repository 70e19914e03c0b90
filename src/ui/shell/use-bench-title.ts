import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { benchTitle } from '../../store/selectors';

/** A title and what it is called in another language. */
interface Called {
  readonly title: string;
  readonly locale: string;
  readonly here: string;
}

/** An example keeps its title in the language it was opened in; the page says it in its own, once the examples are there. */
function useTitleHere(title: string): string {
  const locale = useLocale();
  const [called, setCalled] = useState<Called>();
  const isForeign = title !== '' && locale !== (/[가-힣]/.test(title) ? 'ko' : 'en');
  useEffect(() => {
    if (!isForeign) return undefined;
    let wanted = true;
    const say = ({ titleIn }: typeof import('../../content/examples')): void => {
      if (wanted) setCalled({ title, locale, here: titleIn(locale, title) });
    };
    // Without the examples the title stays as it was written.
    import('../../content/examples').then(say, () => undefined);
    return () => {
      wanted = false;
    };
  }, [isForeign, title, locale]);
  return isForeign && called?.title === title && called.locale === locale ? called.here : title;
}

/** The title of the document, or of the pasted text or node. Never empty. */
export function useBenchTitle(): string {
  const t = useTranslations('shell.top');
  const common = useTranslations('common');
  const pasted = useBench(({ document }) => document.present.subject === 'pasted');
  const title = useBench((state) => benchTitle(state, () => common('untitledText', { number: 1 })));
  const here = useTitleHere(title);
  return here === '' ? t(pasted ? 'pasted' : 'untitled') : here;
}
