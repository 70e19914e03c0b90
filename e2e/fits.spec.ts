import { expect, type Frame, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, settled, soak, test } from './app';

const SIZES = [
  { width: 1180, height: 720 },
  { width: 1024, height: 768 },
  { width: 900, height: 700 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
] as const;

/** What cannot be seen whole: past the window's edge, or past the edge of what clips or scrolls it sideways. The stage is a map one moves, and so is the path of cards. */
async function cutOff(frame: Frame | Page): Promise<readonly string[]> {
  return frame.evaluate(() => {
    const whole = 'button, select, [role=tab], [role=radio], [role=slider], [role=searchbox]';
    const seen = [...document.querySelectorAll(whole)].filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) &&
        each.closest('.react-flow, [data-sheet]') === null &&
        each.getBoundingClientRect().width > 1,
    );
    const edges = (each: Element): { left: number; right: number } => {
      if (each === document.documentElement) return { left: 0, right: window.innerWidth };
      return each.getBoundingClientRect();
    };
    const isEdge = (each: Element): boolean =>
      each === document.documentElement || getComputedStyle(each).overflowX !== 'visible';
    const outside = (each: Element): boolean => {
      const { left, right } = each.getBoundingClientRect();
      for (let up = each.parentElement; up; up = up.parentElement) {
        if (isEdge(up) && (left < edges(up).left - 1 || right > edges(up).right + 1)) return true;
      }
      return false;
    };
    return seen.filter(outside).map((each) => `${each.getAttribute('aria-label') ?? ''} ${each.textContent ?? ''}`);
  });
}

async function expectWhole(frame: Frame | Page): Promise<void> {
  // More than the bar's own: the panes and the foot have come.
  await expect.poll(() => frame.locator('button:visible').count()).toBeGreaterThan(12);
  expect(await cutOff(frame)).toEqual([]);
}

for (const size of SIZES) {
  for (const language of ['en', 'ko'] as const) {
    test(
      `no control is cut off at ${size.width} x ${size.height}, ${language}`,
      soak(size.width !== 390 || language !== 'ko'),
      async ({ page }) => {
        const app = new App(page);
        await app.open();
        await app.pause();
        if (language === 'ko') await page.getByRole('button', { name: '한국어로 보기' }).click();
        await page.setViewportSize(size);
        await settled(page);
        await expectWhole(page);
        const tabs = page.getByRole('tablist', { name: /^(Parts of the bench|Panes|벤치|창)/ }).getByRole('tab');
        for (const tab of size.width < 900 ? await tabs.all() : []) {
          await tab.click();
          await expectWhole(page);
        }
        await expectAccessible(page);
        expect(app.problems).toEqual([]);
      },
    );
  }
}

test('no control is cut off in a frame of 900 x 500', soak(), async ({ page }) => {
  await page.route('**/around.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<iframe src="./?view=bench" width="900" height="500"></iframe>' }),
  );
  await page.goto('/around.html');
  const frame = page.frames()[1];
  if (!frame) throw new Error('no frame');
  await expect(
    frame
      .getByRole('list', { name: /^Steps in/ })
      .getByRole('button')
      .first(),
  ).toBeVisible();
  expect(await frame.evaluate(() => window.innerWidth)).toBe(900);
  await expectWhole(frame);
});

test('on a phone the mode is in sight, and another is chosen', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.setViewportSize({ width: 390, height: 844 });
  const mode = page.getByRole('banner').getByRole('combobox', { name: /mode/i });
  await expect(mode).toHaveValue('iptables');
  await expect(mode).toBeInViewport({ ratio: 1 });
  await mode.selectOption('ipvs');
  await expect(mode).toHaveValue('ipvs');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mode).toHaveValue('iptables');
  expect(app.problems).toEqual([]);
});
