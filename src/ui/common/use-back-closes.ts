import { useEffect, useEffectEvent } from 'react';

/** Marks the place in the browser's history at which a window stands open. */
const OPEN = 'rulewalk-window';

/** While a window is open the browser's way back closes it, and does not leave the page; closed otherwise it leaves no place behind. */
export function useBackCloses(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before: unknown = history.state;
    const { href } = location;
    history.pushState({ [OPEN]: true }, '');
    const onBack = (): void => close();
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      const isOurs = typeof history.state === 'object' && history.state !== null && OPEN in history.state;
      // Where the page has gone on meanwhile, its place stays.
      if (isOurs && location.href === href) history.back();
      else if (isOurs) history.replaceState(before, '');
    };
  }, []);
}
