import { useMemo, type ReactNode } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import { TOPOLOGY_MESSAGES } from '../../content/en/messages/topology';
import type { Messages } from '../i18n/messages';

/** Around the stage: its words come with it, not with those of all rooms. */
export function StageWords({ children }: { readonly children: ReactNode }) {
  const locale = useLocale();
  const first = useMessages();
  const messages = useMemo(
    () => ({ ...first, topology: TOPOLOGY_MESSAGES[locale] as Messages['topology'] }),
    [first, locale],
  );
  return (
    <IntlProvider locale={locale} messages={messages} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
