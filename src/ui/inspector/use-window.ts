import { useLayoutEffect, useState, type RefObject } from 'react';
import { windowOf } from './dump.model';

/** Every line of a dump is this high, in px: no measuring, however long it is. */
export const ROW_HEIGHT = 20;
/** Lines drawn above and below those in sight. */
const MORE = 20;
/** The drawn lines change in steps of this many, so that most scrolling draws nothing new. */
const STEP = 10;

interface Window {
  readonly first: number;
  readonly last: number;
  /** The first line in sight. */
  readonly top: number;
}

/** Which lines of a scrolled list to draw. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number): Window {
  const [shown, setShown] = useState<Window>({ first: 0, last: Math.min(count, 60), top: 0 });
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return undefined;
    const update = (): void => {
      const { first, last } = windowOf({ top: view.scrollTop, height: view.clientHeight }, ROW_HEIGHT, count, MORE);
      const next = {
        first: first - (first % STEP),
        last: Math.min(count, last + STEP - (last % STEP)),
        top: Math.min(Math.floor(view.scrollTop / ROW_HEIGHT), Math.max(0, count - 1)),
      };
      setShown((old) => (old.first === next.first && old.last === next.last && old.top === next.top ? old : next));
    };
    update();
    view.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(view);
    return () => {
      view.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [scroller, count]);
  return shown;
}
