import type { Page } from '@playwright/test';

/*
 * What stands on the page, read within it: the functions are put into it once, and a look is one question.
 */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A text. `on`: the box or block it is written on; `over`: the box it may stand on, too: a letter on what it is the letter of. */
export interface Label extends Box {
  readonly words: string;
  readonly on: number;
  readonly over?: number;
}

/** A place on a line of a drawing. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Words of the drawing, the boxes that hide what is under them, the hook, and where the aim and all other lines run. */
export interface Drawing {
  readonly labels: readonly Label[];
  /** Of the labels those that are not the hook's own, and not of what stands in it. */
  readonly strange: readonly Label[];
  readonly hooks: readonly Box[];
  readonly solids: readonly Label[];
  readonly aim: readonly Spot[];
  readonly lines: readonly Spot[];
}

/** All of a view at once. */
export interface Seen {
  /** Controls and blocks of words past the window, or past what clips them, where one cannot scroll to them. */
  readonly cut: readonly string[];
  /** What tells the moment of a story, and is not whole on screen as it is: its lens, its packet, its hook. */
  readonly unseen: readonly string[];
  /** Words of a bar above that end in points. */
  readonly shortened: readonly string[];
  /** Titles there on more than two lines. */
  readonly high: readonly string[];
  /** Lines of text outside of drawings, and what stands for moments to come. */
  readonly lines: readonly Label[];
  readonly drawings: readonly Drawing[];
  /** How much wider the page is than its window, px. */
  readonly wider: number;
}

/** What the page's own functions are called by. */
interface Looking {
  readonly boxOf: (each: Element) => Box;
  /** Within a look nothing is laid out anew: what holds of an element is asked once. */
  readonly once: <Answer>(ask: (of: Element) => Answer) => (of: Element) => Answer;
  readonly forget: () => void;
  readonly words: (of: Element) => string;
  readonly isShown: (of: Element) => boolean;
  /** What the children of an element are seen through; infinite where one can scroll on. */
  readonly through: (parent: Element) => Box;
  /** Where something within an element can be on the screen: within what scrolls and clips it. */
  readonly screen: (of: Element) => Box;
  readonly listCut: (within: string) => readonly string[];
  readonly listUnseen: (within: string) => readonly string[];
  readonly listShortened: (within: string) => readonly string[];
  readonly listHigh: (within: string) => readonly string[];
  readonly listLines: (within: string) => readonly Label[];
  readonly listDrawings: (within: string) => readonly Drawing[];
  readonly see: (within: string) => Seen;
  /** Resolves once letters are there, nothing that ends by itself moves, and frames go by without a change. */
  readonly settled: () => Promise<void>;
}

declare global {
  interface Window {
    looking: Looking;
  }
}

function putBasics(): void {
  const kept: Map<Element, unknown>[] = [];
  const once: Looking['once'] = (ask) => {
    const answers = new Map<Element, ReturnType<typeof ask>>();
    kept.push(answers);
    return (of) => {
      const known = answers.get(of);
      if (known !== undefined) return known;
      const answer = ask(of);
      answers.set(of, answer);
      return answer;
    };
  };
  window.looking = {
    once,
    forget: () => kept.forEach((answers) => answers.clear()),
    boxOf: (each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return { left, top, right, bottom };
    },
    words: (each) => (each.getAttribute('aria-label') ?? each.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 60),
  } as Looking;
}

