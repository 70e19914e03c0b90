import { useLayoutEffect, useState, type RefObject } from 'react';
import { makeWindow } from './dump.model';

/** Every line of a dump is this high, in px: no measuring, however long it is. */
export const ROW_HEIGHT = 20;
/** Lines drawn above and below those in sight. */
const MORE = 10;
/** The drawn lines change in steps of this many, so that most scrolling draws nothing new. */
const STEP = 10;
/** More lines than this from one frame to the next cannot be read. */
const TOO_FAST = 12;
/** Milliseconds of rest after which lines are drawn in full again. */
const REST = 90;

interface Window {
  readonly first: number;
  readonly last: number;
  /** The first line in sight. */
  readonly top: number;
  /** Flying past: lines may be drawn without colours. */
  readonly fast: boolean;
}

function windowAt(view: HTMLElement, count: number, fast: boolean): Window {
  const { first, last } = makeWindow({ top: view.scrollTop, height: view.clientHeight }, ROW_HEIGHT, count, MORE);
  return {
    first: first - (first % STEP),
    last: Math.min(count, last + STEP - (last % STEP)),
    top: Math.min(Math.floor(view.scrollTop / ROW_HEIGHT), Math.max(0, count - 1)),
    fast,
  };
}

function same(a: Window, b: Window): boolean {
  return a.first === b.first && a.last === b.last && a.top === b.top && a.fast === b.fast;
}

/** Which lines of a scrolled list to draw. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number): Window {
  const [shown, setShown] = useState<Window>({ first: 0, last: Math.min(count, 60), top: 0, fast: false });
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return undefined;
    let [before, timer] = [view.scrollTop, 0];
    const draw = (fast: boolean): void => {
      const next = windowAt(view, count, fast);
      setShown((old) => (same(old, next) ? old : next));
    };
    const onScroll = (): void => {
      const fast = Math.abs(view.scrollTop - before) > TOO_FAST * ROW_HEIGHT;
      before = view.scrollTop;
      clearTimeout(timer);
      if (fast) timer = window.setTimeout(() => draw(false), REST);
      draw(fast);
    };
    const observer = new ResizeObserver(() => draw(false));
    observer.observe(view);
    view.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      view.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, count]);
  return shown;
}
