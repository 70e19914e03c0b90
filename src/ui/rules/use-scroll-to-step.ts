import { useEffect, type RefObject } from 'react';
import { useReducedMotion } from '../theme/motion';
import { scrollBy } from './edges.model';

const MARGIN = 28;

/** Scrolls only this container so that the row of step `now` is in sight; again when what is `drawn` is another. */
export function useScrollToStep(container: RefObject<HTMLElement | null>, now: number, drawn?: unknown): void {
  const calm = useReducedMotion();
  useEffect(() => {
    const view = container.current;
    const row = view?.querySelector(`[data-step="${now}"]`);
    if (!view || !row) return;
    const [outer, inner] = [view.getBoundingClientRect(), row.getBoundingClientRect()];
    const left = scrollBy({ start: outer.left, size: outer.width }, { start: inner.left, size: inner.width }, MARGIN);
    const top = scrollBy({ start: outer.top, size: outer.height }, { start: inner.top, size: inner.height }, MARGIN);
    if (left !== 0 || top !== 0) view.scrollBy({ left, top, behavior: calm ? 'auto' : 'smooth' });
    // oxlint-disable-next-line react/exhaustive-deps -- `drawn` is not read: where rows stand follows from it
  }, [container, now, calm, drawn]);
}
