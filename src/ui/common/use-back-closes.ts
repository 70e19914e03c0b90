import { useEffect, useEffectEvent } from 'react';

/** Marks the place in the browser's history at which a window stands open, by how many then do. */
const OPEN = 'rulewalk-window';

function countOpen(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && OPEN in state ? Number(state[OPEN]) : 0;
}

/** While a window is open the browser's way back closes it, and does not leave the page; closed otherwise it leaves no place behind. */
export function useBackCloses(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before: unknown = history.state;
    const { href } = location;
    const own = countOpen() + 1;
    history.pushState({ [OPEN]: own }, '');
    // One over it that is closed leads to its own place.
    const onBack = (): void => {
      if (countOpen() < own) close();
    };
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      // A link in it that closes it leads on only after that: its place, and that of a window opened instead, stay.
      setTimeout(() => {
        const isOurs = countOpen() === own;
        if (isOurs && location.href === href) history.back();
        else if (isOurs) history.replaceState(before, '');
      });
    };
  }, []);
}
