import type { Locator, Page } from '@playwright/test';

/** Where one is among the slides of a Sheet that is presented: `3 / 10`. */
export const slidePlace = (page: Page): Locator =>
  page.getByRole('navigation', { name: /^(Slides|슬라이드)$/ }).getByRole('status');

/** What of a slide does not fit the page, or is covered by what leads on; empty: nothing. */
export function hangsOver(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const main = document.querySelector('[data-slide]')!;
    const scroller = main.parentElement!;
    const over = scroller.scrollHeight - scroller.clientHeight;
    const wide = scroller.scrollWidth - scroller.clientWidth;
    const nav = main.querySelector(':scope > nav')!.getBoundingClientRect();
    const below = [...main.querySelectorAll('button, svg, li, p, h2, h3, tr')].filter((each) => {
      if (each.closest('nav') || (each.closest('svg') !== null && each.tagName !== 'svg')) return false;
      const { bottom, right, width } = each.getBoundingClientRect();
      return (
        width > 2 && (bottom > innerHeight + 1 || right > innerWidth + 1 || (bottom > nav.top + 1 && right > nav.left))
      );
    });
    return [
      ...(over > 1 ? [`${over} px too high`] : []),
      ...(wide > 1 ? [`${wide} px too wide`] : []),
      ...below.map((each) => each.outerHTML.slice(0, 80)),
    ];
  });
}
