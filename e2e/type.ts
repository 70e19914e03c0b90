import type { Locator } from '@playwright/test';

/** The smallest type on screen within some elements, px as it is seen: what SVG scales is measured scaled. */
export async function smallestType(within: Locator): Promise<number> {
  const sizes = await within.evaluateAll((roots) =>
    roots.flatMap((root) => {
      const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const found: number[] = [];
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const element = node.parentElement;
        if (!element || node.textContent?.trim() === '' || !element.checkVisibility({ visibilityProperty: true }))
          continue;
        // What only a screen reader says is one px large.
        const box = element.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) continue;
        const svg = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) : 1;
        found.push(Number.parseFloat(getComputedStyle(element).fontSize) * svg);
      }
      return found;
    }),
  );
  return sizes.length === 0 ? Number.NaN : Math.round(Math.min(...sizes) * 100) / 100;
}
