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

/** Slower or faster than this is not watching any more. */
const SPEEDS = [0.1, 20] as const;

/** Reads preferences back; what is missing or odd is left out. */
export function readPreferences(text: string | undefined): Partial<Preferences> {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const { theme, locale, speed, loop, panes, collapsed } = value as Record<string, unknown>;
  return {
    ...(theme === 'system' || theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(locale === 'en' || locale === 'ko' ? { locale } : {}),
    ...(typeof speed === 'number' && speed >= SPEEDS[0] && speed <= SPEEDS[1] ? { speed } : {}),
    ...(typeof loop === 'boolean' ? { loop } : {}),
    panes: recordOf(panes, (sizes): sizes is readonly number[] => Array.isArray(sizes) && sizes.every(Number.isFinite)),
    collapsed: recordOf(collapsed, (flag) => typeof flag === 'boolean'),
  };
}

function recordOf<T>(value: unknown, is: (item: unknown) => item is T): Readonly<Record<string, T>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => is(entry[1])));
}
