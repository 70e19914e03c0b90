import { expect } from '@playwright/test';
import { App, test } from './app';

test('what is printed is the walk: the stage and every step, and nothing that is pressed', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.pause();
  const steps = await app.steps.count();
  await page.emulateMedia({ media: 'print' });
  const stage = await app.stage.boundingBox();
  const last = await app.steps.nth(steps - 1).boundingBox();
  expect(stage?.height).toBeGreaterThan(300);
  expect(stage?.width).toBeGreaterThan(600);
  // Every step stands on the sheet below the stage, none behind a scroll bar.
  expect(last?.y).toBeGreaterThan((stage?.y ?? 0) + (stage?.height ?? 0));
  const sheet = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(sheet).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0));
  await expect(page.getByRole('button', { name: /^Share/ })).toBeHidden();
  await expect(app.left).toBeHidden();
  await page.screenshot({ path: 'test-results/print.png', fullPage: true });
});

test('a moment of a story is printed from the browser’s own menu: white in the dark, its lens whole', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/#s=why-this-pod&m=3');
  await expect(page.locator('[data-lens]')).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 560 });
  await page.emulateMedia({ media: 'print' });
  const paper = await page.locator('#pane-stage').evaluate((main) => ({
    cut: main.scrollHeight - main.clientHeight,
    scheme: getComputedStyle(main).colorScheme,
  }));
  expect(paper).toEqual({ cut: 0, scheme: 'light' });
  const [rules, packet] = await page.locator('[data-lens] > *').all();
  const [above, below] = [await rules!.boundingBox(), await packet!.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? Infinity));
});
