import { expect, test } from '@playwright/test';
import { listMisplaced } from './geometry';
import { prepareLooking } from './looking';

/*
 * The look itself: each fault that is put into a page in which everything has its place is seen.
 */
interface Fault {
  /** Puts it there: run in the page. */
  readonly put: () => void;
  readonly seen: RegExp;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'the name of a node over the hook': {
    put: () => {
      const hook = document.querySelector<SVGRectElement>('[data-gate]')!;
      const name = document.querySelector('svg[data-moment] text')!;
      name.setAttribute('x', String(hook.x.baseVal.value + 40));
      name.setAttribute('y', String(hook.y.baseVal.value + 8));
    },
    seen: /^over the hook: node1/,
  },
  "the hook's own name over its packet": {
    put: () => {
      const { y, height } = document.querySelector<SVGRectElement>('[data-packet] rect')!;
      document.querySelector('[data-hook] text')!.setAttribute('y', String(y.baseVal.value + height.baseVal.value / 2));
    },
    seen: /^covered: PREROUTING/,
  },
  'words in the way of the aim': {
    put: () => {
      const aim = document.querySelector<SVGPathElement>('[data-aim-line] > path')!;
      const { x, y } = aim.getPointAtLength(aim.getTotalLength() / 2);
      const address = [...document.querySelectorAll('svg[data-moment] text')].find((each) =>
        each.textContent.startsWith('172.18.0.3'),
      )!;
      address.setAttribute('x', String(x - 20));
      address.setAttribute('y', String(y + 5));
    },
    seen: /^the aim crosses: 172\.18\.0\.3/,
  },
  'a word on a line': {
    put: () => {
      const line = document.querySelector<SVGPathElement>('[data-line=wire]')!;
      const { x, y } = line.getPointAtLength(line.getTotalLength() - 150);
      const wire = [...document.querySelectorAll('svg[data-moment] text')].find((each) => each.textContent === 'wire')!;
      wire.setAttribute('x', String(x));
      wire.setAttribute('y', String(y + 5));
    },
    seen: /^a line crosses: wire/,
  },
  'two texts of a drawing over each other': {
    put: () => {
      const [name, address] = document.querySelectorAll('[data-actor] text');
      address!.setAttribute('y', name!.getAttribute('y') ?? '');
    },
    seen: /^over each other: client \| 10\.244\.0\.2/,
  },
  'a sentence over what follows it': {
    put: () => {
      document.querySelector<HTMLElement>('[data-sentence]')!.style.height = '4px';
    },
    seen: /^over each other: (?!client)/,
  },
  'a button half out of the window': {
    put: () => {
      const button = document.querySelector<HTMLElement>('footer button')!;
      Object.assign(button.style, { position: 'fixed', left: '-12px' });
    },
    seen: /^cut off: Previous moment/,
  },
  'a button under the edge of what clips it': {
    put: () => {
      const row = document.querySelector<HTMLElement>("footer button[aria-label='Next moment']")!;
      row.style.translate = '0 30px';
      row.parentElement!.style.overflow = 'hidden';
    },
    seen: /^cut off: Next moment/,
  },
  'a title that ends in points': {
    put: () => {
      const title = document.querySelector<HTMLElement>('header button:has(span) > span')!;
      Object.assign(title.style, { display: 'block', width: '40px', overflow: 'hidden', textOverflow: 'ellipsis' });
      title.style.whiteSpace = 'nowrap';
    },
    seen: /^ends in points: /,
  },
  'a page wider than its window': {
    put: () => {
      const wide = document.createElement('div');
      Object.assign(wide.style, { position: 'absolute', width: '3000px', height: '1px' });
      document.documentElement.append(wide);
      document.documentElement.style.overflow = 'visible';
    },
    seen: /^the page is \d+ px wider/,
  },
};

test('a look at a view sees what has not its place', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await prepareLooking(page);
  await page.goto('/?lang=en#s=why-this-pod&m=3');
  await expect(page.locator('[data-scene] [data-sentence]')).toBeVisible();
  await expect(page.locator('[data-rail=chosen]')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-scene] [data-gate]')).toBeVisible();
  expect(await listMisplaced(page, '[data-view=story]')).toEqual([]);
  for (const { put } of Object.values(FAULTS)) await page.evaluate(put);
  const found = await listMisplaced(page, '[data-view=story]');
  const missed = Object.keys(FAULTS).filter((name) => !found.some((fault) => FAULTS[name]!.seen.test(fault)));
  expect(missed, found.join('\n')).toEqual([]);
});
