import { useRef, useCallback, useLayoutEffect } from 'react';
import type { Picture } from '../drawing/picture';
import { tellMore } from '../../common/more.model';
import { useReducedMotion } from '../../common/theme/media';
import { sightTop } from '../drawing/sight.model';
import type { Measuring, PageSize } from './use-page-unit';

interface Sighted {
  /** Of the place the stage has, px. */
  readonly size: PageSize;
  readonly unit: number;
  readonly moving: boolean;
}

/** Where the stage has less room than it needs, what happens is in sight: it goes there with the packet. */
export function useSight(
  place: Measuring,
  picture: Picture | undefined,
  { size: { height }, unit, moving }: Sighted,
): Measuring {
  const frame = useRef<HTMLElement>(null);
  const away = useRef(false);
  const still = useReducedMotion();
  const top = picture?.layout.paper.tall ? Math.round(sightTop(picture, height / unit) * unit) : 0;
  const index = picture?.scene.index;
  const whole = picture ? Math.round(picture.layout.paper.height * unit) : 0;
  useLayoutEffect(() => {
    if (frame.current) tellMore(frame.current, { scrollTop: top, clientHeight: height, scrollHeight: whole });
  }, [top, height, whole, index]);
  useLayoutEffect(() => {
    // Asking a place to go where it is makes the browser lay the page out at once.
    if (top === 0 && !away.current) return;
    frame.current?.scrollTo?.({ top, behavior: moving && !still ? 'smooth' : 'instant' });
    // oxlint-disable-next-line react/exhaustive-deps -- how it goes there is asked when it does
  }, [top, index]);
  return useCallback(
    (element) => {
      frame.current = element;
      away.current = false;
      const onScroll = (): void => {
        if (!element) return;
        away.current = element.scrollTop !== 0;
        tellMore(element);
      };
      element?.addEventListener('scroll', onScroll, { passive: true });
      return place(element);
    },
    [place],
  );
}
