import { useEffect } from 'react';
import type { Theme } from '../../store/types';

/** Puts the chosen theme on <html>; `system` leaves the choice to the browser. */
export function useTheme(theme: Theme): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
  }, [theme]);
}
