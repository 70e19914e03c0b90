import type { Page } from '@playwright/test';

/** The sizes the story is laid out for, px: a desk, a projector, tablets both ways, a hand, a large screen. */
export const STORY_SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const;

/**
 * What cannot be seen whole in a view: a control or a text past the window or past what clips it, where one cannot scroll
 * to it; and on a drawing two texts over each other. Empty: nothing.
 */
export function misplaced(page: Page, within: string): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const faults: string[] = [];
    const words = (each: Element): string =>
      (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    /** For a screen reader alone: clipped away. */
    const isHidden = (each: Element): boolean => {
      for (let up: Element | null = each; up; up = up.parentElement) {
        if (getComputedStyle(up).clipPath !== 'none') return true;
      }
      return false;
    };
    const shown = (each: Element): boolean => {
      const { width, height } = each.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !isHidden(each)
      );
    };
    /** Left and right of what an element is seen through; Infinity where one can scroll on. */
    const windowOf = (each: Element): readonly [number, number] => {
      let [from, to] = [0, window.innerWidth];
      for (let up = each.parentElement; up && up !== document.documentElement; up = up.parentElement) {
        const { overflowX, position } = getComputedStyle(up);
        if (overflowX === 'auto' || overflowX === 'scroll') return [-Infinity, Infinity];
        if (overflowX === 'hidden' || overflowX === 'clip') {
          const { left, right } = up.getBoundingClientRect();
          [from, to] = [Math.max(from, left), Math.min(to, right)];
        }
        if (position === 'fixed') break;
      }
      return [from, to];
    };
    for (const root of document.querySelectorAll(selector)) {
      const whole = 'button, select, input, a, h1, h2, h3, p, li, td, th, svg text, [role=button], [role=slider]';
      for (const each of root.querySelectorAll(whole)) {
        if (!shown(each) || each.closest('nav ol')) continue;
        const { left, right } = each.getBoundingClientRect();
        const [from, to] = windowOf(each);
        if (left < from - 1.5 || right > to + 1.5) faults.push(`cut off: ${words(each)}`);
      }
      for (const drawing of root.querySelectorAll('svg')) {
        const texts = [...drawing.querySelectorAll('text')].filter(
          (each) => shown(each) && each.textContent?.trim() !== '',
        );
        const boxes = texts.map((each) => each.getBoundingClientRect());
        texts.forEach((one, a) => {
          for (let b = a + 1; b < texts.length; b++) {
            const [p, q] = [boxes[a]!, boxes[b]!];
            const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
            const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
            // Ascents and descents of lines that stand close may meet; letters may not.
            if (wide > 2 && high > Math.min(p.height, q.height) * 0.45)
              faults.push(`over each other: ${words(one)} | ${words(texts[b]!)}`);
          }
        });
      }
    }
    const wider = document.documentElement.scrollWidth - window.innerWidth;
    if (wider > 1) faults.push(`the page is ${wider} px wider than its window`);
    return [...new Set(faults)];
  }, within);
}