function putSight(): void {
  const { boxOf, once } = window.looking;
  const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const styleOf = once((each) => getComputedStyle(each));
  /** For a screen reader alone: clipped away. */
  const isClipped: (each: Element) => boolean = once(
    (each) => styleOf(each).clipPath !== 'none' || (each.parentElement !== null && isClipped(each.parentElement)),
  );
  const isShown = once((each) => {
    const { width, height } = each.getBoundingClientRect();
    const can = each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return width > 1 && height > 1 && can && !isClipped(each);
  });
  const through = once((parent) => {
    const page = document.documentElement;
    const long = page.scrollHeight > innerHeight + 1;
    const seen = { left: 0, right: innerWidth, top: long ? -Infinity : 0, bottom: long ? Infinity : innerHeight };
    const ways = new Set(['X', 'Y'] as const);
    for (let up: Element | null = parent; up && up !== page; up = up.parentElement) {
      const style = styleOf(up);
      const own = boxOf(up);
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
  });
  const screen: Looking['screen'] = once((of) => {
    const { overflowX, overflowY } = styleOf(of);
    const up = of.parentElement ? screen(of.parentElement) : EVERYWHERE;
    const own = boxOf(of);
    return {
      left: overflowX === 'visible' ? up.left : Math.max(up.left, own.left),
      right: overflowX === 'visible' ? up.right : Math.min(up.right, own.right),
      top: overflowY === 'visible' ? up.top : Math.max(up.top, own.top),
      bottom: overflowY === 'visible' ? up.bottom : Math.min(up.bottom, own.bottom),
    };
  });
  Object.assign(window.looking, { isShown, through, screen });
}

function putWords(): void {
  const { boxOf, words, isShown, through, screen } = window.looking;
  const WHOLE = 'button, select, input, a, h1, h2, h3, p, li, td, th, svg text, [role=button], [role=slider]';
  const all = (within: string, what: string): readonly Element[] =>
    [...document.querySelectorAll(within)].flatMap((root) => [...root.querySelectorAll(what)]).filter(isShown);
  const listCut: Looking['listCut'] = (within) => {
    const isCut = (each: Element): boolean => {
      const { left, top, right, bottom } = boxOf(each);
      const clip = through(each.parentElement ?? each);
      const sideways = left < clip.left - 1.5 || right > clip.right + 1.5;
      return sideways || top < clip.top - 3 || bottom > clip.bottom + 3;
    };
    return all(within, WHOLE).filter(isCut).map(words);
  };
  const TELLS = '[data-lens], [data-packet], [data-gate]';
  const listUnseen: Looking['listUnseen'] = (within) => {
    const isUnseen = (each: Element): boolean => {
      const { top, bottom } = boxOf(each);
      const clip = screen(each.parentElement ?? each);
      return top < clip.top - 1.5 || bottom > Math.min(clip.bottom, innerHeight) + 1.5;
    };
    return all(within, TELLS).filter(isUnseen).map(words);
  };
  const listShortened: Looking['listShortened'] = (within) => {
    const isCut = (each: Element): boolean => {
      const { textOverflow, overflowX } = getComputedStyle(each);
      return textOverflow === 'ellipsis' && overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1;
    };
    return all(within, 'header *').filter(isCut).map(words);
  };
  const listHigh: Looking['listHigh'] = (within) => {
    const isHigh = (each: Element): boolean => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 2;
    };
    return all(within, 'header button:not(:has(svg))').filter(isHigh).map(words);
  };
  const listLines: Looking['listLines'] = (within) => {
    const found: Label[] = [];
    // A line that ends in points is two rectangles.
    const owners = new Set<Element>();
    const add = (text: string, rect: Box, of: Element): void => {
      const clip = screen(of);
      const [left, right] = [Math.max(clip.left, rect.left), Math.min(clip.right, rect.right)];
      const [top, bottom] = [Math.max(clip.top, rect.top), Math.min(clip.bottom, rect.bottom)];
      const on = owners.add(of).size;
      if (right - left > 1 && bottom - top > 1) found.push({ words: text, left, top, right, bottom, on });
    };
    const range = document.createRange();
    for (const root of document.querySelectorAll(within)) {
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const on = node.parentElement;
        const text = (node.textContent ?? '').trim().slice(0, 60);
        if (!on || text === '' || on.closest('svg, option, textarea, .cm-editor') || !isShown(on)) continue;
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) add(text, line, on);
      }
      for (const each of root.querySelectorAll('[data-ahead]')) {
        const { left, top, right, bottom } = boxOf(each);
        if (isShown(each)) add('what is to come', { left, right, top: top - 8, bottom: bottom + 8 }, each);
      }
    }
    return found;
  };
  Object.assign(window.looking, { listCut, listUnseen, listShortened, listHigh, listLines });
}

