import { expect, type Page } from '@playwright/test';

/** The sizes the story is laid out for, px: a desk, a projector, tablets both ways, a hand, a large screen. */
export const STORY_SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const;

/** The least frame of another page. */
export const EMBED_SIZE = { width: 360, height: 300 } as const;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Something to be read or pressed. */
interface Thing extends Box {
  readonly words: string;
  /** What it is seen through; infinite where one can scroll on. */
  readonly through: Box;
}

/** A text of a drawing. `on`: the box it is written on. */
interface Label extends Box {
  readonly words: string;
  readonly on: number;
}

/** Its words, the boxes that hide what is under them, and where the aim runs. */
interface Drawing {
  readonly labels: readonly Label[];
  readonly solids: readonly Label[];
  readonly aim: readonly { readonly x: number; readonly y: number }[];
}

/** What the page's own functions are called by, below. */
interface Looking {
  readonly words: (of: Element) => string;
  readonly isShown: (of: Element) => boolean;
  readonly through: (of: Element) => Box;
  /** The part of a rectangle that is on the screen, within what scrolls and clips it. */
  readonly visible: (rect: DOMRect, of: Element) => DOMRect;
}

declare global {
  interface Window {
    looking: Looking;
  }
}

/** Puts into the page what the questions below have in common. */
function putLooking(page: Page): Promise<void> {
  return page.evaluate(() => {
    /** For a screen reader alone: clipped away. */
    const isClipped = (each: Element | null): boolean =>
      each !== null && (getComputedStyle(each).clipPath !== 'none' || isClipped(each.parentElement));
    const edges = (each: Element): Record<'left' | 'top' | 'right' | 'bottom', number> => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    window.looking = {
      words: (each) =>
        (each.getAttribute('aria-label') ?? each.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 60),
      isShown: (each) => {
        const { width, height } = each.getBoundingClientRect();
        const can = each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        return width > 1 && height > 1 && can && !isClipped(each);
      },
      through: (each) => {
        const page = document.documentElement;
        const long = page.scrollHeight > innerHeight + 1;
        const seen = { left: 0, right: innerWidth, top: long ? -Infinity : 0, bottom: long ? Infinity : innerHeight };
        const ways = new Set(['X', 'Y'] as const);
        for (let up = each.parentElement; up && up !== page; up = up.parentElement) {
          const style = getComputedStyle(up);
          const own = edges(up);
          for (const way of ways) {
            const [from, to] = way === 'X' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
            const flow = style[`overflow${way}`];
            if (flow === 'visible') continue;
            const scrolls = flow === 'auto' || flow === 'scroll';
            seen[from] = scrolls ? -Infinity : Math.max(seen[from], own[from]);
            seen[to] = scrolls ? Infinity : Math.min(seen[to], own[to]);
            if (scrolls) ways.delete(way);
          }
          if (style.position === 'fixed') break;
        }
        return seen;
      },
      visible: (rect, of) => {
        let { left, top, right, bottom } = rect;
        for (let up: Element | null = of; up; up = up.parentElement) {
          const own = edges(up);
          const style = getComputedStyle(up);
          if (style.overflowX !== 'visible') [left, right] = [Math.max(left, own.left), Math.min(right, own.right)];
          if (style.overflowY !== 'visible') [top, bottom] = [Math.max(top, own.top), Math.min(bottom, own.bottom)];
        }
        return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
      },
    };
  });
}

/** Controls and blocks of words. */
function listWhole(page: Page, within: string): Promise<readonly Thing[]> {
  return page.evaluate((selector) => {
    const { words, isShown, through } = window.looking;
    const whole = 'button, select, input, a, h1, h2, h3, p, li, td, th, svg text, [role=button], [role=slider]';
    const all = [...document.querySelectorAll(selector)].flatMap((root) => [...root.querySelectorAll(whole)]);
    return all.filter(isShown).map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return { words: words(each), left, top, right, bottom, through: through(each) };
    });
  }, within);
}

/** Words of a bar above that end in points: what a scene is called is read whole. */
function listShortened(page: Page, within: string): Promise<readonly string[]> {
  return page.evaluate((selector) => {
    const all = [...document.querySelectorAll(`${selector} header *`)].filter(window.looking.isShown);
    const isCut = (each: Element): boolean =>
      getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth + 1;
    return all
      .filter((each) => isCut(each) && getComputedStyle(each).overflowX !== 'visible')
      .map(window.looking.words);
  }, within);
}

/** Lines of text outside of drawings, and what stands for moments to come. */
function listLines(page: Page, within: string): Promise<readonly Label[]> {
  return page.evaluate((selector) => {
    const { isShown, visible } = window.looking;
    const found: Label[] = [];
    // A line that ends in points is two rectangles.
    const owners = new Set<Element>();
    const add = (words: string, rect: DOMRect, of: Element): void => {
      const { left, top, right, bottom } = visible(rect, of);
      const on = owners.add(of).size;
      if (right - left > 1 && bottom - top > 1) found.push({ words, left, top, right, bottom, on });
    };
    for (const root of document.querySelectorAll(selector)) {
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const on = node.parentElement;
        const words = (node.textContent ?? '').trim().slice(0, 60);
        if (!on || words === '' || on.closest('svg, option, textarea, .cm-editor') || !isShown(on)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) add(words, line, on);
      }
      for (const each of root.querySelectorAll('[data-ahead]'))
        if (isShown(each)) {
          const { x, y, width, height } = each.getBoundingClientRect();
          add('what is to come', new DOMRect(x, y - 8, width, height + 16), each);
        }
    }
    return found;
  }, within);
}

