import type { Preferences } from './types';

/** What a first visitor gets; the page sets the language from the browser's. */
export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  locale: 'en',
  speed: 1,
  loop: false,
  panes: {},
  collapsed: {},
};