function putDrawings(): void {
  const { boxOf, words, isShown } = window.looking;
  const GROUPS = '[data-packet], [data-remembered], [data-actor], [data-pill], [data-letter]';
  /** From one place of the aim to the next, units of the drawing. */
  const APART = 3;
  const readLine = (line: SVGPathElement): Drawing['aim'] => {
    const matrix = line.getScreenCTM();
    if (!matrix) return [];
    return Array.from({ length: Math.ceil(line.getTotalLength() / APART) }, (_, at) => {
      const { x, y } = line.getPointAtLength(at * APART).matrixTransform(matrix);
      return { x, y };
    });
  };
  const readAll = (drawing: Element, what: string): Drawing['aim'] =>
    [...drawing.querySelectorAll<SVGPathElement>(what)].filter(isShown).flatMap(readLine);
  const isIn = ({ left, right, top, bottom }: Box, { x, y }: Spot): boolean =>
    x > left && x < right && y > top && y < bottom;
  const IN_HOOK = '[data-hook], [data-packet], [data-remembered]';
  const readDrawing = (drawing: Element): Drawing => {
    const boxes = [...drawing.querySelectorAll(GROUPS)];
    const lettered = (at: number): number => {
      const actor = boxes[at]?.getAttribute('data-for');
      return typeof actor === 'string' ? boxes.findIndex((box) => box.getAttribute('data-actor') === actor) : -1;
    };
    const readLabel = (each: Element): Label => {
      const on = boxes.findIndex((group) => group.contains(each));
      return { words: words(each), ...boxOf(each), on, over: lettered(on) };
    };
    const texts = [...drawing.querySelectorAll('text')].filter((each) => isShown(each) && words(each) !== '');
    const hooks = [...drawing.querySelectorAll('[data-gate]')].map(boxOf);
    // On paper boxes are no groups: what hides a line there is not told.
    const isStage = drawing.matches('[data-moment]');
    // The wires go behind the hook.
    const wires = readAll(drawing, '[data-line=wire]').filter((spot) => !hooks.some((hook) => isIn(hook, spot)));
    return {
      labels: texts.map(readLabel),
      strange: texts.filter((each) => each.closest(IN_HOOK) === null).map(readLabel),
      hooks,
      solids: boxes.flatMap((group, on) => {
        const shape = group.querySelector('rect, circle');
        return shape && isShown(shape) ? [{ words: words(group), ...boxOf(shape), on }] : [];
      }),
      aim: readAll(drawing, '[data-aim-line] > path'),
      lines: isStage ? [...wires, ...readAll(drawing, '[data-way], [data-line=thread]')] : [],
    };
  };
  const listDrawings: Looking['listDrawings'] = (within) =>
    [...document.querySelectorAll(within)].flatMap((root) => [...root.querySelectorAll('svg')]).map(readDrawing);
  Object.assign(window.looking, { listDrawings });
}

function putLook(): void {
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  // What a frame has measured is drawn by a task; what waited for that is behind it.
  const task = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
  const moved = (): Promise<unknown> =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
        .map((each) => each.finished),
    );
  const settled: Looking['settled'] = async () => {
    let changed = true;
    const watch = new MutationObserver(() => {
      changed = true;
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    while (changed) {
      changed = false;
      await document.fonts.ready;
      await frame();
      await frame();
      await task();
      await moved();
    }
    watch.disconnect();
  };
  const see: Looking['see'] = (within) => {
    const { looking } = window;
    looking.forget();
    return {
      cut: looking.listCut(within),
      unseen: looking.listUnseen(within),
      shortened: looking.listShortened(within),
      high: looking.listHigh(within),
      lines: looking.listLines(within),
      drawings: looking.listDrawings(within),
      wider: document.documentElement.scrollWidth - innerWidth,
    };
  };
  Object.assign(window.looking, { settled, see });
}

/** Puts the functions into a page that is to be opened. */
export async function prepareLooking(page: Page): Promise<void> {
  for (const put of [putBasics, putSight, putWords, putDrawings, putLook]) await page.addInitScript(put);
}

/** What stands in a view, once it is laid out in the window as it is now. */
export async function look(page: Page, within: string): Promise<Seen> {
  // As text: taken apart by the browser, not by code that is put into the page.
  const seen = await page.evaluate(
    async ({ selector, size }) => {
      const isSized = (): boolean => !size || (innerWidth === size.width && innerHeight === size.height);
      while (!isSized()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await window.looking.settled();
      return JSON.stringify(window.looking.see(selector));
    },
    { selector: within, size: page.viewportSize() },
  );
  return JSON.parse(seen) as Seen;
}
