import { useCallback, useLayoutEffect, useRef } from 'react';
import { useReducedMotion } from '../theme/media';
import { sightTop } from './sight.model';
import type { Picture } from './story-parts';
import type { PageSize } from './use-page-unit';

interface Sighted {
  /** Of the place the stage has, px. */
  readonly size: PageSize;
  readonly unit: number;
  readonly moving: boolean;
}

/** Where the stage has less room than it needs, what happens is in sight: it goes there with the packet. */
export function useSight(
  place: (element: HTMLElement | null) => void,
  picture: Picture | undefined,
  { size: { height }, unit, moving }: Sighted,
): (element: HTMLElement | null) => void {
  const frame = useRef<HTMLElement>(null);
  const still = useReducedMotion();
  const top = picture?.ground.paper.tall ? Math.round(sightTop(picture, height / unit) * unit) : 0;
  useLayoutEffect(() => {
    frame.current?.scrollTo?.({ top, behavior: moving && !still ? 'smooth' : 'instant' });
    // oxlint-disable-next-line react/exhaustive-deps -- how it goes there is asked when it does
  }, [top, picture?.scene.index]);
  return useCallback(
    (element) => {
      frame.current = element;
      place(element);
    },
    [place],
  );
}
