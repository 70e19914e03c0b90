import { IntlMessageFormat } from 'intl-messageformat';
import { use, useEffect, useMemo, type ReactNode } from 'react';
import { IntlProvider, useLocale } from 'use-intl';
import type { Locale } from '../../../content/languages';
import type { Messages } from './messages';
import { FIRST_WORDS, loadRestSoon, REST_OF_WORDS, STAGE_WORDS } from '../words';

// Every browser has both languages: looking for one among all it has takes 40 ms (see engine.worker.ts).
IntlMessageFormat.resolveLocale = (locale) => new Intl.Locale(String(locale));

interface Props {
  readonly locale: Locale;
  readonly children: ReactNode;
}

/**
 * Gives everything below the first words of `locale`, and tells the browser which language the page is in. Suspends until they
 * are there: `FIRST_WORDS` loads them before.
 */
export function I18nProvider({ locale, children }: Props) {
  useEffect(() => {
    document.documentElement.lang = locale;
    loadRestSoon(locale);
  }, [locale]);
  return (
    <Words locale={locale} messages={use(FIRST_WORDS[locale]()).FIRST_MESSAGES}>
      {children}
    </Words>
  );
}

/** Around what is drawn after the first frame: all words of every room. Suspends until they are there. */
export function RestOfWords({ children }: Pick<Props, 'children'>) {
  const locale = useLocale();
  const { FIRST_MESSAGES } = use(FIRST_WORDS[locale]());
  const { MESSAGES } = use(REST_OF_WORDS[locale]());
  const messages = useMemo(() => ({ ...FIRST_MESSAGES, ...MESSAGES }), [FIRST_MESSAGES, MESSAGES]);
  return (
    <Words locale={locale} messages={messages}>
      {children}
    </Words>
  );
}

/** Around the stage: its words come with it, not with those of all rooms. Suspends until they are there. */
export function StageWords({ children }: Pick<Props, 'children'>) {
  const locale = useLocale();
  const { FIRST_MESSAGES } = use(FIRST_WORDS[locale]());
  const { TOPOLOGY_MESSAGES: topology } = use(STAGE_WORDS[locale]());
  const messages = useMemo(() => ({ ...FIRST_MESSAGES, topology }), [FIRST_MESSAGES, topology]);
  return (
    <Words locale={locale} messages={messages}>
      {children}
    </Words>
  );
}

/** Some rooms' words: whoever is below asks for no other. */
function Words({ locale, messages, children }: Props & { readonly messages: Partial<Messages> }) {
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
