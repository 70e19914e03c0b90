import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { settled, soak, test } from './app';
import { findFaint } from './contrast';
import { smallestType } from './type';

/*
 * A Sheet as it is seen and used: its type and lines at eight sizes, how its words stand out, WCAG in each way to read it, the keyboard alone, less motion, and how long
 * a knob takes on a machine four times slower.
 */
const SHEET = '/?lang=en#sheet=where-a-packet-goes';
const OPEN = ';~open=q1,q2,q3';

async function read(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[data-figure="f9"]')).toBeVisible();
  await settled(page);
}

/** The least px of what is read, by the width of the window. */
const SIZES = [
  { width: 360, height: 640, least: 11 },
  { width: 390, height: 844, least: 11 },
  { width: 768, height: 1024, least: 12 },
  { width: 1024, height: 768, least: 13 },
  { width: 1280, height: 720, least: 13 },
  { width: 1920, height: 1080, least: 15 },
  { width: 2560, height: 1440, least: 16 },
  { width: 3840, height: 2160, least: 16 },
] as const;

for (const { width, height, least } of SIZES)
  test(`no type is too small: ${width} by ${height}`, soak(width !== 1280), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await read(page, SHEET + OPEN);
    const smallest = {
      prose: await smallestType(page.locator('[data-kind="p"] p, [data-kind="lede"] p').first()),
      sentence: await smallestType(page.locator('[data-figure="f1"] [data-sentence]')),
      all: await smallestType(page.locator('main [data-block]')),
    };
    expect(smallest.prose).toBeGreaterThanOrEqual(18);
    expect(smallest.sentence).toBeGreaterThanOrEqual(20);
    expect(smallest.all).toBeGreaterThanOrEqual(least);
    const wide = await page
      .locator('[data-view="sheet"] > div')
      .evaluate((each) => each.scrollWidth - each.clientWidth);
    expect(wide).toBe(0);
    expect(await longestLine(page.locator('[data-kind="p"] p'))).toBeLessThanOrEqual(LONGEST_LINE);
  });

/** More letters on one line are lost on the way to the next. */
const LONGEST_LINE = 80;

/** The most letters on one line of some texts. */
async function longestLine(texts: Locator): Promise<number> {
  return await texts.evaluateAll((all) => {
    const counts = all.flatMap((text) => {
      const lines = new Map<number, number>();
      const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = nodes.nextNode(); node; node = nodes.nextNode())
        for (let at = 0; at < (node.textContent?.length ?? 0); at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { width, top, height } = range.getBoundingClientRect();
          const line = Math.round((top + height / 2) / 12);
          if (width > 0) lines.set(line, (lines.get(line) ?? 0) + 1);
        }
      return [...lines.values()];
    });
    return Math.max(0, ...counts);
  });
}

for (const scheme of ['light', 'dark'] as const)
  for (const width of [1280, 390] as const)
    test(`every word stands out from what is behind it, in a drawing, too: ${scheme}, ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await read(page, SHEET + OPEN);
      expect(await findFaint(page.locator('main [data-block]'), 4.5)).toEqual([]);
    });

const VIEWS = [
  { name: 'asked', at: '' },
  { name: 'answered', at: OPEN },
  { name: 'five Pods, a thousand times', at: `;pods=5;~again=3;~many=f3${OPEN}` },
  { name: 'dropped', at: `;policy=Local${OPEN}` },
  { name: 'in Korean', at: OPEN, lang: 'ko' },
];

for (const scheme of ['light', 'dark'] as const)
  for (const { name, at, lang = 'en' } of VIEWS)
    for (const presented of [false, true])
      test(`breaks no rule of WCAG: ${name}, ${scheme}${presented ? ', presented' : ''}`, soak(), async ({ page }) => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await read(page, `/?lang=${lang}#sheet=where-a-packet-goes${at}`);
        if (presented) await page.keyboard.press('p');
        await settled(page);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
          .analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
      });

test('the keyboard alone reads, turns, steps, answers, presents and leaves', async ({ page }) => {
  await read(page, SHEET);
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: on } = document;
      return on?.getAttribute('data-knob') ?? on?.getAttribute('aria-label') ?? on?.textContent ?? '';
    });
  const tabTo = async (wanted: RegExp): Promise<void> => {
    for (let count = 0; count < 80; count++) {
      await page.keyboard.press('Tab');
      if (wanted.test(await focused())) return;
    }
    throw new Error(`no focus on ${wanted}`);
  };
  await tabTo(/^mode$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-knob="mode"]').first()).toHaveText('IPVS');
  expect(await focused()).toBe('mode');
  await page.keyboard.press('ArrowLeft');
  await tabTo(/^Next moment$/);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-figure="f1"] [data-sentence]')).toHaveText(/knows the address/);
  await tabTo(/1 in 2$/);
  await page.keyboard.press('b');
  await expect(page.locator('[data-ask="q1"]')).toContainText('Right.');
  await page.keyboard.press('p');
  await expect(page.locator('[data-slide]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-figure]')).toHaveCount(9);
});

test('nothing moves where less motion is asked for', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await read(page, SHEET + OPEN);
  await page.locator('[data-figure="f1"]').getByRole('button', { name: 'Next moment' }).click();
  await page.locator('[data-figure="f3"]').getByRole('button', { name: '1000 times' }).click();
  await expect(page.locator('[data-count]').first()).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => Number(each.effect?.getComputedTiming().duration) > 0)
      .map((each) => each.playState),
  );
  expect(moving).toEqual([]);
});

test('a knob is painted soon on a machine four times slower', soak(), async ({ page }, info) => {
  await read(page, SHEET + OPEN);
  const chrome = await page.context().newCDPSession(page);
  await chrome.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  /** From the key to the frame after the figure says another. */
  const turn = (knob: string, key: string): Promise<number> =>
    page.evaluate(
      async ([name, pressed]) => {
        const element = document.querySelector<HTMLElement>(`[data-knob="${name}"]`)!;
        const watched = document.querySelector('main')!;
        element.focus();
        const begun = performance.now();
        const changed = new Promise<void>((resolve) => {
          const seen = new MutationObserver(() => {
            seen.disconnect();
            resolve();
          });
          seen.observe(watched, { childList: true, subtree: true, characterData: true });
        });
        element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
        await changed;
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - begun;
      },
      [knob, key] as const,
    );
  const times: Record<string, number[]> = {};
  for (const [knob, keys] of [
    ['mode', ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowLeft']],
    ['pods', ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']],
    ['policy', ['Enter', 'Enter', 'Enter', 'Enter']],
  ] as const)
    for (const key of keys) {
      (times[knob] ??= []).push(Math.round(await turn(knob, key)));
      await page.waitForTimeout(300);
    }
  info.annotations.push({ type: 'knob to painted, ms', description: JSON.stringify(times) });
  // 150 ms is what is wanted, and what a quiet machine is near; a busy one waits for its turn.
  const middle = Object.values(times)
    .flat()
    .toSorted((a, b) => a - b);
  expect(middle[middle.length >> 1]).toBeLessThanOrEqual(600);
});
