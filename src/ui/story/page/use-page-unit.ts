import { startTransition, useCallback, useLayoutEffect, useState } from 'react';

/** The page as the mock has it is so large; on a larger one everything grows with it. */
const WIDE = { width: 1280, height: 720 };
const TALL = { width: 390, height: 844 };
/** Narrower than this the nodes stand under each other. */
export const TALL_BELOW = 900;
/** Lower than this sentence and lens come first, and beside each other the nodes have no room. */
export const LOW_BELOW = 520;
const LARGEST = 2.5;

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const NO_SIZE: PageSize = { width: 0, height: 0 };

/** Measures an element from when it is there until it is taken away: its `ref`. */
export type Measuring = (element: HTMLElement | null) => (() => void) | undefined;

/** The size of an element, px, and what measures it; until it is measured `first`. */
export function useSize(first: PageSize = NO_SIZE): [PageSize, Measuring] {
  const [size, setSize] = useState<PageSize>(first);
  const observe = useCallback<Measuring>((element) => {
    if (!element) return undefined;
    let drawn = false;
    const sizes = new ResizeObserver(() => {
      const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
      // What is drawn for the first time is drawn in slices (main.tsx).
      if (drawn) measure();
      else startTransition(measure);
      drawn = true;
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  return [size, observe];
}

/** How many px of the window are one of the drawing. */
export function getUnit({ width, height }: PageSize, tall: boolean): number {
  const base = tall ? TALL : WIDE;
  return Math.min(LARGEST, Math.max(1, Math.min(width / base.width, height / base.height)));
}

/** What a page has around its stage, px of the drawing: header, sentence, lens and rail; in a hand without the lens. */
const AROUND_WIDE = 363;
const AROUND_TALL = 302;
/** In a hand a lens has so much at least, px of the drawing. */
const LENS_TALL = 142;

/** How much of a window is left for the stage, px. */
export function getPlaceHeight(window: PageSize): number {
  const tall = window.width < TALL_BELOW;
  const around = tall ? AROUND_TALL + LENS_TALL : AROUND_WIDE;
  return Math.round(window.height - around * getUnit(window, tall));
}

/** Everything in rem grows with the drawing as long as the story is on screen, menus and windows with it. */
export function useRem(unit: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = unit === 1 ? '' : `${unit * 100}%`;
    return () => {
      style.fontSize = '';
    };
  }, [unit]);
}
