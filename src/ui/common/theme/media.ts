import { useSyncExternalStore, useEffect } from 'react';
import type { Theme } from '../../../store/view-state';

/** Puts the chosen theme on <html>; `system` leaves the choice to the browser. */
export function useTheme(theme: Theme): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
  }, [theme]);
}

/** Below this the panes become tabs. */
export const NARROW_QUERY = '(max-width: 899px)';

/** True while `query` (a CSS media query) matches; follows changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** True when the person asked the system for less motion: step instead of glide. */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)');
}
