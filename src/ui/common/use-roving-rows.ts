import { useCallback, type KeyboardEvent, type RefObject } from 'react';

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Up, Down, Home and End move the focus between the buttons marked `data-row` inside `container`,
 * in reading order; one of them is in the tab order, the others are reached by these keys.
 */
export function useRovingRows(container: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      const move = MOVES[event.key];
      const from = document.activeElement;
      if (!move || event.ctrlKey || event.metaKey || event.altKey || !(from instanceof HTMLElement)) return;
      if (!from.matches('[data-row]')) return;
      const rows = [...(container.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
      event.preventDefault();
      event.stopPropagation();
      rows[move(rows.indexOf(from), rows.length)]?.focus();
    },
    [container],
  );
}