function listDrawings(page: Page, within: string): Promise<readonly Drawing[]> {
  return page.evaluate((selector) => {
    const { words, isShown } = window.looking;
    const boxOf = (each: Element): Box => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return { left, top, right, bottom };
    };
    const groups = '[data-packet], [data-remembered], [data-actor], [data-pill], [data-letter]';
    return [...document.querySelectorAll(selector)]
      .flatMap((root) => [...root.querySelectorAll('svg')])
      .map((drawing) => {
        const boxes = [...drawing.querySelectorAll(groups)];
        const texts = [...drawing.querySelectorAll('text')].filter((each) => isShown(each) && words(each) !== '');
        const line = drawing.querySelector<SVGPathElement>('[data-aim-line] > path');
        const matrix = line?.getScreenCTM();
        const points = line && matrix ? Math.ceil(line.getTotalLength() / 3) : 0;
        const aim = Array.from({ length: points }, (_, at) => {
          const { x, y } = line!.getPointAtLength(at * 3).matrixTransform(matrix!);
          return { x, y };
        });
        return {
          labels: texts.map((each) => ({
            words: words(each),
            ...boxOf(each),
            on: boxes.findIndex((group) => group.contains(each)),
          })),
          solids: boxes.flatMap((group, on) => {
            const shape = group.querySelector('rect, circle');
            return shape && isShown(shape) ? [{ words: words(group), ...boxOf(shape), on }] : [];
          }),
          aim,
        };
      });
  }, within);
}

const wide = (a: Box, b: Box): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);
const high = (a: Box, b: Box): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
const tallest = ({ top, bottom }: Box): number => bottom - top;

/** Ascents and descents of lines that stand close may meet; letters may not. */
const meet = (a: Box, b: Box): boolean => wide(a, b) > 2 && high(a, b) > Math.min(tallest(a), tallest(b)) * 0.45;

function pairsOver(
  texts: readonly Label[],
  isApart = (_one: Label, _other: Label): boolean => true,
): readonly string[] {
  return texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter((other) => isApart(one, other) && meet(one, other))
      .map((other) => `over each other: ${one.words} | ${other.words}`),
  );
}

function cutOff({ words, through, left, right, top, bottom }: Thing): readonly string[] {
  const sideways = left < through.left - 1.5 || right > through.right + 1.5;
  const down = top < through.top - 3 || bottom > through.bottom + 3;
  return sideways || down ? [`cut off: ${words}`] : [];
}

function faultsOf({ labels, solids, aim }: Drawing): readonly string[] {
  const covered = solids.flatMap((solid) =>
    labels
      .filter(({ on }) => on !== solid.on)
      .flatMap((label) => (meet(label, solid) ? [[label, solid] as const] : [])),
  );
  const inside = (of: Box, by: number): boolean => {
    const { left, right, top, bottom } = of;
    return aim.some(({ x, y }) => x > left + 2 && x < right - 2 && y > top + by && y < bottom - by);
  };
  return [
    ...pairsOver(labels),
    ...covered.map(([label, solid]) => `covered: ${label.words} | ${solid.words}`),
    // A line of type has room above and below its letters.
    ...labels.filter((label) => inside(label, tallest(label) * 0.2)).map(({ words }) => `the aim crosses: ${words}`),
    ...solids.filter((solid) => inside(solid, 2)).map(({ words }) => `the aim crosses the box: ${words}`),
  ];
}

/**
 * What cannot be seen whole in a view: a control or a text past the window or past what clips it, where one cannot scroll
 * to it; a title that ends in points; two texts over each other; and on a drawing a text under a box, or in the way of the aim. Empty: nothing.
 */
async function misplaced(page: Page, within: string): Promise<readonly string[]> {
  await putLooking(page);
  const [whole, lines, drawings] = [
    await listWhole(page, within),
    await listLines(page, within),
    await listDrawings(page, within),
  ];
  const shortened = await listShortened(page, within);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const faults = [
    ...whole.flatMap(cutOff),
    ...shortened.map((title) => `ends in points: ${title}`),
    ...pairsOver(lines, (one, other) => one.on !== other.on),
    ...drawings.flatMap(faultsOf),
    ...(wider > 1 ? [`the page is ${wider} px wider than its window`] : []),
  ];
  return [...new Set(faults)];
}

/** A window that has just got another size is laid out in two steps. Milliseconds. */
const LAID_OUT = 1000;

/** {@link misplaced}, once nothing is any more or the page had time to lay itself out. */
export async function stillMisplaced(page: Page, within: string): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const look = async (): Promise<number> => {
    found = await misplaced(page, within);
    return found.length;
  };
  await expect
    .poll(look, { timeout: LAID_OUT })
    .toBe(0)
    .catch(() => undefined);
  return found;
}
