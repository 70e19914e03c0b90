import type { FIRST_MESSAGES } from '../../../content/en/first';
import type { MESSAGES } from '../../../content/en/messages';
import type { TOPOLOGY_MESSAGES } from '../../../content/en/messages/topology';
import type { Locale } from '../../../content/languages';

/** The shape every key and argument is checked against: English. */
export type Messages = typeof FIRST_MESSAGES & typeof MESSAGES & { readonly topology: typeof TOPOLOGY_MESSAGES };

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Locale;
  }
}
