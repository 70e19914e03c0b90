import { useEffect, type RefObject } from 'react';
import { useReducedMotion } from '../common/theme/media';
import { scrollBy, snapTo } from './ladder.model';

/** Room kept above and below the row. */
const ABOVE = 28;
/** The sheet's own padding: a column that begins there stands at the left edge. */
const LEFT = 20;

function leftFor(view: HTMLElement, outer: DOMRect, inner: DOMRect): number {
  const zero = outer.left - view.scrollLeft;
  const cells = [...view.querySelectorAll('[data-column]')].map((cell) => cell.getBoundingClientRect().left - zero);
  if (cells.length === 0) return view.scrollLeft;
  const item = { start: inner.left - zero, size: inner.width };
  return snapTo([...new Set(cells.map(Math.round))], { start: view.scrollLeft, size: outer.width }, item, LEFT);
}

function scrollToStep(view: HTMLElement, now: number, calm: boolean): void {
  const row = view.querySelector(`[data-step="${now}"]`);
  if (!row) return;
  const [outer, inner] = [view.getBoundingClientRect(), row.getBoundingClientRect()];
  const left = leftFor(view, outer, inner);
  const down = scrollBy({ start: outer.top, size: outer.height }, { start: inner.top, size: inner.height }, ABOVE);
  if (left === view.scrollLeft && down === 0) return;
  view.scrollTo({ left, top: view.scrollTop + down, behavior: calm ? 'auto' : 'smooth' });
}

/**
 * Scrolls only this container so that the row of step `now` is in sight; again when what is `drawn` is
 * another. Where the container has columns (`data-column`), one of them begins at its left edge.
 */
export function useScrollToStep(container: RefObject<HTMLElement | null>, now: number, drawn?: unknown): void {
  const calm = useReducedMotion();
  useEffect(() => {
    if (container.current) scrollToStep(container.current, now, calm);
    // oxlint-disable-next-line react/exhaustive-deps -- `drawn` is not read: where rows stand follows from it
  }, [container, now, calm, drawn]);
}
