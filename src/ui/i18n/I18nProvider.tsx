import { useEffect, type ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import type { Locale } from '../../content/phrases';
import { MESSAGES } from './messages';

/** Gives everything below the words of `locale`, and tells the browser which language the page is in. */
export function I18nProvider({ locale, children }: { readonly locale: Locale; readonly children: ReactNode }) {
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  return (
    <IntlProvider locale={locale} messages={MESSAGES[locale]} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
