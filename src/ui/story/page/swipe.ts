/** A finger that goes so far sideways, px, and not half as far up or down, swipes. */
const FAR = 48;

/** Swiping over an element to the left goes on, to the right back; not from where there is more to scroll sideways. */
export function followSwipes(on: HTMLElement, step: (direction: 1 | -1) => void, signal: AbortSignal): void {
  let from: Touch | undefined;
  const options = { signal, passive: true };
  on.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const isOwn = touches.length === 1 && !scrollsSideways(target as Element, on);
      from = isOwn ? touches[0] : undefined;
    },
    options,
  );
  on.addEventListener(
    'touchend',
    ({ changedTouches: { 0: to } }) => {
      if (!from || !to) return;
      const [right, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
      from = undefined;
      if (Math.abs(right) >= FAR && Math.abs(right) > 2 * Math.abs(down)) step(right < 0 ? 1 : -1);
    },
    options,
  );
}

function scrollsSideways(from: Element, within: Element): boolean {
  for (let each: Element | null = from; each && each !== within; each = each.parentElement) {
    const isWider = each.scrollWidth > each.clientWidth + 1;
    if (isWider && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
  }
  return false;
}
