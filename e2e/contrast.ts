import type { Locator } from '@playwright/test';

/**
 * Words within elements that stand out less than they have to from what is drawn behind them, letters of SVG too: each with how
 * much, as WCAG measures it (1.4.3); empty: none. What is not seen, and what cannot be pressed now, is not measured.
 */
export async function findFaint(within: Locator, least: number): Promise<readonly string[]> {
  return await within.evaluateAll((roots, wanted) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    type Rgb = readonly [number, number, number, number];
    /** A colour as it is laid on white, and how opaque it is, 0 to 1. */
    const read = (colour: string): Rgb => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const luminance = ([r, g, b]: Rgb): number => {
      const [red = 0, green = 0, blue = 0] = [r, g, b].map((each) => {
        const part = each / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const paintOf = (element: Element): Rgb => {
      const { backgroundColor, fill, fillOpacity, opacity } = getComputedStyle(element);
      const isShape = element instanceof SVGGeometryElement;
      const [r, g, b, a] = isShape ? (fill === 'none' ? ([0, 0, 0, 0] as const) : read(fill)) : read(backgroundColor);
      return [r, g, b, a * (isShape ? Number(fillOpacity) * Number(opacity) : 1)];
    };
    const behind = (element: Element, x: number, y: number): Rgb => {
      const stack = document.elementsFromPoint(x, y);
      // Letters of SVG are no ground of their own, and may take no part in what is pointed at: then all that is there is behind.
      const from = stack.indexOf(element) - (element instanceof SVGElement ? 0 : 1);
      const found = stack
        .slice(from + 1)
        .map(paintOf)
        .find(([, , , a]) => a > 0.95);
      return found ?? read(getComputedStyle(document.body).backgroundColor);
    };
    const faint: string[] = [];
    for (const root of roots) {
      const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim() ?? '';
        if (!element || text === '' || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          continue;
        if (element.closest(':disabled, .visually-hidden, [inert]')) continue;
        element.scrollIntoView({ block: 'center' });
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getClientRects()[0];
        if (!box || box.width <= 1 || box.height <= 1) continue;
        const svg = element.closest('text');
        const shown = svg ?? element;
        const style = getComputedStyle(element);
        const own = svg ? read(style.fill) : read(style.color);
        const ground = behind(shown, box.x + box.width / 2, box.y + box.height / 2);
        const paint =
          own[3] >= 0.99
            ? own
            : ([0, 1, 2].map((at) => own[at]! * own[3] + ground[at]! * (1 - own[3])).concat(1) as unknown as Rgb);
        const [light = 0, dark = 0] = [luminance(paint), luminance(ground)].toSorted((one, other) => other - one);
        const ratio = (light + 0.05) / (dark + 0.05);
        if (ratio < wanted)
          faint.push(
            `${text.slice(0, 40)}: ${ratio.toFixed(2)} (${own.slice(0, 3).join(' ')} on ${ground.slice(0, 3).join(' ')})`,
          );
      }
    }
    return [...new Set(faint)];
  }, least);
}
