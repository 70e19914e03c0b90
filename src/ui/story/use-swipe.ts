import { useRef, type TouchEvent } from 'react';

/** A finger that goes so far sideways, px, and not half as far up or down, swipes. */
const FAR = 48;

interface Finger {
  readonly x: number;
  readonly y: number;
}

interface Swipe {
  readonly onTouchStart: (event: TouchEvent) => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
}

/** Swiping to the left goes on, to the right back; not from where there is more to scroll sideways. */
export function useSwipe(step: (direction: 1 | -1) => void): Swipe {
  const finger = useRef<Finger>(undefined);
  return {
    onTouchStart: ({ touches, target }) => {
      const touch = touches[0];
      const isOwn = touch && touches.length === 1 && !scrollsSideways(target as Element);
      finger.current = isOwn ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    onTouchEnd: ({ changedTouches }) => {
      const [from, touch] = [finger.current, changedTouches[0]];
      finger.current = undefined;
      if (!from || !touch) return;
      const [right, down] = [touch.clientX - from.x, touch.clientY - from.y];
      if (Math.abs(right) >= FAR && Math.abs(right) > 2 * Math.abs(down)) step(right < 0 ? 1 : -1);
    },
  };
}

function scrollsSideways(from: Element): boolean {
  for (let each: Element | null = from; each && each.tagName !== 'MAIN'; each = each.parentElement) {
    const isWider = each.scrollWidth > each.clientWidth + 1;
    if (isWider && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
  }
  return false;
}
