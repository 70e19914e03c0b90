import { use, useEffect, type ReactNode } from 'react';
import { IntlProvider, useLocale } from 'use-intl';
import type { Locale } from '../../content/phrases';
import { askedAgain } from '../common/asked-again';
import { FIRST_MESSAGES } from './first-messages';

const registry = askedAgain(() => import('./messages'));
registry().catch(() => undefined);

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
  const { MESSAGES } = use(registry());
  return (
    <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
