import { IntlMessageFormat } from 'intl-messageformat';
import { use, useEffect, type ReactNode } from 'react';
import { IntlProvider, useLocale } from 'use-intl';
import type { Locale } from '../../content/phrases';
import { retriedLoad, whenFree } from '../common/late';
import { COMMON_MESSAGES } from '../../content/en/messages/common';
import { SHELL_MESSAGES } from '../../content/en/messages/shell';
import { STORY_MESSAGES } from '../../content/en/messages/story';
import type { Messages } from './messages';

type FirstRoom = 'common' | 'shell' | 'story';

/** The words on the first frame: the frame itself and the story. The rest comes with the panes (RestOfWords). */
const FIRST_MESSAGES: Readonly<Record<Locale, Pick<Messages, FirstRoom>>> = {
  en: {
    common: COMMON_MESSAGES,
    shell: SHELL_MESSAGES,
    story: STORY_MESSAGES,
  },
  ko: {
    common: COMMON_MESSAGES.ko,
    shell: SHELL_MESSAGES.ko,
    story: STORY_MESSAGES.ko,
  } as unknown as Pick<Messages, FirstRoom>,
};

// Every browser has both languages: looking for one among all it has takes 40 ms (see engine.worker.ts).
IntlMessageFormat.resolveLocale = (locale) => new Intl.Locale(String(locale));

/** All words of every room. */
export const restOfWords = retriedLoad(() => import('./messages'));
whenFree(() => void restOfWords().catch(() => undefined));

/** Gives everything below the first words of `locale`, and tells the browser which language the page is in. */
export function I18nProvider({ locale, children }: { readonly locale: Locale; readonly children: ReactNode }) {
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <IntlProvider locale={locale} messages={FIRST_MESSAGES[locale]} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}

/** Around what is drawn after the first frame: all words of every room. Suspends until they are there. */
export function RestOfWords({ children }: { readonly children: ReactNode }) {
  const locale = useLocale();
  const { MESSAGES } = use(restOfWords());
  return (
    <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
